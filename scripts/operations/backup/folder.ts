// A backup on disk: a folder with SQL files and ledger files, which are called parts, and
// backup.json, which lists them.
import { createHash, randomUUID, type Hash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  fsyncSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ListedVolume } from '../ledgers/volumes.ts';
import type { LastRows, Position } from './dump.ts';

/**
 * The size at which a part ends, in bytes. It is far below the 5 GB that D1 can import from one
 * file, because an import blocks the database, and a part whose import was interrupted must be
 * imported again from its start.
 */
export const PART_BYTES = 64_000_000;

interface Part {
  file: string;
  bytes: number;
  /** The SHA-256 of the file, in hexadecimal digits. */
  sha256: string;
}

export interface LedgerParts {
  /** When the copying of the ledgers was completed (ISO 8601); absent until then. */
  ended_at?: string;
  /** Where the next part begins; absent before the first part is written and after the last. */
  next?: ListedVolume & { after: string | null };
  rows: number;
  parts: Part[];
}

export interface Manifest {
  format: 1;
  id: string;
  /** When the backup began (ISO 8601). */
  begun_at: string;
  /** When the copying of the database was completed (ISO 8601); absent until then. */
  ended_at?: string;
  /** The SHA-256 of the schema that is backed up. */
  schema: string;
  last_rows: LastRows;
  /**
   * Whether the backup keeps the service from moving outcomes between tables until it is complete
   * (D-178).
   */
  holds_outcomes?: true;
  /** Where the next part begins; absent before the first part is written and after the last. */
  next?: Position;
  rows: number;
  parts: Part[];
  /**
   * The backup's ledgers; false when they were left out, absent in a backup that predates ledgers.
   */
  ledgers?: LedgerParts | false;
}

const MANIFEST = 'backup.json';
/** The suffix of a file that is still being written. */
const PARTIAL = '.partial';

export const newManifest = (
  now: number,
  plan: { fingerprint: string },
  lastRows: LastRows,
): Manifest => ({
  format: 1,
  id: randomUUID(),
  begun_at: new Date(now).toISOString(),
  schema: plan.fingerprint,
  last_rows: lastRows,
  rows: 0,
  parts: [],
  ledgers: false,
});

/**
 * @returns undefined when the folder contains no backup or does not exist
 * @throws Error when the backup has the format of a different version
 */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return undefined;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  if (manifest.format !== 1) throw new Error(`${file} is of another version.`);
  return manifest;
}

/**
 * Replaces the manifest's file atomically. Must be called after all files that the manifest lists
 * have been written to disk.
 */
export function saveManifest(folder: string, manifest: Manifest): void {
  const file = join(folder, MANIFEST);
  const handle = openSync(`${file}${PARTIAL}`, 'w', 0o600);
  writeSync(handle, `${JSON.stringify(manifest, undefined, 2)}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}${PARTIAL}`, file);
}

/**
 * Creates the folder for a new backup, or removes partly written files from the folder of an
 * unfinished one.
 * @throws Error when the folder for a new backup contains any file
 */
export function prepareFolder(folder: string, isBegun: boolean): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = readdirSync(folder);
  if (!isBegun && files.length > 0) throw new Error(`${folder} has other files.`);
  for (const file of files.filter((name) => name.endsWith(PARTIAL))) rmSync(join(folder, file));
}

/** Writes one part. Until the part is complete, its file has a temporary name. */
export class PartWriter {
  readonly #folder: string;
  readonly #file: string;
  readonly #handle: number;
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  private constructor(folder: string, file: string) {
    this.#folder = folder;
    this.#file = file;
    this.#handle = openSync(this.#path(PARTIAL), 'wx', 0o600);
  }

  /** @param number the position of the part, starting at 1 */
  static ofDatabase(folder: string, number: number): PartWriter {
    return new PartWriter(folder, `${String(number).padStart(4, '0')}.sql`);
  }

  /** @param number the position of the part, starting at 1 */
  static ofLedgers(folder: string, number: number): PartWriter {
    return new PartWriter(folder, `ledger-${String(number).padStart(4, '0')}.jsonl`);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @param lines statements or rows; a line break is added to each */
  write(lines: readonly string[]): void {
    const data = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    for (let at = 0; at < data.length;) at += writeSync(this.#handle, data, at);
    this.#hash.update(data);
    this.#bytes += data.length;
  }

  end(): Part {
    fsyncSync(this.#handle);
    closeSync(this.#handle);
    renameSync(this.#path(PARTIAL), this.#path(''));
    return { file: this.#file, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Deletes the unfinished part. */
  abandon(): void {
    closeSync(this.#handle);
    rmSync(this.#path(PARTIAL));
  }

  #path(end: string): string {
    return join(this.#folder, `${this.#file}${end}`);
  }
}

/** @throws Error for the first part that is missing or has changed since it was written */
export async function checkParts(
  folder: string,
  { parts }: Pick<Manifest, 'parts'>,
): Promise<void> {
  for (const { file, sha256 } of parts) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`${path} is missing.`);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    if (hash.digest('hex') !== sha256) throw new Error(`${path} is not what was written.`);
  }
}
