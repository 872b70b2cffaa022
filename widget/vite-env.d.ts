// Ambient declarations of the build: Vite's client types and the constants that vite.config.ts
// defines.
/// <reference types="vite/client" />

/**
 * The face models as copied by the build: the URL and size of each, by its file name in
 * MODEL_FILES.
 */
declare const MODEL_ASSETS: Record<string, { url: string; bytes: number }>;
/** The engine's WebAssembly file as copied by the build, with its URL and size. */
declare const ENGINE_WASM: { url: string; bytes: number };

/**
 * The scripts of the parts that load on demand: the camera, the document step, the wallet, passes
 * and age keys.
 */
declare const CAPTURE_PART: { url: string };
declare const DOCUMENT_PART: { url: string };
declare const WALLET_PART: { url: string };
declare const PASSES_PART: { url: string };
declare const KEY_PART: { url: string };

/** The URLs of the language files by language tag; English has no separate file. */
declare const LANGUAGE_FILES: Record<string, string>;
