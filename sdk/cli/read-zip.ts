// Reads a small zip archive through its central directory. Each file is read whole and may be
// stored or deflated. The archive's content is not trusted.
import { inflateRawSync } from 'node:zlib';

/**
 * The maximum uncompressed size of a file in the archive; evidence packs contain nothing larger.
 */
const MAX_BYTES = 50_000_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;

/**
 * @returns the files by name, in the order of the central directory
 * @throws Error when the bytes are not an archive that this module supports, or when two files have
 *   the same name
 */
export function readZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(zip);
  const files = new Map<string, Uint8Array>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('An entry is missing.');
    const [nameBytes, extra, comment] = [28, 30, 32].map((one) => zip.readUInt16LE(at + one));
    const nameEnd = at + 46 + (nameBytes ?? 0);
    const name = zip.toString('utf8', at + 46, nameEnd);
    if (files.has(name)) throw new Error('Two files have one name.');
    files.set(name, readFile(zip, at));
    at = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= 0; at -= 1)
    if (zip.readUInt32LE(at) === END) return at;
  throw new Error('The list of files is missing.');
}

/** @param entry the offset of the file's entry in the central directory */
function readFile(zip: Buffer, entry: number): Uint8Array {
  const method = zip.readUInt16LE(entry + 10);
  const [packed, size] = [zip.readUInt32LE(entry + 20), zip.readUInt32LE(entry + 24)];
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== LOCAL || size > MAX_BYTES) throw new Error('A file is missing.');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const content = zip.subarray(start, start + packed);
  if (content.length !== packed) throw new Error('The archive is truncated.');
  if (method === 0) return content;
  if (method !== 8) throw new Error('A file uses an unsupported compression method.');
  return inflateRawSync(content, { maxOutputLength: Math.max(size, 1) });
}
