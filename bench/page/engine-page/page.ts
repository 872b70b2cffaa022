// The page of the engine benchmark: camera → canvas → pixels → worker, one picture at a time, as in
// the hosted page. The driver reads the result from `window.result`.

import type { Measured, Start } from './worker.ts';

declare const ENGINE_FILES: Start;

const WIDTH = 480;
const HEIGHT = 360;
const WARM_UP = 30;
const SECONDS = 12;
const AGES = 12;

export interface Result {
  loadMs: number;
  seconds: number;
  pictures: number;
  faces: number;
  yaw: { least: number; most: number };
  readMs: number[];
  trackMs: number[];
  ageMs: number[];
}

declare global {
  interface Window {
    result: Promise<Result>;
  }
}

window.result = run();

async function run(): Promise<Result> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const startMs = performance.now();
  const ready = await ask<string>(worker, ENGINE_FILES);
  if (ready !== 'ready') throw new Error(ready);
  const loadMs = performance.now() - startMs;
  const readPixels = await openCamera();
  for (let i = 0; i < WARM_UP; i++) await measure(worker, readPixels(), i === 0);
  const frames = await measureFor(SECONDS, worker, readPixels);
  const ageMs: number[] = [];
  for (let i = 0; i < AGES; i++) ageMs.push((await measure(worker, readPixels(), true)).ageMs ?? 0);
  return { loadMs, ...frames, ageMs };
}

async function measureFor(seconds: number, worker: Worker, readPixels: () => ImageData) {
  const readMs: number[] = [];
  const trackMs: number[] = [];
  const yaws: number[] = [];
  const startMs = performance.now();
  let pictures = 0;
  while (performance.now() - startMs < seconds * 1000) {
    const readStartMs = performance.now();
    const pixels = readPixels();
    readMs.push(performance.now() - readStartMs);
    const measured = await measure(worker, pixels, false);
    trackMs.push(measured.trackMs);
    if (measured.yaw !== undefined) yaws.push(measured.yaw);
    pictures++;
  }
  return {
    seconds: (performance.now() - startMs) / 1000,
    pictures,
    faces: yaws.length,
    yaw: { least: Math.min(...yaws), most: Math.max(...yaws) },
    readMs,
    trackMs,
  };
}

async function openCamera(): Promise<() => ImageData> {
  const video = document.createElement('video');
  video.srcObject = await navigator.mediaDevices.getUserMedia({
    video: { width: 640, height: 480 },
  });
  video.muted = true;
  await video.play();
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2D canvas.');
  return () => {
    context.drawImage(video, 0, 0, WIDTH, HEIGHT);
    return context.getImageData(0, 0, WIDTH, HEIGHT);
  };
}

function measure(worker: Worker, { data, width, height }: ImageData, age: boolean) {
  return ask<Measured>(worker, { data, width, height, age }, [data.buffer]);
}

function ask<Answer>(
  worker: Worker,
  question: unknown,
  transfer: Transferable[] = [],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data), {
      once: true,
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    worker.postMessage(question, transfer);
  });
}
