// Lets the puppet, instead of the page's engine, report the measurements of a picture, for tests
// that do not concern the engine. Such tests then do not depend on the machine's speed and need
// only half the processor time. The worker and the pictures are still the real ones.
import type { FromWorker, PictureReading, ToWorker } from '../../../widget/hosted/engine/worker.ts';

type Frame = Extract<ToWorker, { type: 'frame' }>;

/**
 * Where a picture encodes the posture: a row of squares in the lower left corner for yaw, pitch,
 * width and mouth.
 */
export const STAMP = {
  /** The side of a square in pixels, if the picture is 480 pixels wide. */
  side: 24,
  /** The grey level for a head that looks straight ahead. */
  middle: 128,
  perDegree: 4,
  /**
   * Width and mouth are encoded in degrees as well. These are the degrees for one unit of the
   * face's width (a share of the picture's width, minus 0.3) and for one unit of the gap between
   * the lips (a share of the mouth's width).
   */
  per: { width: 50, mouth: 30 },
};

/**
 * Runs in the page, after the puppet's camera and before the page's own scripts, and cannot refer
 * to anything else in this file.
 * @param stamp set if the face Worker measures the pictures; the page's own worker then only keeps
 *   them and does not load the nets
 */
export function reportReadings(stamp: typeof STAMP | undefined): void {
  const ANSWER_MS = 15;
  /** Measurements of real pictures are never exact. */
  const NOISE_DEGREES = 1;
  const AGE = 38;
  const about = (degrees: number) => degrees + (Math.random() - 0.5) * NOISE_DEGREES;

  /** @param square index from 0 */
  const readStamp = (
    { data, width, height }: Frame,
    square: number,
    { side, middle, perDegree }: typeof STAMP,
  ) => {
    const pixels = (side * width) / 480;
    const [x, y] = [Math.round((square + 0.5) * pixels), Math.round(height - pixels / 2)];
    const shade = new Uint8ClampedArray(data)[4 * (y * width + x)] ?? middle;
    return (shade - middle) / perDegree;
  };
  const read = (frame: Frame): PictureReading => {
    const { scene, ...head } = window.puppet.now;
    const [yaw, pitch] = stamp
      ? [readStamp(frame, 0, stamp), readStamp(frame, 1, stamp)]
      : [head.yaw, head.pitch];
    const [width, mouth] = stamp
      ? [
          0.3 + readStamp(frame, 2, stamp) / stamp.per.width,
          readStamp(frame, 3, stamp) / stamp.per.mouth,
        ]
      : [0.3 * (1 + head.near), head.open];
    const brightness = scene === 'dark' ? 15 : 120;
    if (scene === 'nobody') return { face: undefined, brightness };
    const pose = { yaw: about(yaw), pitch: about(pitch), roll: about(0) };
    const place = { x: 0.5, y: 0.5, width, height: 0.5 };
    const face = { pose, ...place, mouth, score: 0.9, faces: scene === 'two' ? 2 : 1, brightness };
    return { face: { ...face, ...(frame.wantsAge && { age: AGE + about(0) }) }, brightness };
  };

  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (!stamp) return;
      // Suppresses the worker's own response to a picture that it keeps. The listener is added
      // through `super`, because a subclass's `addEventListener` may delay messages.
      super.addEventListener('message', (event: MessageEvent<FromWorker>) => {
        if (event.isTrusted && event.data.type === 'reading') event.stopImmediatePropagation();
      });
    }

    override postMessage(
      message: ToWorker,
      transfer?: Transferable[] | StructuredSerializeOptions,
    ): void {
      const options = Array.isArray(transfer) ? { transfer } : transfer;
      if (stamp && message.type === 'start') return this.#post({ type: 'ready' });
      // Frames without `wantsAge` come from the document reader; the real worker handles them.
      if (message.type !== 'frame' || !('wantsAge' in message))
        return super.postMessage(message, options);
      const reading = read(message);
      if (stamp && message.hold !== undefined) super.postMessage(message, options);
      this.#post({ type: 'reading', reading });
    }

    #post(data: FromWorker): void {
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), ANSWER_MS);
    }
  };
}
