// The puppet reports itself what a picture shows, in place of the engine: for tests of everything but the engine, which
// then depend on no machine's speed. Loading, worker and pictures stay the real ones.
import type { PictureReading, ToWorker } from '../../../widget/hosted/engine/worker.ts';

/** Runs in the page, after the puppet's camera and before the page's own scripts; knows nothing of this file. */
export function reportReadings(): void {
  const ANSWER_MS = 15;
  /** Measuring real pictures is never exact. */
  const NOISE_DEGREES = 1;
  const AGE = 38;
  const about = (degrees: number) => degrees + (Math.random() - 0.5) * NOISE_DEGREES;

  const read = (wantsAge: boolean): PictureReading => {
    const { scene, yaw, pitch } = window.puppet.now;
    const brightness = scene === 'dark' ? 15 : 120;
    if (scene === 'nobody') return { face: undefined, brightness };
    const pose = { yaw: about(yaw), pitch: about(pitch), roll: about(0) };
    const place = { x: 0.5, y: 0.5, width: 0.3, height: 0.5 };
    const face = { pose, ...place, score: 0.9, faces: scene === 'two' ? 2 : 1, brightness };
    return { face: { ...face, ...(wantsAge && { age: AGE + about(0) }) }, brightness };
  };

  const Original = window.Worker;
  window.Worker = class extends Original {
    override postMessage(
      message: ToWorker,
      transfer?: Transferable[] | StructuredSerializeOptions,
    ): void {
      const options = Array.isArray(transfer) ? { transfer } : transfer;
      if (message.type !== 'frame') return super.postMessage(message, options);
      const data = { type: 'reading', reading: read(message.wantsAge) };
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), ANSWER_MS);
    }
  };
}
