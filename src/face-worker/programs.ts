// The WebAssembly that the networks run in, for receipts (D-85).

/** SHA-256 by file, hexadecimal. A Worker gets modules compiled, without their bytes; a test compares these with the files. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'tfjs-backend-wasm-simd.wasm': '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  'packed-product.wasm': '92b9888cfc68da9465cd58a58e4388f367d5ac9c5ebb7108ed9bd8ab88b1a3bb',
};
