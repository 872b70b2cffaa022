// Runs SQL on the local or the deployed database, for scripts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { deployedConfig } from './deployed.ts';

type Row = Record<string, string | number | null>;

export function insert(table: string, row: Row): string {
  const values = Object.values(row).map(quote).join(', ');
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values});`;
}

/** Formats a value as an SQL literal. */
export function quote(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

function whereIs(remote: boolean): string[] {
  const state = process.env['STATE_DIR'];
  if (remote) return ['--remote', ...deployedConfig()];
  return ['--local', ...(state ? [`--persist-to=${state}`] : [])];
}

/** @returns whether wrangler succeeded; if it did not, its error message has been printed */
export function execute(sql: string, remote: boolean): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'agate-sql-'));
  const file = join(folder, 'statements.sql');
  writeFileSync(file, sql, { mode: 0o600 });
  try {
    return executeFile(file, remote);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Does the same as `execute` with the statements in a file, which are executed atomically. */
export function executeFile(file: string, remote: boolean): boolean {
  const wrangler = ['node_modules/wrangler/bin/wrangler.js', 'd1', 'execute', 'agate', '--yes'];
  const { status } = spawnSync(
    process.execPath,
    [...wrangler, `--file=${file}`, ...whereIs(remote)],
    { stdio: ['inherit', 'ignore', 'inherit'] },
  );
  return status === 0;
}

/**
 * Opens the database with the part of D1's interface that a script needs to run the service's own
 * queries: single statements with `all`, `raw` (columns of one table, with distinct names) and
 * `run`.
 */
export function openWithWrangler(remote: boolean): D1Database {
  const statement = (text: string) => ({
    all: async () => ({ results: query<Row>(text, remote), success: true, meta: {} }),
    raw: async () => query<Row>(text, remote).map((row) => Object.values(row)),
    run: async () => {
      if (!execute(`${text};`, remote)) throw new Error('The database could not be written.');
      return { results: [], success: true, meta: {} };
    },
  });
  const prepare = (text: string) => ({
    ...statement(text),
    bind: (...values: (string | number | null)[]) => statement(inline(text, values)),
  });
  return { prepare } as unknown as D1Database;
}

/** @param text SQL with one question mark for each value and no other question marks */
function inline(text: string, values: readonly (string | number | null)[]): string {
  const parts = text.split('?');
  if (parts.length !== values.length + 1) throw new Error('Values do not fit the statement.');
  return parts
    .map((part, at) => part + (at < values.length ? quote(values[at] ?? null) : ''))
    .join('');
}

/** Finds the error message in wrangler's output; returns an empty string if there is none. */
function reasonIn(stdout: string): string {
  try {
    const { error } = JSON.parse(stdout) as { error?: { text?: string } };
    return error?.text ?? '';
  } catch {
    return '';
  }
}

/**
 * @returns the rows of one SELECT
 * @throws Error when wrangler could not read them
 */
export function query<T>(sql: string, remote: boolean): T[] {
  const wrangler = ['node_modules/wrangler/bin/wrangler.js', 'd1', 'execute', 'agate', '--yes'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [...wrangler, '--json', `--command=${sql}`, ...whereIs(remote)],
    { stdio: ['inherit', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`The database could not be read. ${reasonIn(stdout)}`.trim());
  const [answer] = JSON.parse(stdout) as { results: T[] }[];
  return answer?.results ?? [];
}
