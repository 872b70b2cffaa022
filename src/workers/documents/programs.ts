// Hashes of the WebAssembly that reads barcodes, for receipts (D-85).

/**
 * Hexadecimal SHA-256 by file name. A Worker receives compiled modules without their bytes, so a
 * test compares these hashes with the files.
 */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'zxing_reader.wasm': 'e8af31edb56d0522f4de74495839385ef019ba8bc90d38e5ecb2f18795d86fb2',
};
