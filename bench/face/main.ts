// `npm run bench -- face`: measures the cost of a check in the face Worker, run in workerd as it is
// deployed, and how well the Worker's descriptor distinguishes people. Options: `--checks=20`,
// `--seeds=3`, `--only=cost,pairs,light,portrait,days,views,dlib,photo,blocked,fronts`,
// `--films=FOLDER` with film frames as JPEGs, for `fronts`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import {
  type FaceHost,
  revealed,
  startFaceHost,
} from '../../test/support/installation/face-host.ts';
import { freePort } from '../oauth/free-port.ts';
import { childrenNamed, cpuSeconds } from '../oauth/processes.ts';
import { inMs, printFigure, printStolenTime, printTitle, quantile } from '../report.ts';
import { benchBlocked } from './blocked.ts';
import { benchDlib } from './dlib.ts';
import { benchFronts } from './fronts.ts';
import { benchLight } from './light.ts';
import { type IsolateMemory, measureMemory, measurePeak } from './isolate-memory.ts';
import { benchPairs } from './pairs.ts';
import { benchPortrait, largePage } from './portrait.ts';
import { benchDays, benchViews, largePhoto } from './photos.ts';
import { checkPictures } from './pictures.ts';

/**
 * The price of CPU time on the Workers Paid plan (Standard):
 * developers.cloudflare.com/workers/platform/pricing, read in November 2026.
 */
const DOLLARS_PER_CPU_MS = 0.02 / 1e6;
/**
 * The number of consecutive checks after which the isolate's peak memory is printed, and the
 * desired and the maximum peak, in MB of committed memory. The platform terminates an isolate at
 * 128 MB.
 */
const PEAK_CHECKS = 300;
const PEAK_WANTED = 105;
const PEAK_AT_MOST = 115;
const MB = 2 ** 20;
const PORTRAITS = 40;
const PHOTOS = 20;
const NONCE = 'bench';

const { values } = parseArgs({
  options: {
    checks: { type: 'string', default: '20' },
    seeds: { type: 'string', default: '3' },
    only: {
      type: 'string',
      default: 'cost,pairs,light,portrait,days,views,dlib,photo,blocked,fronts',
    },
    films: { type: 'string' },
  },
});
const selected = values.only.split(',');
const pictures = await checkPictures();
const folder = await mkdtemp(join(tmpdir(), 'agate-face-'));
const inspectorPort = await freePort();
const host = await startFaceHost(folder, inspectorPort);
const [pid = 0] = childrenNamed('workerd');
try {
  if (selected.includes('cost')) {
    await benchStart(host);
    await benchChecks(host, Number(values.checks));
    await benchMemory(host);
  }
  if (selected.includes('pairs')) await benchPairs(host, Number(values.seeds));
  if (selected.includes('light')) await benchLight(host, Number(values.seeds));
  if (selected.includes('portrait')) await benchPortrait(host, Number(values.seeds));
  if (selected.includes('days')) await benchDays(host);
  if (selected.includes('views')) await benchViews(host);
  if (selected.includes('dlib')) await benchDlib();
  if (selected.includes('blocked')) await benchBlocked(host);
  if (selected.includes('fronts')) await benchFronts(host, Number(values.seeds), values.films);
  if (selected.includes('photo')) await benchPhotoCost(host);
  printStolenTime();
} finally {
  await host.stop();
  await rm(folder, { recursive: true });
}

/**
 * @returns the CPU time of the runtime's process, which also runs the caller, and the wall time,
 *   both in ms
 */
async function clock(act: () => Promise<unknown>): Promise<{ cpu: number; wall: number }> {
  const [cpu, wall] = [cpuSeconds(pid), performance.now()];
  await act();
  return { cpu: 1000 * (cpuSeconds(pid) - cpu), wall: performance.now() - wall };
}

async function measureStep(of: FaceHost, step: keyof typeof pictures): Promise<void> {
  const sent = await revealed(NONCE, pictures[step]);
  // In a check, two pictures are not scored: the one taken halfway through a movement, and the
  // second of a pair. Here, the first two stand for them.
  const scored = (at: number): boolean => step === 'liveness' && at > 1;
  const asked = sent.map((picture, at) => ({ ...picture, isBentScored: scored(at) }));
  const request = { step, nonce: NONCE, pictures: asked };
  const { pictures: measured } = await of.measure(request);
  if (!measured.every(({ ok }) => ok)) throw new Error(`No face: ${JSON.stringify(measured)}`);
}

