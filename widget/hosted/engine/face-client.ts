// The page's side of the engine: starts the worker, reports loading, has pictures measured in their order.
import type { EngineState } from '../flow.ts';
import type { FromWorker, Look, ToWorker } from './messages.ts';

export class FaceClient {
  #worker: Worker | undefined;
  #onState: (state: EngineState) => void;
  #waiting: ((look: Look | undefined) => void)[] = [];
  #totalBytes: number;

  /** @param onState called when loading moves on, waits, ends or fails */
  constructor(onState: (state: EngineState) => void) {
    this.#onState = onState;
    const models = Object.values(MODEL_ASSETS).reduce((sum, file) => sum + file.bytes, 0);
    this.#totalBytes = models + ENGINE_WASM.bytes;
  }

  /** What a visitor loads at most, uncompressed. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Starts loading; after a failure it goes on with what arrived. */
  start(): void {
    this.#worker ??= this.#startWorker();
    this.#tell({ type: 'start', wasm: ENGINE_WASM, models: MODEL_ASSETS });
  }

  /**
   * Measures one picture; its pixels are handed over and gone afterwards. Several may be on their way.
   * @throws never; undefined when there is no engine (any more)
   */
  look(picture: ImageData, wantsAge = false): Promise<Look | undefined> {
    if (!this.#worker) return Promise.resolve(undefined);
    return new Promise((resolve) => {
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

  #giveUpWaiting(): void {
    for (const answer of this.#waiting.splice(0)) answer(undefined);
  }

  #startWorker(): Worker {
    this.#report('loading', 0);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    // A worker that could not start, or broke, is of no use any more: the next start makes a new one.
    worker.addEventListener('error', () => {
      this.stop();
      this.#report('failed', 0);
    });
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
      this.#hear(event.data);
    });
    return worker;
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'progress':
        return this.#report(message.isWaiting ? 'waiting' : 'loading', message.loadedBytes);
      case 'ready':
        return this.#report('ready', this.#totalBytes);
      case 'failed':
        this.#report('failed', 0);
        return this.#giveUpWaiting();
      case 'look':
        return this.#waiting.shift()?.(message.look);
    }
  }

  #report(phase: EngineState['phase'], loadedBytes: number): void {
    const totalBytes = this.#totalBytes;
    this.#onState({ phase, loadedBytes: Math.min(loadedBytes, totalBytes), totalBytes });
  }

  #tell(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }
}
