// What the page and the engine's worker say to each other.
import type { FaceFrame } from '../capture/recorder.ts';
import type { Asset } from './downloads.ts';

export type ToWorker =
  | {
      /** Loads the engine; said again after a failure, it goes on where loading stopped. */
      type: 'start';
      wasm: Asset;
      /** File names of MODEL_FILES → where they are served. */
      models: Record<string, Asset>;
    }
  | { type: 'frame'; width: number; height: number; data: ArrayBuffer; wantsAge: boolean }
  | { type: 'reset' };

/** What one picture shows. */
export interface Look {
  face: FaceFrame | undefined;
  /** Mean luma of the whole picture, 0 to 255. */
  brightness: number;
}

export type FromWorker =
  /** `isWaiting`: the connection broke, and loading goes on when it is back. */
  | { type: 'progress'; loadedBytes: number; isWaiting: boolean }
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'look'; look: Look };
