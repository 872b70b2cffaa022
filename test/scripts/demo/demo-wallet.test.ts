// The demo wallet's certificate authority: it is kept between starts, listed only once, and not
// listed again after it has been removed.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { D1Database } from '@cloudflare/workers-types';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  anchorQuery,
  authorityFile,
  ensureAnchor,
  ensureAuthority,
  knowsAnchor,
} from '../../../scripts/demo/demo-wallet.ts';
import { readAnchor } from '../../../src/workers/wallet/read-anchor.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agate-demo-wallet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** SQLite behind the methods of D1 that the demo wallet uses. */
function openDatabase() {
  const database = new DatabaseSync(':memory:');
  for (const name of ['0006_wallet-anchors.sql', '0008_wallet-lists.sql'])
    for (const statement of readFileSync(`migrations/${name}`, 'utf8').split(
      '--> statement-breakpoint',
    ))
      database.exec(statement);
  const prepare = (sql: string) => ({
    bind: (...values: (string | number)[]) => ({
      first: async () => database.prepare(sql).get(...values) ?? null,
      run: async () => database.prepare(sql).run(...values),
    }),
  });
  const rows = () => database.prepare('SELECT * FROM wallet_anchors').all();
  return { database, d1: { prepare } as unknown as D1Database, rows };
}

test('the authority is created once, readable by its owner only, and renewed when lost or about to expire', async () => {
  const file = authorityFile(folder);
  const made = await ensureAuthority(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await ensureAuthority(file)).toEqual(made);
  writeFileSync(file, JSON.stringify({ ...made, ends_at_ms: Date.now() + 3_600_000 }));
  const second = await ensureAuthority(file);
  expect(second.certificate).not.toBe(made.certificate);
  writeFileSync(file, '{');
  expect((await ensureAuthority(file)).certificate).not.toBe(second.certificate);
});

test('the authority is listed as by an operator, for the document types of the wallet', async () => {
  const authority = await ensureAuthority(authorityFile(folder));
  const { d1, rows } = openDatabase();
  await ensureAnchor(d1, authority);
  await ensureAnchor(d1, authority);
  const [row, ...others] = rows();
  expect(others).toEqual([]);
  const read = await readAnchor(String(row?.['certificate']));
  expect(read).toMatchObject({ ok: true, isAuthority: true });
  expect(read).toMatchObject({ sha256: row?.['sha256'], subject: row?.['subject'] });
  // Times in certificates have a precision of one second.
  expect(Number(row?.['not_after_ms']) - (read.ok ? read.notAfterMs : 0)).toBeLessThan(1_000);
  expect(JSON.parse(String(row?.['doc_types']))).toEqual([
    'eu.europa.ec.av.1',
    'org.iso.18013.5.1.mDL',
  ]);
});

test('the authority stays removed once it was removed', async () => {
  const authority = await ensureAuthority(authorityFile(folder));
  const { d1, database, rows } = openDatabase();
  await ensureAnchor(d1, authority);
  database.exec('UPDATE wallet_anchors SET removed_at_ms = 1');
  await ensureAnchor(d1, authority);
  expect(rows()).toHaveLength(1);
  const { sql, parameters } = anchorQuery(authority);
  expect(knowsAnchor(database.prepare(sql).get(...parameters))).toBe(true);
});
