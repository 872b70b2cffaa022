// `npm run bench -- backup`: measures how long backup, restore and doctor take on a local
// installation with 1,000,000 sessions, and how much memory they use. It kills the backup once and
// resumes it. `--sessions=1000` sets a different number of sessions. Exits with 1 when the restored
// database differs from the original, or when a bound is exceeded. The audit log entries that it
// inserts are not linked into a hash chain, so the doctor stops at the first one.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { applyMigrations, openLocalDatabase } from '../../scripts/demo/local-database.ts';
import { readManifest } from '../../scripts/operations/backup/folder.ts';
import { seed } from '../nightly/seed.ts';
import { printStolenTime } from '../report.ts';
import { runProgram, type Run } from './run-program.ts';

/** The maximum durations, in seconds, that the product promises for a million sessions. */
const BOUNDS: Readonly<Record<string, number>> = { backup: 1_800, doctor: 300 };

/**
 * The result that stands in for the resumed run when there is nothing to resume: the backup of a
 * small database has only one part, so it is already complete when it is killed.
 */
const NOTHING: Run = { seconds: 0, peakMb: 0, output: '' };

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '1000000' } } });
const sessions = Number(values.sessions);
const folder = mkdtempSync(join(tmpdir(), 'agate-bench-backup-'));
const [from, to, backup] = ['from', 'to', 'backup'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

/**
 * Applies the migrations to the installation's database, then inserts rows directly into its file.
 */
async function fill(): Promise<void> {
  const { database, close } = await openLocalDatabase(from);
  await applyMigrations(database);
  await close();
  const file = new DatabaseSync(fileOf(from), { enableForeignKeyConstraints: false });
  seed(file, sessions, Date.now());
  file.close();
}

function fileOf(state: string): string {
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' });
  const name = names.find((one) => one.includes('D1') && /[\da-f]{64}\.sqlite$/.test(one));
  if (name === undefined) throw new Error(`${state} has no database.`);
  return join(state, name);
}

/** @returns by table, the number of rows and a hash of their contents */
function contentOf(state: string): Record<string, string> {
  const database = new DatabaseSync(fileOf(state), { readOnly: true });
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'account_search_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    )
    .all() as { name: string }[];
  const content = tables.map(({ name }) => {
    const hash = createHash('sha256');
    let rows = 0;
    for (const row of database.prepare(`SELECT * FROM ${name}`).iterate()) {
      hash.update(JSON.stringify(row));
      rows += 1;
    }
    return [name, `${rows} rows, ${hash.digest('hex').slice(0, 16)}`];
  });
  database.close();
  return Object.fromEntries(content) as Record<string, string>;
}

const print = (name: string, { seconds, peakMb }: Run, note = '') =>
  console.log(`| ${name} | ${seconds.toFixed(1)} | ${peakMb.toFixed(0)} | ${note} |`);

try {
  await fill();
  console.log(`${sessions.toLocaleString('en')} sessions, ${megabytes(fileOf(from))} MB\n`);
  console.log('| what | seconds | MB of memory at most | |\n| --- | ---: | ---: | --- |');
  const killed = await runProgram('scripts/backup.ts', [`--output=${backup}`], from, (line) =>
    line.includes(' rows are in '),
  );
  print('backup, killed after its first part', killed);
  const isComplete = readManifest(backup)?.ended_at !== undefined;
  const rest = isComplete
    ? NOTHING
    : await runProgram('scripts/backup.ts', [`--output=${backup}`], from);
  const files = readdirSync(backup).map((file) => join(backup, file));
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
  print('backup, continued', rest, `${files.length - 1} of SQL, ${(size / 1e6).toFixed(0)} MB`);
  const restored = await runProgram('scripts/restore.ts', [`--input=${backup}`], to);
  print('restore', restored);
  const doctor = await runProgram('scripts/doctor.ts', [], from);
  const faults = doctor.output.trim().split('\n').length;
  print('doctor', doctor, `${faults} lines about rows that are due`);
  const again = await runProgram('scripts/doctor.ts', [], to);
  print('doctor of the restored one', again);
  const [before, after] = [contentOf(from), contentOf(to)];
  const differences = Object.keys({ ...before, ...after }).filter(
    (name) => before[name] !== after[name],
  );
  for (const name of differences)
    console.log(`${name}: ${before[name] ?? 'missing'}, restored ${after[name] ?? 'missing'}`);
  const taken: Record<string, number> = {
    backup: killed.seconds + rest.seconds,
    doctor: doctor.seconds,
  };
  const late = Object.entries(BOUNDS).filter(([name, most]) => (taken[name] ?? 0) > most);
  for (const [name, most] of late) console.log(`${name} took more than ${most} s.`);
  const same = doctor.output === again.output && differences.length === 0;
  console.log(same ? '\nThe restored database is the same.' : '\nThe restored database differs.');
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  printStolenTime();
  if (!same || late.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function megabytes(file: string): string {
  return (statSync(file).size / 1e6).toFixed(0);
}
