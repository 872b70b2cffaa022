// A fake engine that reports the face that a test specifies. It speaks the worker's protocol
// (widget/hosted/engine/worker.ts) and reports the same face for every picture until the test sets
// a different face or silences the engine.
import type { Page } from 'playwright-core';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import type { FromWorker, ToWorker } from '../../../widget/hosted/engine/worker.ts';

/** How a face differs from one that looks straight ahead in the middle of the oval. */
export type Face = Partial<FaceReading> | 'nobody';

export interface EngineScript {
  /** The share of the models that has loaded (0 to 1); 1, the default, means ready. */
  loaded?: number | 'failed';
  /** Whether the connection broke while the models were loading. */
  isWaiting?: boolean;
  /** What the engine sees at first; by default a face that looks straight ahead. */
  face?: Face;
  /** The engine goes silent on its own after this many pictures. */
  pictures?: number;
}

const CHANNEL = 'gallery-engine';

/**
 * The worker's script, which is served instead of the real one.
 * @param allBytes size of the real engine's files; `loaded` is a share of it
 */
export function fakeEngineScript(script: EngineScript, allBytes: number): string {
  return `(${String(runFakeEngine)})(${JSON.stringify({ ...script, allBytes, channel: CHANNEL })});`;
}

/**
 * Makes the engine report this face from the next picture on; with `silence` it reports nothing,
 * and the page does not change.
 */
export async function show(page: Page, face: Face | 'silence'): Promise<void> {
  await page.evaluate(
    ([channel, sight]) => {
      const to = new BroadcastChannel(channel);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      to.postMessage(sight);
      to.close();
    },
    [CHANNEL, face] as const,
  );
}

/** Runs in the worker, and cannot refer to anything else in this file. */
function runFakeEngine({
  loaded = 1,
  isWaiting = false,
  face = {},
  pictures = 1e9,
  allBytes,
  channel,
}: EngineScript & { allBytes: number; channel: string }): void {
  /**
   * The time to read a picture: 40 pictures per second are more than the page keeps, and cost
   * little.
   */
  const READING_MS = 25;
  const STRAIGHT: FaceReading = {
    pose: { yaw: 0, pitch: 0, roll: 0 },
    x: 0.5,
    y: 0.49,
    width: 0.3,
    height: 0.5,
    mouth: 0.02,
    score: 0.95,
    faces: 1,
    brightness: 130,
  };
  let sight: Face | 'silence' = face;
  new BroadcastChannel(channel).addEventListener('message', ({ data }: MessageEvent) => {
    sight = data as Face | 'silence';
  });
  const post = (message: FromWorker) => self.postMessage(message, { transfer: [] });
  const start = () => {
    if (loaded === 'failed') return post({ type: 'failed', message: 'scripted' });
    post({ type: 'progress', loadedBytes: Math.round(loaded * allBytes), isWaiting });
    if (loaded === 1) post({ type: 'ready' });
  };
  let left = pictures;
  const answer = (wantsAge: boolean) => {
    if (sight === 'silence' || left === 0) return;
    left -= 1;
    const seen =
      sight === 'nobody' ? undefined : { ...STRAIGHT, ...sight, ...(wantsAge && { age: 31 }) };
    post({ type: 'reading', reading: { face: seen, brightness: STRAIGHT.brightness } });
  };
  self.addEventListener('message', ({ data: message }: MessageEvent<ToWorker>) => {
    if (message.type === 'start') start();
    if (message.type === 'frame') setTimeout(() => answer(message.wantsAge), READING_MS);
  });
}
