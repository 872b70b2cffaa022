// The worker of the engine benchmark: tracks the face in each picture that it receives and reports
// how long that took.

import { startWasmBackend } from '../../../src/vision/face/backend.ts';
import { FaceEngine } from '../../../src/vision/face/face-engine.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';

export interface Start {
  wasm: string;
  /** Maps the names in MODEL_FILES to their URLs. */
  models: Record<string, string>;
}

export interface Measured {
  trackMs: number;
  /**
   * The time for the age estimate; present only when a face was found and its age was requested.
   */
  ageMs?: number;
  yaw?: number;
}

let engine: FaceEngine | undefined;

self.addEventListener('message', ({ data }: MessageEvent<Start | (Picture & { age: boolean })>) => {
  if ('wasm' in data) {
    start(data).then(
      () => tell('ready'),
      (error: unknown) => tell(String(error)),
    );
  } else {
    tell(measure(data, data.age));
  }
});

async function start({ wasm, models }: Start): Promise<void> {
  await startWasmBackend(await WebAssembly.compileStreaming(fetch(wasm)));
  const read = async (file: string) => (await fetch(models[file] ?? file)).arrayBuffer();
  engine = await FaceEngine.load(read, ['blazeface', 'facemesh', 'age']);
}

function measure(picture: Picture, wantsAge: boolean): Measured {
  const startMs = performance.now();
  const reading = engine?.track(picture);
  const trackMs = performance.now() - startMs;
  if (!engine || !reading) return { trackMs };
  const { yaw } = reading.pose;
  if (!wantsAge) return { trackMs, yaw };
  const ageStartMs = performance.now();
  engine.estimateAge(picture, reading);
  return { trackMs, yaw, ageMs: performance.now() - ageStartMs };
}

function tell(answer: Measured | string): void {
  self.postMessage(answer, { transfer: [] });
}
