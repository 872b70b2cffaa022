// Says when the camera has a picture that was not read yet. One that came while the engine was busy is there
// at once: to wait for the one after it would cost a busy machine every other picture.
import { MAX_GAP_MS } from '../../../src/engine/challenge.ts';
import type { Tick } from './camera-signals.ts';

/** The page has to notice that no pictures come before the gap is too long for the server. */
export const STALL_MS = MAX_GAP_MS - 200;

/** Older browsers tell nothing of pictures. */
type Video = Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback'>>;

export class FrameTicks {
  readonly #video: Video;
  #coming: Promise<Tick | undefined> | undefined;

  constructor(video: Video) {
    this.#video = video;
  }

  /** The picture on screen has been read: from now on the next one counts, also while nobody waits for it. */
  expect(): void {
    // Without word of pictures a picture read too soon may be the last one again: there, ask as late as possible.
    if (this.#video.requestVideoFrameCallback) this.#coming = nextTick(this.#video);
  }

  /** What was expected so far does not count any more. */
  forget(): void {
    this.#coming = undefined;
  }

  /** Resolves with the first picture since `expect`, or with undefined when it keeps us waiting. */
  next(): Promise<Tick | undefined> {
    const coming = this.#coming ?? nextTick(this.#video);
    this.#coming = undefined;
    return coming;
  }
}

function nextTick(video: Video): Promise<Tick | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), STALL_MS);
    const done = (tick: Tick) => {
      clearTimeout(timer);
      resolve(tick);
    };
    // Calls back for pictures that appear from now on, never for the one on screen (HTML video.rVFC).
    if (video.requestVideoFrameCallback) {
      video.requestVideoFrameCallback((_now, { captureTime, presentedFrames }) =>
        done({ takenMs: captureTime, count: presentedFrames }),
      );
    } else requestAnimationFrame(() => done({ takenMs: undefined, count: 0 }));
  });
}