async function measureCheck(of: FaceHost): Promise<void> {
  await measureStep(of, 'liveness');
  await measureStep(of, 'age');
}

async function benchStart(of: FaceHost): Promise<void> {
  printTitle('Start');
  const load = await clock(() => of.health());
  printFigure('files read, nets built: CPU, wall', both(load), '1,000 ms');
  printFigure('the first check after that: CPU, wall', both(await clock(() => measureCheck(of))));
}

async function benchChecks(of: FaceHost, count: number): Promise<void> {
  for (let warm = 0; warm < 3; warm++) await measureCheck(of);
  const steps = { liveness: [] as number[], age: [] as number[], check: [] as number[] };
  for (let i = 0; i < count; i++) {
    const liveness = await clock(() => measureStep(of, 'liveness'));
    const age = await clock(() => measureStep(of, 'age'));
    steps.liveness.push(liveness.cpu);
    steps.age.push(age.cpu);
    steps.check.push(liveness.cpu + age.cpu);
  }
  printTitle(`A check of 11 pictures at 480 x 360, ${count} times`);
  const median = (of: number[]) => quantile(of, 0.5);
  printFigure('eight pictures of movements: CPU', inMs(median(steps.liveness)));
  printFigure('three frontal ones with both ages: CPU', inMs(median(steps.age)));
  printFigure('the check: CPU', inMs(median(steps.check)), '1,000 ms');
  const dollars = median(steps.check) * DOLLARS_PER_CPU_MS;
  printFigure('10,000 checks at list price', `$ ${(10_000 * dollars).toFixed(2)}`);
}

async function benchMemory(of: FaceHost): Promise<void> {
  printTitle('Memory of the isolate');
  await printMemory('after the checks above');
  await printPeak(of);
  const jpeg = await largePage();
  const times: number[] = [];
  for (let i = 0; i < PORTRAITS; i++)
    times.push((await clock(() => of.measurePortrait({ jpeg }))).cpu);
  await printMemory(`after ${PORTRAITS} portraits of documents`);
  printFigure('a portrait, of a page of 1,600 x 1,200: CPU', inMs(quantile(times, 0.5)));
}

/** Prints the isolate's peak memory; the benchmark fails when it is above the maximum. */
async function printPeak(of: FaceHost): Promise<void> {
  const peak = await measurePeak(inspectorPort, 'agate-face', PEAK_CHECKS, () => measureCheck(of));
  printUsage(`the peak of ${PEAK_CHECKS} checks`, peak);
  const { heap, buffers, wasm } = peak;
  if (heap + buffers + wasm <= PEAK_AT_MOST * MB) return;
  console.error(`The isolate committed more than ${PEAK_AT_MOST} MB.`);
  process.exitCode = 1;
}

/**
 * Measures the cost of a photograph as large as those from phones. The Worker decodes it at the
 * smaller size that it examines.
 */
async function benchPhotoCost(of: FaceHost): Promise<void> {
  const jpeg = await largePhoto();
  const times: { cpu: number; wall: number }[] = [];
  for (let i = 0; i < PHOTOS; i++) times.push(await clock(() => of.describePhoto({ jpeg })));
  const inMb = (jpeg.length / 1e6).toFixed(1);
  const quantiles = (kind: 'cpu' | 'wall') =>
    [0.5, 0.95]
      .map((share) =>
        inMs(
          quantile(
            times.map((one) => one[kind]),
            share,
          ),
        ),
      )
      .join(', ');
  printTitle(`A photograph of 12 megapixels, ${inMb} MB, ${PHOTOS} times`);
  printFigure('CPU: median, 95 %', quantiles('cpu'));
  printFigure('wall: median, 95 %', quantiles('wall'), '2,000 ms');
  await printMemory('after them');
}

async function printMemory(when: string): Promise<void> {
  printUsage(when, await measureMemory(inspectorPort, 'agate-face'));
}

function printUsage(when: string, { heap, buffers, wasm }: IsolateMemory): void {
  const inMb = (bytes: number) => (bytes / MB).toFixed(1);
  printFigure(when, `${inMb(heap + buffers + wasm)} MB`, `${PEAK_WANTED} MB`);
  printFigure('  V8, buffers, wasm', [heap, buffers, wasm].map(inMb).join(', '));
}

function both({ cpu, wall }: { cpu: number; wall: number }): string {
  return `${cpu.toFixed(0)}, ${wall.toFixed(0)} ms`;
}
