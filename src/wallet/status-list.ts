// Reads a credential's status from an issuer's Token Status List (draft-ietf-oauth-status-list, 4).
// Pure.

/** Possible sizes of a status in bits. */
export const STATUS_BITS = [1, 2, 4, 8] as const;
export type StatusBits = (typeof STATUS_BITS)[number];

/**
 * The maximum size of a decompressed list. A list of a million credentials with one bit each takes
 * 125 kB.
 */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * @param compressed DEFLATE data in the ZLIB format
 * @param bits size of one status
 * @returns 0 for a valid credential; undefined when the list is too short
 * @throws Error when the list cannot be decompressed up to the status
 */
export async function statusAt(
  compressed: Uint8Array<ArrayBuffer>,
  bits: number,
  index: number,
): Promise<number | undefined> {
  if (!Number.isSafeInteger(index) || index < 0) return undefined;
  const at = Math.floor((index * bits) / 8);
  let begin = 0;
  for await (const chunk of inflate(compressed)) {
    const byte = chunk[at - begin];
    if (byte !== undefined) return (byte >> ((index * bits) % 8)) & (2 ** bits - 1);
    begin += chunk.length;
  }
  return undefined;
}

/** @returns false when the list is empty, cannot be decompressed, or is larger than 8 MiB */
export async function isList(compressed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  let length = 0;
  try {
    for await (const chunk of inflate(compressed)) {
      length += chunk.length;
      if (length > MAX_BYTES) return false;
    }
  } catch {
    return false;
  }
  return length > 0;
}

async function* inflate(compressed: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  const reader = new Blob([compressed])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
    .getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
