// A face's descriptor as bytes, which are what is sealed, and how bytes are compared. Pure.

const MOST = 127;

/** A byte for each value, which moves distances by less than 0.001. @param descriptor of any length but 0 in all values */
export function packDescriptor(descriptor: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const largest = Math.max(...Array.from(descriptor, Math.abs));
  const values = Int8Array.from(descriptor, (value) => Math.round((MOST * value) / largest));
  return new Uint8Array(values.buffer);
}

/** @returns of length 1 */
export function unpackDescriptor(bytes: ArrayBuffer | Uint8Array): number[] {
  const values = Array.from(new Int8Array(new Uint8Array(bytes).buffer));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
