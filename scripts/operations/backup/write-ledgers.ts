// Adds the ledgers to a backup, as files of JSON lines, which are also parts of the backup. After
// an interruption, running it again continues after the last complete part.
import type { VolumePart } from '../ledgers/ledger-calls.ts';
import { listVolumes, pathOf, type ListedVolume } from '../ledgers/volumes.ts';
import type { Query } from '../query.ts';
import {
  PART_BYTES,
  PartWriter,
  prepareFolder,
  readManifest,
  saveManifest,
  type LedgerParts,
  type Manifest,
} from './folder.ts';

interface Options {
  now: () => number;
  /**
   * The size at which a part ends, in bytes.
   * @default 64,000,000
   */
  partBytes?: number;
  /** Called after each part, with the ledgers' new entry in the manifest. */
  onPart?: (ledgers: LedgerParts) => void;
}

/**
 * Reads a part of a volume, which is identified by its path in the service. `after` is where the
 * previous part ended; null reads from the beginning.
 */
export type ReadPart = (volume: string, after: string | null) => Promise<VolumePart>;

/**
 * @param folder the folder of a backup whose database is complete
 * @returns what has been written, by this run and by earlier ones
 */
export async function writeLedgers(
  query: Query,
  read: ReadPart,
  folder: string,
  { now, partBytes = PART_BYTES, onPart = () => {} }: Options,
): Promise<LedgerParts> {
  const manifest = readManifest(folder);
  if (manifest?.ended_at === undefined)
    throw new Error(`${folder} does not have the complete database.`);
  let ledgers: LedgerParts = manifest.ledgers || { rows: 0, parts: [] };
  if (ledgers.ended_at !== undefined) return ledgers;
  prepareFolder(folder, true);
  const slices = readVolumes(query, read, ledgers.next);
  const save = (written: LedgerParts) => {
    const isLast = written.next === undefined;
    ledgers = { ...written, ...(isLast && { ended_at: new Date(now()).toISOString() }) };
    saveManifest(folder, { ...manifest, ledgers });
  };
  for await (const written of inParts(slices, partBytes, folder, () => ledgers)) {
    save(written);
    onPart(ledgers);
  }
  // If the last volumes are empty, no part was written for them, so the end is recorded here.
  if (ledgers.ended_at === undefined) save({ rows: ledgers.rows, parts: ledgers.parts });
  return ledgers;
}

/**
 * The beginning of the line that contains a volume's state. Such lines are not counted as rows,
 * because a restore reports only rows of tables.
 */
const STATE = '{"table":"state"';

/** Whether the backup contains all ledgers. */
export const hasLedgers = ({ ledgers }: Manifest): boolean =>
  ledgers !== undefined && ledgers !== false && ledgers.ended_at !== undefined;

interface Slice {
  volume: string;
  lines: string[];
  /** Where reading continues after this slice; absent in the last slice. */
  next?: NonNullable<LedgerParts['next']>;
}

async function* readVolumes(
  query: Query,
  read: ReadPart,
  from: LedgerParts['next'],
): AsyncGenerator<Slice> {
  const volumes = await listVolumes(query, from);
  for (const [n, volume] of volumes.entries()) {
    const isFirst = n === 0 && from !== undefined && pathOf(from) === pathOf(volume);
    for (let after: string | null = isFirst ? from.after : null; ;) {
      const part = await read(pathOf(volume), after);
      const next = part.next === null ? startOf(volumes[n + 1]) : { ...volume, after: part.next };
      yield { volume: pathOf(volume), lines: part.lines, ...(next && { next }) };
      if (part.next === null) break;
      after = part.next;
    }
  }
}

const startOf = (volume: ListedVolume | undefined): LedgerParts['next'] =>
  volume && { ...volume, after: null };

/**
 * Writes slices of the ledgers to files, and yields the ledgers' new entry in the manifest after
 * each file.
 */
async function* inParts(
  slices: AsyncGenerator<Slice>,
  partBytes: number,
  folder: string,
  current: () => LedgerParts,
): AsyncGenerator<LedgerParts> {
  let writer: PartWriter | undefined;
  let [rows, volume] = [0, ''];
  try {
    for await (const { next, ...slice } of slices) {
      const { next: _next, ...written } = current();
      if (writer === undefined && slice.lines.length > 0) {
        writer = PartWriter.ofLedgers(folder, written.parts.length + 1);
        volume = '';
      }
      if (slice.lines.length > 0 && volume !== slice.volume)
        writer?.write([JSON.stringify({ volume: slice.volume })]);
      volume = slice.volume;
      writer?.write(slice.lines);
      rows += slice.lines.filter((line) => !line.startsWith(STATE)).length;
      if (writer === undefined || (next !== undefined && writer.bytes < partBytes)) continue;
      const parts = [...written.parts, writer.end()];
      writer = undefined;
      yield { rows: written.rows + rows, parts, ...(next && { next }) };
      rows = 0;
    }
  } finally {
    writer?.abandon();
  }
}
