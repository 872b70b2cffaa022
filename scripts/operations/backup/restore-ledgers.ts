// Restores the ledgers of a backup through the service, which runs on the restored database. Rows
// that a volume already contains are not changed, so a restore that was interrupted can simply be
// repeated from the start.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { RowsRestored } from '../../../src/domain/platform/ledgers/copied-rows.ts';
import { checkParts, readManifest } from './folder.ts';

/**
 * The maximum size of one request, in bytes and in lines; well below the 8 MiB that the service
 * accepts.
 */
const [BATCH_BYTES, BATCH_LINES] = [2_000_000, 2_000];

type RestoreRows = (volume: string, lines: readonly string[]) => Promise<RowsRestored>;

/**
 * @param onPart called after each part, with the number of parts restored so far and the total
 * @returns how many rows were added, and how many existed already
 * @throws Error when the backup has no complete ledgers or has been changed; in these cases,
 *   nothing has been written
 */
export async function restoreLedgers(
  folder: string,
  restore: RestoreRows,
  onPart: (done: number, of: number) => void = () => {},
): Promise<RowsRestored> {
  const { ledgers } = readManifest(folder) ?? {};
  if (!ledgers) throw new Error(`${folder} has no ledgers.`);
  if (ledgers.ended_at === undefined)
    throw new Error(`The ledgers in ${folder} are not complete: run the same backup again.`);
  const { parts } = ledgers;
  await checkParts(folder, { parts });
  const all = { added: 0, left: 0 };
  for (const [n, { file }] of parts.entries()) {
    for await (const { volume, lines } of readBatches(join(folder, file))) {
      const { added, left } = await restore(volume, lines);
      all.added += added;
      all.left += left;
    }
    onPart(n + 1, parts.length);
  }
  return all;
}

interface Batch {
  volume: string;
  lines: string[];
}

/**
 * Reads lines in batches. Each batch contains lines of only one volume, in their original order.
 */
async function* readBatches(path: string): AsyncGenerator<Batch> {
  let [volume, lines, bytes]: [string, string[], number] = ['', [], 0];
  for await (const line of readLines(path)) {
    const isHeading = line.startsWith('{"volume":');
    const size = Buffer.byteLength(line) + 1;
    const isFull = bytes + size > BATCH_BYTES || lines.length >= BATCH_LINES;
    if (lines.length > 0 && (isHeading || isFull)) {
      yield { volume, lines };
      [lines, bytes] = [[], 0];
    }
    if (isHeading) ({ volume } = JSON.parse(line) as Batch);
    else {
      lines.push(line);
      bytes += size;
    }
  }
  if (lines.length > 0) yield { volume, lines };
}

/**
 * Reads a file line by line. Node's readline cannot be used, because it also ends a line at U+2028,
 * which JSON does not escape.
 */
async function* readLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
