// Carries camera pictures to the engine, one at a time, and its readings to whoever runs the step.
import type { FaceClient } from '../engine/face-client.ts';
import { frameSource } from './camera.ts';
import type { FaceFrame } from './recorder.ts';

export interface FrameListener {
  /** Whether the next picture should be estimated too. */
  wantsAge(nowMs: number): boolean;
  /** One picture, with or without a face; `nowMs` is when it was taken (performance.now). */
  see(nowMs: number, face: FaceFrame | undefined): void;
  /** The page was hidden and is back: what was measured before does not connect to what follows. */
  interrupt(): void;
}

/** @returns a function that stops the loop */
export function runCameraLoop(
  video: HTMLVideoElement,
  engine: FaceClient,
  listener: FrameListener,
): () => void {
  const source = frameSource(video);
  const stop = new AbortController();
  const loop = async () => {
    while (!stop.signal.aborted) {
      if (document.hidden) {
        await becomesVisible();
        listener.interrupt();
      }
      const hasPicture = await source.next();
      const nowMs = performance.now();
      const picture = hasPicture && !document.hidden ? source.grab() : undefined;
      const face = picture && (await engine.look(picture, listener.wantsAge(nowMs)));
      if (!stop.signal.aborted) listener.see(nowMs, face);
    }
  };
  void loop();
  return () => stop.abort();
}

function becomesVisible(): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
