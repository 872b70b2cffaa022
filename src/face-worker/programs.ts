// The WebAssembly that the networks run in, for receipts (D-85).

/** SHA-256 by file, hexadecimal. A Worker gets modules compiled, without their bytes; a test compares these with the files. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'tfjs-backend-wasm-simd.wasm': '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  'face-kernels.wasm': 'a79d49fef8a90c03f913caabfe8d982bd82a579a5277742663fc4fd347938208',
};
