// Writes a database to a folder as SQL files, the parts of the backup. After an interruption,
// running it again continues after the last complete part.
import type { Query } from '../query.ts';
import { dumpDatabase, planDump, readLastRows, type Slice } from './dump.ts';
import {
  newManifest,
  PART_BYTES,
  PartWriter,
  prepareFolder,
  readManifest,
  saveManifest,
  type Manifest,
} from './folder.ts';
import { extendHold, holdOutcomes, releaseOutcomes } from './held-outcomes.ts';
import { partHead, TIDY } from './restored-parts.ts';

interface Options {
  now: () => number;
  /**
   * The size at which a part ends, in bytes.
   * @default 64,000,000
   */
  partBytes?: number;
  /** Called after each part, with the new manifest. */
  onPart?: (manifest: Manifest) => void;
}

/**
 * @returns what has been written, by this run and by earlier ones
 * @throws Error when the folder contains a complete backup or other files, or when the tables have
 *   changed, or outcomes may have moved, since an unfinished backup began; that backup then stays
 *   incomplete
 */
export async function writeBackup(
  query: Query,
  folder: string,
  { now, partBytes = PART_BYTES, onPart = () => {} }: Options,
): Promise<Manifest> {
  const begun = readManifest(folder);
  if (begun?.ended_at !== undefined) throw new Error(`${folder} has a complete backup.`);
  const plan = await planDump(query);
  if (begun && begun.schema !== plan.fingerprint)
    throw new Error(`The tables have changed since ${folder} was begun: begin in another folder.`);
  prepareFolder(folder, begun !== undefined);
  let manifest = begun ?? newManifest(now(), plan, await readLastRows(query, plan));
  if (!begun) {
    const isHolding = await holdOutcomes(query, manifest.id, now());
    if (isHolding) manifest = { ...manifest, holds_outcomes: true };
    saveManifest(folder, manifest);
  }
  const requireHeld = async (): Promise<void> => {
    if (manifest.holds_outcomes === true && !(await extendHold(query, manifest.id, now())))
      throw new Error(`Figures may have moved since ${folder} was begun: begin in another folder.`);
  };
  await requireHeld();
  const slices = dumpDatabase(query, plan, manifest.last_rows, manifest.next);
  for await (const part of inParts(slices, partBytes, folder, () => manifest)) {
    const isLast = part.next === undefined;
    await requireHeld();
    manifest = { ...part, ...(isLast && { ended_at: endOf(now) }) };
    saveManifest(folder, manifest);
    onPart(manifest);
  }
  // The backup is complete even if the hold cannot be deleted. The hold then expires by itself.
  if (manifest.holds_outcomes === true)
    await query(releaseOutcomes(manifest.id)).catch(() => undefined);
  return manifest;
}

const endOf = (now: () => number): string => new Date(now()).toISOString();

/** Writes slices of the database to files, and yields the new manifest after each file. */
async function* inParts(
  slices: AsyncGenerator<Slice>,
  partBytes: number,
  folder: string,
  current: () => Manifest,
): AsyncGenerator<Manifest> {
  let writer: PartWriter | undefined;
  let rows = 0;
  try {
    for await (const slice of slices) {
      const manifest = current();
      if (writer === undefined) {
        const number = manifest.parts.length + 1;
        writer = PartWriter.ofDatabase(folder, number);
        writer.write(partHead(number, manifest.id));
      }
      writer.write(slice.statements);
      rows += slice.rows;
      if (slice.next !== undefined && writer.bytes < partBytes) continue;
      if (slice.next === undefined) {
        if (manifest.holds_outcomes === true) writer.write([releaseOutcomes(manifest.id)]);
        writer.write([TIDY]);
      }
      const parts = [...manifest.parts, writer.end()];
      writer = undefined;
      const { next: _next, ...rest } = manifest;
      yield { ...rest, rows: rest.rows + rows, parts, ...(slice.next && { next: slice.next }) };
      rows = 0;
    }
  } finally {
    writer?.abandon();
  }
}
