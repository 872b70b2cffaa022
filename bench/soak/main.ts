// `npm run bench -- soak`: measures how the memory use of the deployed bundle in workerd changes
// over time under a light mixed load. Options: `--minutes=30`, `--pace=1` as a multiple of the
// usual load, `--only=check,init` to select kinds of journeys (journeys.ts), `--only=object` for a
// Worker with a trivial object instead of the service, `--collect` to make every V8 garbage
// collection a full one, `--inspect` to print V8's heap before and after a garbage collection, at
// the beginning and at the end, and `--csv=FILE` to write every sample. Linux only. Needs `npm run
// build`.
import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { collectHeap, type Usage } from '../face/isolate-memory.ts';
import { inMegabytes, printFigure, printMarkdown, printStolenTime, printTitle } from '../report.ts';
import { PERIOD_MS, type Kind } from './journeys.ts';
import type { Tally } from './load-process.ts';
import { startLoad } from './load.ts';
import { openDatabases, residentOf, type Resident } from './memory.ts';
import { startService, startTrivial, type Soaked } from './soaked.ts';
import { slopeOf } from './slope.ts';

const SAMPLE_EVERY_MS = 10_000;
const SCHEDULE_EVERY_MS = 10 * 60_000;
const IDLE_MS = 60_000;
/**
 * The length of the long idle phase. Objects leave memory 10 s after their last request, and
 * workerd drops its entries for them after 70 s.
 */
const LONG_IDLE_MS = 120_000;
const SHOWN_MINUTES = [1, 5, 10, 20, 30];

interface Sample {
  minute: number;
  workerd: Resident;
  node: Resident;
  /**
   * The number of object databases that workerd has open, which is the number of objects in memory.
   */
  databases: number;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    pace: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    collect: { type: 'boolean', default: false },
    inspect: { type: 'boolean', default: false },
    csv: { type: 'string', default: '' },
  },
});
const [minutes, pace] = [Number(values.minutes), Number(values.pace)];
const kinds = chosenKinds(values.only);
if (!(minutes > 0 && pace > 0)) throw new Error('--minutes and --pace are numbers above 0.');

// Outside Cloudflare, V8 is not limited to 128 MB, so it rarely collects objects that have survived
// two minor collections. With this flag, every collection is a full one.
if (values.collect) process.env['MINIFLARE_WORKERD_V8_FLAGS'] = '--gc-global';
const soaked = kinds.includes('object') ? await startTrivial() : await startService(values.inspect);
const beganMs = performance.now();
if (values.csv !== '')
  writeFileSync(values.csv, 'minute,workerd,anonymous,v8,files,node,databases,requests\n');
try {
  await soak(soaked);
} finally {
  await soaked.stop();
}
printStolenTime();

async function soak(target: Soaked): Promise<void> {
  await printHeap(target);
  const before = take(target);
  const load = await startLoad({ service: target.service, kinds, pace });
  const samples: Sample[] = [];
  const note = () => samples.push(take(target, load.tally()));
  const sampling = setInterval(note, SAMPLE_EVERY_MS);
  const schedule = setInterval(() => void target.runSchedule(), SCHEDULE_EVERY_MS);
  await delay(minutes * 60_000);
  clearInterval(schedule);
  const tally = await load.stop();
  clearInterval(sampling);
  const last = samples.at(-1) ?? before;
  await delay(IDLE_MS);
  const idle = take(target);
  await delay(LONG_IDLE_MS - IDLE_MS);
  const rows: [string, Sample][] = [
    ['before the load', before],
    ...SHOWN_MINUTES.filter((minute) => minute < minutes).map((minute): [string, Sample] => [
      `${minute} min`,
      nearest(samples, minute),
    ]),
    [`${minutes} min`, last],
    [`${IDLE_MS / 1000} s without load`, idle],
    [`${LONG_IDLE_MS / 1000} s without load`, take(target)],
  ];
  print(rows, samples, tally);
  for (const [folder, count] of openDatabases(target.pid))
    printFigure(`open: ${folder}`, `${count}`);
  await printHeap(target);
}

