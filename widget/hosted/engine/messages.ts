// What the page and the engine's worker say to each other.
import type { FaceFrame } from '../capture/recorder.ts';

export type ToWorker =
  | {
      type: 'start';
      wasmUrl: string;
      /** File names of MODEL_FILES → where they are served. */
      models: Record<string, string>;
    }
  | { type: 'frame'; width: number; height: number; data: ArrayBuffer; wantsAge: boolean }
  | { type: 'reset' };

export type FromWorker =
  | { type: 'progress'; loadedBytes: number }
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'face'; face: FaceFrame | undefined };
