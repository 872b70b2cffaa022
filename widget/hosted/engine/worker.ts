// The worker that hosts the face engine: one picture in, one look out. It never sends anything anywhere
// but back to the page, and forgets each picture when it has measured it.
import { startWasmBackend } from '../../../src/engine/backend.ts';
import { measureBrightness } from '../../../src/engine/brightness.ts';
import { FaceEngine, type FaceReading } from '../../../src/engine/face-engine.ts';
import type { Picture } from '../../../src/engine/picture.ts';
import type { FaceFrame } from '../capture/recorder.ts';
import { waitBeforeRetry } from '../backoff.ts';
import { DetectionCadence } from './detection-cadence.ts';
import { Downloads } from './downloads.ts';
import type { FromWorker, Look, ToWorker } from './messages.ts';
import { openShelf } from './shelf.ts';

type Start = Extract<ToWorker, { type: 'start' }>;

let downloads: Promise<Downloads> | undefined;
let engine: FaceEngine | undefined;
const cadence = new DetectionCadence();

function tell(message: FromWorker): void {
  // A worker's postMessage takes what to transfer, not an origin; DOM types describe the window's.
  self.postMessage(message, { transfer: [] });
}

async function start({ wasm, models }: Start): Promise<void> {
  downloads ??= openDownloads([wasm, ...Object.values(models)].map(({ url }) => url));
  const from = await downloads;
  // Everything is fetched side by side; the engine then picks what it needs from what came.
  const files = new Map(Object.entries(models).map(([file, asset]) => [file, from.get(asset)]));
  const [module] = await Promise.all([from.get(wasm), ...files.values()]);
  await startWasmBackend(await WebAssembly.compile(module));
  engine = await FaceEngine.load(
    (file) => files.get(file) ?? Promise.reject(new Error(`No such model file: ${file}`)),
    ['blazeface', 'facemesh', 'age'],
  );
  downloads = undefined;
  tell({ type: 'ready' });
}

async function openDownloads(urls: readonly string[]): Promise<Downloads> {
  return new Downloads({
    shelf: await openShelf(urls),
    waitBeforeRetry,
    onProgress: ({ receivedBytes, isWaiting }) => {
      tell({ type: 'progress', loadedBytes: receivedBytes, isWaiting });
    },
  });
}

function measure(picture: Picture, wantsAge: boolean): Look {
  const { width, height } = picture;
  const brightness = measureBrightness(picture, [0, 0, width, height]);
  const startMs = performance.now();
  const reading = engine?.track(picture, { detectEvery: cadence.every });
  if (!engine || !reading) return { face: undefined, brightness };
  cadence.note(performance.now() - startMs, engine.hasJustDetected);
  const age = wantsAge ? engine.estimateAge(picture, reading) : undefined;
  return { face: { ...frameOf(reading, picture), ...(age !== undefined && { age }) }, brightness };
}

function frameOf(reading: FaceReading, { width, height }: Picture): FaceFrame {
  const [x0, y0, x1, y1] = reading.box;
  return {
    pose: reading.pose,
    x: (x0 + x1) / 2 / width,
    y: (y0 + y1) / 2 / height,
    width: (x1 - x0) / width,
    height: (y1 - y0) / height,
    score: reading.score,
    faces: reading.faces,
    brightness: reading.brightness,
  };
}

self.addEventListener('message', ({ data: message }: MessageEvent<ToWorker>) => {
  switch (message.type) {
    case 'start':
      start(message).catch((error: unknown) => {
        tell({ type: 'failed', message: String(error) });
      });
      return;
    case 'frame': {
      const { width, height, wantsAge } = message;
      const picture = { data: new Uint8ClampedArray(message.data), width, height };
      tell({ type: 'look', look: measure(picture, wantsAge) });
      return;
    }
    case 'reset':
      engine?.reset();
  }
});