/**
 * Takes a sample and, with `--csv`, appends it to the file, with the number of requests from the
 * tally (0 without a tally).
 */
function take({ pid }: Soaked, tally?: Tally): Sample {
  const databases = [...openDatabases(pid).values()].reduce((sum, count) => sum + count, 0);
  const minute = (performance.now() - beganMs) / 60_000;
  const sample = { minute, workerd: residentOf(pid), node: residentOf(process.pid), databases };
  const { all, anonymous, v8, files } = sample.workerd;
  const cells = [minute, all, anonymous, v8, files, sample.node.all].map((cell) => cell.toFixed(2));
  if (values.csv !== '')
    appendFileSync(values.csv, `${cells.join(',')},${databases},${tally?.requests ?? 0}\n`);
  return sample;
}

function nearest(samples: readonly Sample[], minute: number): Sample {
  const [first] = samples.toSorted(
    (a, b) => Math.abs(a.minute - minute) - Math.abs(b.minute - minute),
  );
  if (first === undefined) throw new Error('There is no sample.');
  return first;
}

function print(
  rows: readonly [string, Sample][],
  samples: readonly Sample[],
  tally: Tally | undefined,
): void {
  printTitle(`Resident memory under ${kinds.join(', ')}, in MB`);
  printMarkdown(
    ['When', 'workerd', 'anonymous', "V8's heaps", 'files', 'Node', 'open databases'],
    rows.map(([name, { workerd, node, databases }]) => [
      name,
      ...[workerd.all, workerd.anonymous, workerd.v8, workerd.files, node.all].map((size) =>
        size.toFixed(0),
      ),
      String(databases),
    ]),
  );
  const late = samples.filter(({ minute }) => minute >= minutes / 3);
  for (const part of ['workerd', 'node'] as const) {
    const { perX, error } = slopeOf(late.map((one) => ({ x: one.minute / 60, y: one[part].all })));
    printFigure(
      `${part}, slope of the last two thirds`,
      `${perX.toFixed(0)} ± ${error.toFixed(0)} MB an hour`,
    );
  }
  printFigure('requests', String(tally?.requests ?? 0));
  printFigure('webhooks that arrived', String(tally?.webhooks ?? 0));
  for (const [kind, count] of Object.entries(tally?.journeys ?? {}))
    printFigure(`journeys: ${kind}`, String(count));
  printFigure('failures', String(tally?.failures ?? 0));
  for (const fault of tally?.faults ?? []) console.log(`    ${fault}`);
}

async function printHeap({ pid, inspectorPort }: Soaked): Promise<void> {
  if (inspectorPort === undefined) return;
  const heap = await collectHeap(inspectorPort, 'target');
  const cells = ({ usedSize, totalSize, embedderHeapUsedSize, backingStorageSize }: Usage) =>
    [usedSize, totalSize, embedderHeapUsedSize, backingStorageSize].map(inMegabytes);
  printTitle("V8's heap of the service's Worker");
  printMarkdown(
    ['Garbage collection', 'used', 'allocated', "runtime's objects", 'buffers'],
    [
      ['before', ...cells(heap.before)],
      ['after', ...cells(heap.after)],
    ],
  );
  printFigure('workerd after it', `${residentOf(pid).all.toFixed(0)} MB`);
}

function chosenKinds(only: string): Kind[] {
  const all = Object.keys(PERIOD_MS) as Kind[];
  const names = only === '' ? all.filter((kind) => kind !== 'object') : only.split(',');
  const chosen = all.filter((kind) => names.includes(kind));
  if (chosen.length !== names.length)
    throw new Error(`--only lists some of ${all.join(', ')}; object stands alone.`);
  return chosen;
}
