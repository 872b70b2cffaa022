// Passes camera pictures to the reader one by one until one of them ends the run, and in the
// meantime reports what prevents a reading.
import type { Advice } from '../../../src/vision/documents/quality.ts';
import { grab } from './page-camera.ts';
import type { TakeKeeper } from './take.ts';

/** The pictures kept for the take; `keeper` is undefined until its script has loaded. */
export interface Film {
  keeper?: TakeKeeper;
}

/**
 * A hint; only one is shown at a time. `other_kind`: the document was read, but the site does not
 * accept it. `turn_over`: the side with the code is still shown. `other_side`: no code was found
 * for a while.
 */
export type Say =
  | Advice
  | 'unread'
  | 'reading'
  | 'other_kind'
  | 'no_picture'
  | 'turn_over'
  | 'other_side';

/**
 * The hint on screen. It stays until two consecutive pictures require a different one, because
 * nobody can follow a hint that flickers; only `reading` replaces it immediately.
 */
export class Remark {
  #shown: Say;
  #next: Say | undefined;

  constructor(first: Say = 'fit') {
    this.#shown = first;
  }

  /** @returns what to show now */
  see(say: Say): Say {
    if (say === this.#next || say === 'reading') this.#shown = say;
    this.#next = say;
    return this.#shown;
  }
}

interface RunParts {
  video: HTMLVideoElement;
  film: Film;
  remark: Remark;
  onSay: (say: Say) => void;
  /**
   * @param canvas the canvas with the picture
   * @param isStopped whether the result is no longer needed
   * @returns the hint; undefined once the run has found what it is looking for, or cannot continue
   */
  look: (
    picture: ImageData,
    canvas: HTMLCanvasElement,
    isStopped: () => boolean,
  ) => Promise<Say | undefined>;
}

/** A pause between two pictures, so that a slow machine stays responsive. */
const REST_MS = 60;
const STALLED_MS = 4_000;

/**
 * @returns a function that ends the run, after which a picture that is still being read produces no
 *   hint
 */
export function runCamera({ video, film, remark, onSay, look }: RunParts): () => void {
  const canvas = document.createElement('canvas');
  let isStopped = false;
  const showHint = (one: Say): void => {
    if (!isStopped) onSay(remark.see(one));
  };
  const run = async (): Promise<void> => {
    let lastMs = performance.now();
    for (let shownAt = -1; ;) {
      await sleep(REST_MS);
      if (isStopped) return;
      const isNew = !document.hidden && video.currentTime !== shownAt;
      shownAt = video.currentTime;
      const picture = isNew ? grab(video, canvas) : undefined;
      if (!picture) {
        if (performance.now() - lastMs > STALLED_MS) showHint('no_picture');
        continue;
      }
      lastMs = performance.now();
      film.keeper?.see(canvas);
      const found = await look(picture, canvas, () => isStopped);
      if (found === undefined) return;
      showHint(found);
    }
  };
  void run();
  return () => {
    isStopped = true;
  };
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
