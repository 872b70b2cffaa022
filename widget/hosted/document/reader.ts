// The page's side of the reader: starts its worker, and has pictures read in their order.
import type { FrontSighting } from './front-run.ts';
import type { ChosenCode } from './kinds.ts';
import type { PhotoReading, Sighting } from './read-code.ts';
import type { FromReader, ShownPicture, ToReader } from './reader-worker.ts';

type Asked = { type: 'frame' | 'photo'; kind: ChosenCode } | { type: 'front' };

export class Reader {
  #worker: Worker;
  #pending: ((message: FromReader | undefined) => void)[] = [];
  #onFault: () => void;

  /** @param onFault called when the reader does not arrive, or breaks */
  constructor(onFault: () => void) {
    this.#onFault = onFault;
    this.#worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('error', () => this.#fail());
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
      if (data.type === 'failed') return this.#fail();
      return this.#pending.shift()?.(data);
    });
  }

  /** The pixels are transferred and gone afterwards. @returns undefined when there is no reader any more */
  async see(kind: ChosenCode, picture: ImageData): Promise<Sighting | undefined> {
    const answer = await this.#ask({ type: 'frame', kind }, picture);
    return answer?.type === 'sighting' ? answer.sighting : undefined;
  }

  /** As `see`, for a picture that may lie on any side. */
  async readPhoto(kind: ChosenCode, picture: ImageData): Promise<PhotoReading | undefined> {
    const answer = await this.#ask({ type: 'photo', kind }, picture);
    return answer?.type === 'photo' ? answer.reading : undefined;
  }

  /** As `see`, for the side with the portrait. */
  async seeFront(picture: ImageData): Promise<FrontSighting | undefined> {
    const answer = await this.#ask({ type: 'front' }, picture);
    return answer?.type === 'front' ? answer.sighting : undefined;
  }

  stop(): void {
    this.#worker.terminate();
    for (const answer of this.#pending.splice(0)) answer(undefined);
  }

  #ask(what: Asked, image: ImageData): Promise<FromReader | undefined> {
    const { width, height } = image;
    const picture: ShownPicture = { data: image.data.buffer, width, height };
    const message: ToReader = { ...what, picture };
    return new Promise((resolve) => {
      this.#pending.push(resolve);
      this.#worker.postMessage(message, [picture.data]);
    });
  }

  #fail(): void {
    this.stop();
    this.#onFault();
  }
}
