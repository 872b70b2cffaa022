// `npm run backup`, `restore` and `doctor` on a local database in workerd's own SQLite, the way D1
// runs it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations, openLocalDatabase } from '../../../scripts/demo/local-database.ts';

/**
 * A document longer than D1's limit for a statement, with characters that have a meaning in a shell
 * or in SQL.
 */
const DOCUMENT = `${'JVBERi0x'.repeat(20_000)}';\n--> "$HOME" \u{1F600}`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agate-operations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

async function open<T>(state: string, work: (database: D1Database) => Promise<T>): Promise<T> {
  const { database, close } = await openLocalDatabase(at(state));
  try {
    return await work(database);
  } finally {
    await close();
  }
}

function run(script: string, state: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, STATE_DIR: at(state), DEMO_FILE: at(`${state}.json`) },
  });
  return { status, said: `${stdout}${stderr}` };
}

test.each([
  ['scripts/calibrate/main.ts', 'npm run calibrate -- <folder>'],
  ['scripts/face-space/main.ts', 'npm run face-space -- <folder>'],
  ['scripts/law.ts', 'npm run law -- XA.json'],
  ['scripts/totp.ts', 'npm run -s totp'],
  ['scripts/age-head/main.ts', 'train FAIRFACE-FOLDER'],
  ['bench/storm/main.ts', 'npm run storm [-- --sessions=500]'],
])('%s explains itself, and what is misspelt', (file, usage) => {
  const said = expect.stringContaining(usage);
  expect(run(file, 'none', '--help')).toEqual({ status: 0, said });
  const misspelt = run(file, 'none', '--remoet');
  expect(misspelt).toEqual({ status: 1, said });
  expect(misspelt.said).toMatch(/^Unknown option '--remoet'/);
});

test('bench lists the benchmarks', () => {
  const said = expect.stringContaining('npm run bench -- NAME');
  expect(run('bench/main.ts', 'none', '--help')).toEqual({ status: 0, said });
  expect(run('bench/main.ts', 'none', 'cost', '--help')).toEqual({ status: 0, said });
  expect(run('bench/main.ts', 'none', 'costs')).toEqual({ status: 2, said });
});

test('totp says that the demo has not run yet', () => {
  const { status, said } = run('scripts/totp.ts', 'none');
  expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('npm start') });
});

test('a backup says that the ledgers are missing when no service answers', async () => {
  await open('from', async (database) => {
    await applyMigrations(database);
    await database.batch([
      database.prepare(
        "INSERT INTO tenants (id, name, created_at_ms) VALUES ('ten_1', 'Quarry', 1)",
      ),
      database.prepare(
        "INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms) VALUES ('ten_1', 0, 1, 1)",
      ),
    ]);
  });
  const backUp = (...more: string[]) =>
    run('scripts/backup.ts', 'from', `--output=${at('backup')}`, ...more);
  const isLeftOut = backUp('--without-ledgers');
  expect(isLeftOut).toEqual({ status: 0, said: expect.stringContaining('are left out') });
  // Nothing listens at this address.
  const service = '--service=http://localhost:9';
  expect(backUp(service)).toEqual({
    status: 1,
    said: `The ledgers (events, deliveries, request log, older sessions, figures and audit entries) are NOT in ${at('backup')}: no service answers at http://localhost:9. Start it or name another with --service=https://..., and run the same command again: it adds them.\n`,
  });
  const manifest = JSON.parse(readFileSync(join(at('backup'), 'backup.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ ledgers: false, ended_at: expect.any(String) });
  const restored = run(
    'scripts/restore.ts',
    'from',
    `--input=${at('backup')}`,
    '--ledgers',
    service,
  );
  expect(restored).toEqual({ status: 1, said: `${at('backup')} has no ledgers.\n` });
});

test('audit:verify says that it has not checked the ledgers when no service answers', async () => {
  await open('from', applyMigrations);
  const verify = (...more: string[]) => run('scripts/audit-verify.ts', 'from', ...more);
  expect(verify('--help').said).toMatch(/\[--ledgers\].*^ {2}--ledgers {2}also checks/ms);
  const chain = `0 entries are unchanged. Head: 0:${'0'.repeat(64)}\n`;
  expect(verify()).toEqual({ status: 0, said: expect.stringContaining(chain) });
  // Nothing listens at this address.
  const { status, said } = verify('--ledgers', '--service=http://localhost:9');
  expect(status).toBe(1);
  expect(said).toContain(chain);
  expect(said).toMatch(/^No service answers at http:\/\/localhost:9: name another with --service/m);
  expect(verify('--ledgers', '--service=x')).toEqual({
    status: 1,
    said: expect.stringContaining('Say where the service is'),
  });
});

test.each([
  ['scripts/audit-verify.ts', 'audit:verify'],
  ['scripts/backup.ts', 'backup'],
  ['scripts/doctor.ts', 'doctor'],
  ['scripts/reseal-secrets.ts', 'secrets:reseal'],
  ['scripts/restore.ts', 'restore'],
  ['scripts/rotate-keys.ts', 'keys:rotate'],
  ['scripts/upgrade-0-1.ts', 'upgrade:0.1'],
])('%s explains itself, and what is misspelt, and then does nothing', (file, name) => {
  const usage = new RegExp(`^npm run ${name} .*^  --remote `, 'ms');
  expect(run(file, 'none', '--help')).toEqual({
    status: 0,
    said: expect.stringMatching(usage),
  });
  const misspelt = run(file, 'none', '--remoet');
  expect(misspelt.status).toBe(1);
  expect(misspelt.said).toMatch(/^Unknown option '--remoet'\.?.*\n\nnpm run /);
  expect(existsSync(at('none'))).toBe(false);
});

test('a local database is backed up, restored and examined', async () => {
  await open('from', async (database) => {
    await applyMigrations(database);
    await database.batch([
      database.prepare(
        "INSERT INTO tenants (id, name, created_at_ms) VALUES ('ten_1', 'Quarry', 1)",
      ),
      database
        .prepare(
          `INSERT INTO certificates (id, title, issuer, scope, statement, valid_from, kind, bytes, sha256, added_at_ms, document)
           VALUES ('crt_1', 't', 'i', 's', 's', '2026-01-01', 'pdf', 1, 'h', 1, ?)`,
        )
        .bind(DOCUMENT),
    ]);
  });
  expect(run('scripts/backup.ts', 'from', `--output=${at('backup')}`)).toEqual({
    status: 0,
    said: expect.stringContaining('has the database'),
  });
  expect(run('scripts/restore.ts', 'to', `--input=${at('backup')}`)).toEqual({
    status: 0,
    said: expect.stringContaining('1 of 1 parts'),
  });
  expect(run('scripts/doctor.ts', 'to')).toEqual({
    status: 0,
    said: 'Nothing is wrong with the database.\n',
  });
  const found = await open('to', async (database) => {
    // The restored database has already been migrated.
    expect(await applyMigrations(database)).toEqual([]);
    return database.prepare('SELECT document FROM certificates').first<string>('document');
  });
  expect(found).toBe(DOCUMENT);
});
