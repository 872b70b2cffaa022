// The page's side of the engine: decides when its worker is loaded, reports the progress, and sends
// it pictures in order.
import type { Commitment, RevealStep } from '../../../src/vision/face/face-wire.ts';
import type { ModelName } from '../../../src/vision/face/model-files.ts';
import { afterPaint } from '../browser/after-paint.ts';
import { type EngineState, type Flow, isOver } from '../state/flow.ts';
import { savesData } from '../browser/support.ts';
import type { SessionView } from '../requests/wire.ts';
import type { DuePicture, PictureRow } from './kept-pictures.ts';
import { assetsOf, netsOf } from './needed-nets.ts';
import type { FromWorker, PictureReading, ToWorker } from './worker.ts';

interface MeasureOptions {
  wantsAge?: boolean;
  /** Whether to hold the picture's pixels until it is known whether the picture is kept. */
  isHeld?: boolean;
}

export class EngineController {
  #flow: Flow;
  #worker: Worker | undefined;
  #pending: ((reading: PictureReading | undefined) => void)[] = [];
  #commits: ((pictures: Commitment[]) => void)[] = [];
  #reveals: ((pictures: DuePicture[]) => void)[] = [];
  /** The number of pictures held so far, which is used to number them. */
  #held = 0;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /**
   * Starts loading, once. If the browser is set to save data, loading starts only after consent,
   * and the page shows the size of the files beforehand.
   */
  load({ step }: SessionView): void {
    if (!this.#isIdle) return;
    if (step === 'consent' && savesData()) return this.#report('idle', 0);
    afterPaint(() => {
      if (this.#isIdle && !isOver(this.#flow.state)) this.start();
    });
  }

  /** Starts loading. After a failure, loading resumes with the data that has already arrived. */
  start(): void {
    this.#worker ??= this.#startWorker();
    const nets = this.#nets;
    this.#post({ type: 'start', wasm: ENGINE_WASM, models: MODEL_ASSETS, nets });
  }

  /**
   * Measures one picture, whose pixels are transferred and no longer available afterwards. Several
   * pictures may be pending. Never throws.
   * @returns a reading, with the picture's number if the picture is held; undefined when there is
   *   no engine, or the engine has been stopped
   */
  measure(
    { data: { buffer: data }, width, height }: ImageData,
    { wantsAge = false, isHeld = false }: MeasureOptions = {},
  ): Promise<PictureReading | undefined> {
    if (!this.#worker) return Promise.resolve(undefined);
    const number = isHeld ? (this.#held += 1) : undefined;
    return new Promise((resolve) => {
      this.#pending.push((reading) => {
        const isKeepable = reading !== undefined && number !== undefined;
        resolve(isKeepable ? { ...reading, picture: number } : reading);
      });
      const hold = number === undefined ? {} : { hold: number };
      this.#post({ type: 'frame', width, height, data, wantsAge, ...hold }, [data]);
    });
  }

  /** Keeps the picture of the reading that was just returned, because it became a sample. */
  keep(picture: number): void {
    this.#post({ type: 'keep', picture });
  }

  /**
   * Commits to the kept pictures of the samples that are about to be sent, and stops keeping other
   * pictures.
   * @param nonce the nonce of this attempt at the step
   * @returns a commitment to each picture that still exists; none without an engine
   */
  commit(step: RevealStep, nonce: string, rows: readonly PictureRow[]): Promise<Commitment[]> {
    if (!this.#worker) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#commits.push(resolve);
      this.#post({ type: 'commit', step, nonce, rows });
    });
  }

  /** @returns the committed pictures that were taken at these times and still exist */
  reveal(step: RevealStep, times: readonly number[]): Promise<DuePicture[]> {
    if (!this.#worker) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#reveals.push(resolve);
      this.#post({ type: 'reveal', step, times });
    });
  }

  /** Discards the pictures that were committed to in this step. */
  forget(step: RevealStep): void {
    this.#post({ type: 'forget', step });
  }

  /** Forgets the tracked face and discards the kept pictures. */
  reset(): void {
    this.#post({ type: 'reset' });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#dropPending();
  }

  get #isIdle(): boolean {
    return this.#flow.state.engine.phase === 'idle';
  }

  #dropPending(): void {
    for (const answer of this.#pending.splice(0)) answer(undefined);
    for (const answer of [...this.#commits.splice(0), ...this.#reveals.splice(0)]) answer([]);
  }

  get #nets(): readonly ModelName[] {
    return netsOf(this.#flow.state.view);
  }

  /** The size of all files that this check loads, uncompressed. */
  get #totalBytes(): number {
    const files = Object.values(assetsOf(MODEL_ASSETS, this.#nets));
    return files.reduce((sum, { bytes }) => sum + bytes, ENGINE_WASM.bytes);
  }

  #startWorker(): Worker {
    this.#report('loading', 0);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    // A worker that could not start, or broke, is useless: the next start creates a new one.
    worker.addEventListener('error', () => {
      this.stop();
      this.#report('failed', 0);
    });
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
      this.#receive(event.data);
    });
    return worker;
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'progress':
        return this.#report(message.isWaiting ? 'waiting' : 'loading', message.loadedBytes);
      case 'ready':
        return this.#report('ready', this.#totalBytes);
      case 'failed':
        this.#report('failed', 0);
        return this.#dropPending();
      case 'reading':
        return this.#pending.shift()?.(message.reading);
      case 'committed':
        return this.#commits.shift()?.(message.pictures);
      case 'revealed':
        return this.#reveals.shift()?.(message.pictures);
    }
  }

  #report(phase: EngineState['phase'], bytes: number): void {
    const totalBytes = this.#totalBytes;
    const engine = { phase, loadedBytes: Math.min(bytes, totalBytes), totalBytes };
    this.#flow.dispatch({ type: 'engine', engine });
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }
}
