// Ambient declarations of the build: Vite's client types and the constants vite.config.ts defines.
/// <reference types="vite/client" />

/** The face models as copied by the build: file name in MODEL_FILES → where it is served and how big it is. */
declare const MODEL_ASSETS: Record<string, { url: string; bytes: number }>;
/** The engine's WebAssembly, likewise. */
declare const ENGINE_WASM: { url: string; bytes: number };

/** The scripts of what runs before the camera, of the document step, of passes and of age keys. */
declare const CAPTURE_PART: { url: string };
declare const DOCUMENT_PART: { url: string };
declare const WALLET_PART: { url: string };
declare const PASSES_PART: { url: string };
declare const KEY_PART: { url: string };

/** Addresses of the languages that are files of their own: all but English. */
declare const LANGUAGE_FILES: Record<string, string>;
