// Carries pictures of the camera to the reader, one after the other, until one of them ends it; and says meanwhile what is in
// the way.
import type { Advice } from '../../../src/vision/documents/quality.ts';
import { grab } from './page-camera.ts';
import type { TakeKeeper } from './take.ts';

/** What is kept of the take; nothing until its script is there. */
export interface Film {
  keeper?: TakeKeeper;
}

/**
 * One at a time. `other_kind`: read, but the site does not take it. `turn_over`: it is still the side with the code.
 * `other_side`: no code was found for a while.
 */
export type Say =
  | Advice
  | 'unread'
  | 'reading'
  | 'other_kind'
  | 'no_picture'
  | 'turn_over'
  | 'other_side';

/** A remark stands until two pictures in a row say something else: nobody can follow one that flickers. */
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
   * @param canvas with the picture @param isStopped whether nobody waits for it any more
   * @returns what to say; undefined once it has what it looks for, or cannot look any more
   */
  look: (
    picture: ImageData,
    canvas: HTMLCanvasElement,
    isStopped: () => boolean,
  ) => Promise<Say | undefined>;
}

/** Between two pictures, so that a machine that is slow stays usable. */
const REST_MS = 60;
const STALLED_MS = 4_000;

/** @returns ends it: what is looked at then is not spoken of any more */
export function runCamera({ video, film, remark, onSay, look }: RunParts): () => void {
  const canvas = document.createElement('canvas');
  let isStopped = false;
  const say = (one: Say): void => {
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
        if (performance.now() - lastMs > STALLED_MS) say('no_picture');
        continue;
      }
      lastMs = performance.now();
      film.keeper?.see(canvas);
      const found = await look(picture, canvas, () => isStopped);
      if (found === undefined) return;
      say(found);
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
