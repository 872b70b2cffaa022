import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameTicks, STALL_MS } from '../../../../widget/hosted/capture/frame-ticks.ts';

/** A video that calls back once per request, when the next picture arrives, as in a browser. */
class Camera {
  #waiting: VideoFrameRequestCallback[] = [];
  #count = 0;

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    return this.#waiting.push(callback);
  }

  shoot(): void {
    this.#count++;
    const metadata = { captureTime: this.#count * 33, presentedFrames: this.#count };
    for (const callback of this.#waiting.splice(0)) {
      callback(0, metadata as VideoFrameCallbackMetadata);
    }
  }
}

let camera: Camera;
let ticks: FrameTicks;

beforeEach(() => {
  vi.useFakeTimers();
  camera = new Camera();
  ticks = new FrameTicks(camera);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Returns the count of the next tick, `stalled` if the ticks have stopped, or `waiting` while
 * `next` is pending.
 */
async function outcome(): Promise<unknown> {
  const next = ticks.next().then((tick) => tick?.count ?? 'stalled');
  return Promise.race([next, vi.advanceTimersByTimeAsync(10).then(() => 'waiting')]);
}

describe('the next picture', () => {
  it('is ready immediately when it arrived during the last measurement', async () => {
    ticks.expect();
    camera.shoot();
    camera.shoot();
    expect(await outcome()).toBe(1);
  });

  it('is awaited when the current picture has already been read', async () => {
    camera.shoot();
    ticks.expect();
    expect(await outcome()).toBe('waiting');
  });

  it('counts only once', async () => {
    ticks.expect();
    camera.shoot();
    await ticks.next();
    expect(await outcome()).toBe('waiting');
  });

  it('does not count when it was expected before the page was hidden', async () => {
    ticks.expect();
    camera.shoot();
    ticks.forget();
    expect(await outcome()).toBe('waiting');
  });

  it('causes a stall when it does not arrive in time, counted from the last picture', async () => {
    ticks.expect();
    await vi.advanceTimersByTimeAsync(STALL_MS);
    expect(await outcome()).toBe('stalled');
  });

  it('causes no stall when it arrives in time, however long the engine takes', async () => {
    ticks.expect();
    camera.shoot();
    await vi.advanceTimersByTimeAsync(3 * STALL_MS);
    expect(await outcome()).toBe(1);
  });

  it('is not read early when the browser does not announce pictures, since it could be the same one', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
      frames.push(callback),
    );
    ticks = new FrameTicks({});
    ticks.expect();
    expect(frames).toHaveLength(0);
    const next = ticks.next();
    frames[0]?.(0);
    expect(await next).toEqual({ takenMs: undefined, count: 0 });
  });
});
