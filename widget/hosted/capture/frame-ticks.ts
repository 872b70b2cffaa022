// Signals when the camera has a picture that has not been read yet. A picture that arrived while
// the engine was busy counts immediately: waiting for the next picture would cost a busy machine
// every other picture.
import { MAX_GAP_MS } from '../../../src/vision/face/challenge.ts';
import type { Tick } from './camera-signals.ts';

/**
 * How long to wait for a picture. The page has to notice missing pictures before the gap is too
 * long for the server.
 */
export const STALL_MS = MAX_GAP_MS - 200;

/** A video element; older browsers lack `requestVideoFrameCallback`. */
type Video = Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback'>>;

export class FrameTicks {
  readonly #video: Video;
  #next: Promise<Tick | undefined> | undefined;

  constructor(video: Video) {
    this.#video = video;
  }

  /**
   * Call this when the picture on screen has been read. The next picture then counts, even if it
   * arrives before `next` is called.
   */
  expect(): void {
    // Without `requestVideoFrameCallback`, a picture that is read too early may be the previous
    // picture again, so it is read as late as possible.
    if (this.#video.requestVideoFrameCallback) this.#next = nextTick(this.#video);
  }

  /** Discards the picture that `expect` is waiting for. */
  forget(): void {
    this.#next = undefined;
  }

  /** Resolves with the first picture since `expect`, or with undefined after STALL_MS. */
  next(): Promise<Tick | undefined> {
    const next = this.#next ?? nextTick(this.#video);
    this.#next = undefined;
    return next;
  }
}

function nextTick(video: Video): Promise<Tick | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), STALL_MS);
    const done = (tick: Tick) => {
      clearTimeout(timer);
      resolve(tick);
    };
    // `requestVideoFrameCallback` reports pictures that appear from now on, never the picture that
    // is already on screen (HTML video.rVFC).
    if (video.requestVideoFrameCallback) {
      video.requestVideoFrameCallback((_now, { captureTime, presentedFrames }) =>
        done({ takenMs: captureTime, count: presentedFrames }),
      );
    } else requestAnimationFrame(() => done({ takenMs: undefined, count: 0 }));
  });
}
