// `npm run bench -- nightly`: measures what each step of both schedules costs with 100,000 and
// 1,000,000 sessions, how the cost grows, and whether it stays within the limits of Workers and D1.
// `--sessions=1000` measures only that size, `--backlog` a run in which every step finds more work
// than it can do. Exits with 1 when a step has failed or a limit is exceeded.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { printStolenTime } from '../report.ts';
import { BACKLOG_SESSIONS } from './backlog.ts';
import { findExcesses } from './limits.ts';
import { measureBacklog, measureSchedules, type MeasuredStep } from './measure.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000,1000000' },
    backlog: { type: 'boolean', default: false },
  },
});
const sizes = values.backlog ? [BACKLOG_SESSIONS] : values.sessions.split(',').map(Number);
/**
 * The number of sessions of a first run whose figures are not printed, because code is slow when it
 * runs for the first time.
 */
const WARM_UP = 1_000;
const measured: MeasuredStep[][] = [];
await measureSchedules(WARM_UP);
for (const sessions of sizes) {
  const { steps, databaseBytes } = await (values.backlog
    ? measureBacklog()
    : measureSchedules(sessions));
  measured.push(steps);
  console.log(`${sessions.toLocaleString('en')} sessions, ${(databaseBytes / 1e6).toFixed(0)} MB`);
}

const milliseconds = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const largest = measured.at(-1) ?? [];
const head = [
  'schedule',
  'step',
  ...sizes.map((sessions) => `CPU ms at ${sessions.toLocaleString('en')}`),
  'growth',
  'of SQLite',
  'longest call, ms',
  'statements',
  'rows',
  'messages',
];
console.log(`\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
for (const [n, step] of largest.entries()) {
  const each = measured.map((steps) => steps[n]?.cpuMs ?? 0);
  const cells = [
    `\`${step.schedule}\``,
    `${step.name}${step.failed ? ' (failed)' : ''}`,
    ...each.map(milliseconds),
    `×${((each.at(-1) ?? 0) / (each[0] || 1)).toFixed(1)}`,
    milliseconds(step.sqlCpuMs),
    milliseconds(step.longestCallMs),
    step.statements,
    step.rows,
    step.messages,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
const excesses = measured.flatMap((steps, n) =>
  findExcesses(steps).map((excess) => `${sizes[n]} sessions: ${excess}`),
);
console.log(
  excesses.length === 0 ? '\nEverything is within its limit.' : `\n${excesses.join('\n')}`,
);
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
printStolenTime();
if (excesses.length > 0) process.exitCode = 1;
