// The page's side of the reader: starts its worker, and sends it pictures in order.
import type { ChosenCode } from './kinds.ts';
import type { Looked } from './see-front.ts';
import type { Answers, FromReader, ShownPicture, ToReader } from './reader-worker.ts';

type ReadRequest =
  | { type: 'frame' | 'photo'; kind: ChosenCode }
  | { type: 'front'; looked: Looked };

type Answer = Answers[keyof Answers];

export class Reader {
  #worker: Worker;
  #pending: ((answer?: Answer) => void)[] = [];
  #onFault: () => void;

  /** @param onFault called when the reader does not load, or breaks */
  constructor(onFault: () => void) {
    this.#onFault = onFault;
    this.#worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('error', () => this.#fail());
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
      if (!data) return this.#fail();
      return this.#pending.shift()?.(data.answer);
    });
  }

  /**
   * Reads the code in a camera picture. Transfers the pixels, which are no longer available
   * afterwards.
   * @returns undefined when the reader no longer exists
   */
  see(kind: ChosenCode, picture: ImageData) {
    return this.#ask({ type: 'frame', kind }, picture);
  }

  /**
   * Reads the code in a photograph that may be rotated by any multiple of 90°. Transfers the
   * pixels, like `see`.
   * @returns undefined when no code could be read, or the reader no longer exists
   */
  readPhoto(kind: ChosenCode, picture: ImageData) {
    return this.#ask({ type: 'photo', kind }, picture);
  }

  /**
   * Looks for the card in a picture of the side with the portrait. Transfers the pixels, like
   * `see`.
   * @returns the hint, or `seen` when the picture should be taken; undefined when the reader no
   *   longer exists
   */
  seeFront(picture: ImageData, looked: Looked) {
    return this.#ask({ type: 'front', looked }, picture);
  }

  stop(): void {
    this.#worker.terminate();
    for (const answer of this.#pending.splice(0)) answer();
  }

  #ask<What extends ReadRequest>(
    what: What,
    image: ImageData,
  ): Promise<Answers[What['type']] | undefined> {
    const { width, height } = image;
    const picture: ShownPicture = { data: image.data.buffer, width, height };
    const message: ToReader = { ...what, picture };
    return new Promise((resolve) => {
      // Responses come in the order of the requests, so each response has the type that its request
      // expects.
      this.#pending.push(resolve as (answer?: Answer) => void);
      this.#worker.postMessage(message, [picture.data]);
    });
  }

  #fail(): void {
    this.stop();
    this.#onFault();
  }
}
