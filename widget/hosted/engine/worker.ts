// The worker that hosts the face engine: one frame in, one face out. It never sends anything anywhere
// but back to the page, and forgets each picture when it has measured it.
import { startWasmBackend } from '../../../src/engine/backend.ts';
import { FaceEngine, type FaceReading } from '../../../src/engine/face-engine.ts';
import type { Picture } from '../../../src/engine/picture.ts';
import type { FaceFrame } from '../capture/recorder.ts';
import { download, downloadModule } from './download.ts';
import type { FromWorker, ToWorker } from './messages.ts';

let engine: FaceEngine | undefined;

function tell(message: FromWorker): void {
  // A worker's postMessage takes what to transfer, not an origin; DOM types describe the window's.
  self.postMessage(message, { transfer: [] });
}

async function start({ wasmUrl, models }: Extract<ToWorker, { type: 'start' }>): Promise<void> {
  let loadedBytes = 0;
  const onBytes = (bytes: number) => {
    loadedBytes += bytes;
    tell({ type: 'progress', loadedBytes });
  };
  // Everything is fetched side by side; the engine then picks what it needs from what came.
  const files = new Map(
    Object.entries(models).map(([file, url]) => [file, download(url, onBytes)] as const),
  );
  const [module] = await Promise.all([downloadModule(wasmUrl, onBytes), ...files.values()]);
  await startWasmBackend(module);
  engine = await FaceEngine.load(
    (file) => files.get(file) ?? Promise.reject(new Error(`No such model file: ${file}`)),
    ['blazeface', 'facemesh', 'age'],
  );
  tell({ type: 'ready' });
}

function measure(picture: Picture, wantsAge: boolean): FaceFrame | undefined {
  const reading = engine?.track(picture);
  if (!engine || !reading) return undefined;
  const age = wantsAge ? engine.estimateAge(picture, reading) : undefined;
  return { ...frameOf(reading, picture), ...(age !== undefined && { age }) };
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
      tell({ type: 'face', face: measure(picture, wantsAge) });
      return;
    }
    case 'reset':
      engine?.reset();
  }
});
