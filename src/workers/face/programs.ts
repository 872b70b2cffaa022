// Hashes of the WebAssembly that runs the networks, for receipts (D-85).

/**
 * Hexadecimal SHA-256 by file name. A Worker receives compiled modules without their bytes, so a
 * test compares these hashes with the files.
 */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'tfjs-backend-wasm-simd.wasm': '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  'face-kernels.wasm': '2dd9c216f8c100eb2b7cef2a0faaac6cd385a06da97041bebcee3f9e11dcbef1',
};
