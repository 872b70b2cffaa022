// Creates a zip archive of a few files with fflate, a maintained 8 kB library without dependencies
// that runs in Workers.
import { zipSync } from 'fflate';

/**
 * The earliest date that the zip format supports. It is fixed, so that the same files always
 * produce the same archive.
 */
const NO_TIME = new Date(1980, 0, 1);
/** Names of files that are already compressed: compressing them again would save nothing. */
const COMPRESSED = /\.(pdf|png|jpg)$/;

/** @param files the files, in the order that the archive lists them */
export const zipOf = (
  files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
): Uint8Array<ArrayBuffer> =>
  zipSync(
    Object.fromEntries(
      files.map(({ name, bytes }) => [name, [bytes, { level: COMPRESSED.test(name) ? 0 : 6 }]]),
    ),
    { mtime: NO_TIME },
  );
