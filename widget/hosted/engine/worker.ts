// The worker that hosts the face engine: one picture in, one reading out. It sends results only to
// the page, and forgets each picture once it is measured, unless it may have to be sent later
// (kept-pictures.ts).
import { startWasmBackend } from '../../../src/vision/face/backend.ts';
import { measureBrightness } from '../../../src/vision/face/brightness.ts';
import type { Commitment, RevealStep } from '../../../src/vision/face/face-wire.ts';
import { FaceEngine, type FaceReading } from '../../../src/vision/face/face-engine.ts';
import type { ModelName } from '../../../src/vision/face/model-files.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { waitBeforeRetry } from '../requests/backoff.ts';
import { DetectionCadence } from './detection-cadence.ts';
import { type Asset, Downloads } from './downloads.ts';
import { JpegEncoder } from './jpeg-encoder.ts';
import { type DuePicture, KeptPictures, type PictureRow } from './kept-pictures.ts';
import { openModelCache } from './model-cache.ts';
import { assetsOf } from './needed-nets.ts';

export type ToWorker =
  | {
      /**
       * Loads the engine. If this message is sent again after a failure, loading resumes where it
       * stopped.
       */
      type: 'start';
      wasm: Asset;
      /**
       * The files of all models, by their names in MODEL_FILES. They include the models that only
       * other checks need, so that the cache keeps those as well.
       */
      models: Record<string, Asset>;
      /** The models that this check needs. */
      nets: readonly ModelName[];
    }
  | {
      type: 'frame';
      width: number;
      height: number;
      data: ArrayBuffer;
      wantsAge: boolean;
      /** The picture's number, if the worker may be asked to keep the picture. */
      hold?: number;
    }
  /** The picture with this number became a sample, so the worker must keep it. */
  | { type: 'keep'; picture: number }
  | { type: 'commit'; step: RevealStep; nonce: string; rows: readonly PictureRow[] }
  | { type: 'reveal'; step: RevealStep; times: readonly number[] }
  /** The server needs no more pictures of this step. */
  | { type: 'forget'; step: RevealStep }
  /** The next picture is unrelated to the previous ones. */
  | { type: 'reset' };

export type FromWorker =
  /** `isWaiting`: the connection broke, and loading resumes when it is back. */
  | { type: 'progress'; loadedBytes: number; isWaiting: boolean }
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'reading'; reading: PictureReading }
  | { type: 'committed'; pictures: Commitment[] }
  | { type: 'revealed'; pictures: DuePicture[] };

/** The engine's measurements of one picture. */
export interface PictureReading {
  face: FaceReading | undefined;
  /** Mean luma of the whole picture, 0 to 255. */
  brightness: number;
  /** The picture's number, if the worker still has it in memory and may be asked to keep it. */
  picture?: number;
}

type Start = Extract<ToWorker, { type: 'start' }>;
type Commit = Extract<ToWorker, { type: 'commit' }>;

let downloads: Promise<Downloads> | undefined;
let engine: FaceEngine | undefined;
let encoder: JpegEncoder | undefined;
const cadence = new DetectionCadence();
const kept = new KeptPictures((picture) => (encoder ??= new JpegEncoder()).encode(picture));

function post(message: FromWorker): void {
  // A worker's postMessage takes a transfer list, not an origin; the DOM types describe
  // window.postMessage.
  self.postMessage(message, { transfer: [] });
}

async function start({ wasm, models, nets }: Start): Promise<void> {
  downloads ??= openDownloads([wasm, ...Object.values(models)].map(({ url }) => url));
  const from = await downloads;
  // All files are loaded in parallel; the engine then processes them one by one.
  const needed = Object.entries(assetsOf(models, nets));
  const files = new Map(needed.map(([file, asset]) => [file, from.get(asset)]));
  const [module] = await Promise.all([from.get(wasm), ...files.values()]);
  await startWasmBackend(await WebAssembly.compile(module));
  engine = await FaceEngine.load(
    (file) => files.get(file) ?? Promise.reject(new Error(`No such model file: ${file}`)),
    nets,
  );
  downloads = undefined;
  post({ type: 'ready' });
}

async function openDownloads(urls: readonly string[]): Promise<Downloads> {
  return new Downloads({
    cache: await openModelCache(urls),
    waitBeforeRetry,
    onProgress: ({ receivedBytes, isWaiting }) => {
      post({ type: 'progress', loadedBytes: receivedBytes, isWaiting });
    },
  });
}

function measure(picture: Picture, wantsAge: boolean): PictureReading {
  const { width, height } = picture;
  const brightness = measureBrightness(picture, [0, 0, width, height]);
  const startMs = performance.now();
  const tracked = engine?.track(picture, { detectEvery: cadence.every });
  if (!engine || !tracked) return { face: undefined, brightness };
  cadence.note(performance.now() - startMs, engine.hasJustDetected);
  const { box: _box, mesh, ...face } = tracked;
  if (!wantsAge) return { face, brightness };
  return { face: { ...face, age: engine.estimateAge(picture, { mesh }) }, brightness };
}

async function commit({ step, nonce, rows }: Commit): Promise<void> {
  post({ type: 'committed', pictures: await kept.commit(step, nonce, rows) });
}

self.addEventListener('message', ({ data: message }: MessageEvent<ToWorker>) => {
  switch (message.type) {
    case 'start':
      start(message).catch((error: unknown) => {
        post({ type: 'failed', message: String(error) });
      });
      return;
    case 'frame': {
      const { width, height, wantsAge, hold } = message;
      const picture = { data: new Uint8ClampedArray(message.data), width, height };
      post({ type: 'reading', reading: measure(picture, wantsAge) });
      if (hold !== undefined) kept.hold(hold, picture);
      return;
    }
    case 'keep':
      return kept.keep(message.picture);
    case 'commit':
      return void commit(message);
    case 'reveal':
      return post({ type: 'revealed', pictures: kept.reveal(message.step, message.times) });
    case 'forget':
      return kept.forgetCommitted(message.step);
    case 'reset':
      engine?.reset();
      kept.forget();
  }
});
