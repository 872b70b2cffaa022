// Use case: reads the rows of a ledger volume as lines of JSON for a backup, and writes them back
// for a restore (D-176). Callers check the permission.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { parseCopiedRow, type CopiedRow, type RowsRestored } from './copied-rows.ts';
import { volumeName, type LedgerOwner } from './volume.ts';
import { findVolume, type NamedVolume } from './volume-store.ts';

type Copier = Pick<Context, 'db' | 'now' | 'objects'>;

export interface VolumeAddress extends LedgerOwner {
  number: number;
}

/** @throws AppError NOT_FOUND for a volume that is not in the directory */
async function openListed({ db, objects }: Copier, { number, ...owner }: VolumeAddress) {
  const volume = await findVolume(db, owner, number);
  if (volume === undefined)
    throw new AppError('NOT_FOUND', 'The directory of ledgers does not name this volume.');
  const ref: NamedVolume = volume;
  return { ref, ledger: objects.ledger(ref.residency, volumeName(owner, number)) };
}

/**
 * Reads one page of a volume.
 * @param after the `next` of the previous page; undefined for the first page
 * @returns one line for each row, and a last line that states where the next page begins
 * @throws AppError NOT_FOUND for a volume that is not in the directory
 */
export async function readVolumePage(
  ctx: Copier,
  address: VolumeAddress,
  after: string | undefined,
): Promise<string> {
  const { ledger } = await openListed(ctx, address);
  const { rows, next } = await ledger.copyPage(after);
  return [...rows, { next }].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Writes rows of a backup into a volume. Existing rows are not changed.
 * @param text one line for each row
 * @throws AppError NOT_FOUND for a volume that is not in the directory; VALIDATION_FAILED for the
 *   first line that is not a row. In both cases nothing is written
 */
export async function restoreVolumeRows(
  ctx: Copier,
  address: VolumeAddress,
  text: string,
): Promise<RowsRestored> {
  const rows = text.split('\n').flatMap((line, at) => (line === '' ? [] : [readRow(line, at + 1)]));
  const { ref, ledger } = await openListed(ctx, address);
  return ledger.restoreRows(ref, rows, ctx.now());
}

function readRow(line: string, number: number): CopiedRow {
  const row = parseCopiedRow(line);
  if ('fault' in row)
    throw new AppError('VALIDATION_FAILED', `Line ${number} ${row.fault}. Nothing was written.`);
  return row;
}
