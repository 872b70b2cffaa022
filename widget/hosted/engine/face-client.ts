// The page's side of the engine: starts the worker, reports loading, measures one frame at a time.
import type { FaceFrame } from '../capture/recorder.ts';
import type { EngineState } from '../flow.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export class FaceClient {
  #worker: Worker | undefined;
  #onState: (state: EngineState) => void;
  /** Who waits for which picture: the worker answers in the order it was asked. */
  #waiting: ((face: FaceFrame | undefined) => void)[] = [];
  #totalBytes: number;

  /** @param onState called when loading moves on, ends or fails */
  constructor(onState: (state: EngineState) => void) {
    this.#onState = onState;
    const models = Object.values(MODEL_ASSETS).reduce((sum, file) => sum + file.bytes, 0);
    this.#totalBytes = models + ENGINE_WASM.bytes;
  }

  /** Starts loading; after a failure it starts anew, and files that arrived come from the cache. */
  start(): void {
    this.stop();
    this.#report('loading', 0);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.addEventListener('error', () => this.#fail());
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
      this.#hear(event.data);
    });
    const models = Object.fromEntries(
      Object.entries(MODEL_ASSETS).map(([name, file]) => [name, file.url]),
    );
    this.#tell({ type: 'start', wasmUrl: ENGINE_WASM.url, models });
  }

  /**
   * Measures one picture; its pixels are handed over and gone afterwards.
   * @throws never; a face that is not there, or an engine that died, is undefined
   */
  look(picture: ImageData, wantsAge = false): Promise<FaceFrame | undefined> {
    return new Promise((resolve) => {
      if (!this.#worker) return resolve(undefined);
      this.#waiting.push(resolve);
      const { width, height } = picture;
      const data = picture.data.buffer;
      this.#tell({ type: 'frame', width, height, data, wantsAge }, [data]);
    });
  }

  /** Forgets the face that is being tracked. */
  reset(): void {
    this.#tell({ type: 'reset' });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#giveUpWaiting();
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'progress':
        return this.#report('loading', message.loadedBytes);
      case 'ready':
        return this.#report('ready', this.#totalBytes);
      case 'failed':
        return this.#fail();
      case 'face':
        return this.#waiting.shift()?.(message.face);
    }
  }

  #fail(): void {
    this.#report('failed', 0);
    this.#giveUpWaiting();
  }

  #giveUpWaiting(): void {
    for (const answer of this.#waiting.splice(0)) answer(undefined);
  }

  #report(phase: EngineState['phase'], loadedBytes: number): void {
    const totalBytes = this.#totalBytes;
    this.#onState({ phase, loadedBytes: Math.min(loadedBytes, totalBytes), totalBytes });
  }

  #tell(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }
}
