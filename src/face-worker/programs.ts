// The WebAssembly that the networks run in, for receipts (D-85).

/** SHA-256 by file, hexadecimal. A Worker gets modules compiled, without their bytes; a test compares these with the files. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'tfjs-backend-wasm-simd.wasm': '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  'face-kernels.wasm': '2c472e0a30c1dbbc1afb398694ad3c9ffdcc9b966a346b2892a83ea23f39d92c',
};
