// Upgrades a database from before D-183, whose links cover the entries themselves. Every entry,
// link, head and count stays, entries can be deleted only after they have moved, and the chain can
// still be verified.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { newMeter, openLocalD1 } from '../../bench/nightly/local-d1.ts';
import { encodeHex } from '../../src/crypto/encoding.ts';
import { openDatabase } from '../../src/db/client.ts';
import {
  CHAIN_START,
  checkLink,
  digestEntry,
  hashEntry,
  type AuditLink,
  type AuditRow,
} from '../../src/domain/platform/audit/chain.ts';
import { deleteStored } from '../../src/domain/platform/audit/moved-store.ts';
import { verifyChain, type StoredDigest } from '../../src/domain/platform/audit/verify-chain.ts';
import { migrate, MIGRATIONS, newMigratedDatabase } from './apply-migrations.ts';

const MIGRATION = '0033_moved-audit.sql';
const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2026-12-01T12:00:00Z');
const ENTRIES = 120;

let database: DatabaseSync;

const all = <Row>(sql: string): Row[] => database.prepare(sql).all() as Row[];

/** Inserts an entry of an operator, the service, a directory or a member of a customer. */
function record(n: number): AuditRow {
  const audience = ['dashboard', 'admin', 'system', 'scim'][n % 4] ?? '';
  const tenant = audience === 'admin' && n % 3 === 0 ? '' : `ten_${n % 2}`;
  database
    .prepare(
      `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id, ip, before, after)
       VALUES (?, ?, ?, ?, ?, ?, 'x', ?, NULL, ?)`,
    )
    .run(
      NOON_MS - 60 * DAY_MS + (n * DAY_MS) / 3,
      n % 5 === 0 ? null : n % 5,
      audience,
      tenant,
      n % 2 === 0 ? 'key.create' : 'session.export',
      n % 2 === 0 ? 'key' : 'session',
      n % 3 === 0 ? '192.0.2.7' : null,
      JSON.stringify({ n }),
    );
  const [row] = all<AuditRow>('SELECT * FROM audit_entries ORDER BY id DESC LIMIT 1');
  if (row === undefined) throw new Error('The entry is not there.');
  return row;
}

const link = (id: number, hash: string): void =>
  void database.prepare('INSERT INTO audit_links VALUES (?, ?)').run(id, hash);

/** The hash of a link as versions before D-183 made it. */
async function hashEarlier(previous: string, row: AuditRow): Promise<string> {
  const text = JSON.stringify([previous, ...Object.values(row)]);
  return encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

const TABLES = [
  'audit_entries',
  'audit_links',
  'audit_heads',
  'audit_counts',
  'tenant_audit_counts',
];
const content = () => TABLES.map((table) => all(`SELECT * FROM ${table}`));

const upgrade = (): void =>
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION),
  );

const report = (): Promise<string> =>
  verifyChain(
    {
      links: async (after, limit) =>
        all<AuditLink>(
          `SELECT * FROM audit_links WHERE entry_id > ${after} ORDER BY entry_id LIMIT ${limit}`,
        ),
      entries: async (after, until) =>
        all<AuditRow>(`SELECT * FROM audit_entries WHERE id > ${after} AND id <= ${until}`),
      digests: async (after, until) =>
        all<StoredDigest>(
          `SELECT * FROM audit_digests WHERE entry_id > ${after} AND entry_id <= ${until}`,
        ),
    },
    [],
  );

let head: string;

beforeEach(async () => {
  database = newMigratedDatabase(MIGRATIONS.filter((name) => name < MIGRATION));
  head = CHAIN_START;
  for (let n = 0; n < ENTRIES; n += 1) {
    const row = record(n);
    head = await hashEarlier(head, row);
    link(row.id, head);
  }
  database.exec(`INSERT INTO audit_heads VALUES (${ENTRIES}, ${NOON_MS}, 'jws')`);
});

test('every entry, link, head and count stays, and every link matches its entry', async () => {
  const before = content();
  expect(before[0]).toHaveLength(ENTRIES);
  expect(before[4]?.length).toBeGreaterThan(50);
  upgrade();
  expect(content()).toEqual(before);
  let previous = CHAIN_START;
  for (const { hash, ...row } of all<AuditRow & { hash: string }>(
    'SELECT audit_entries.*, hash FROM audit_entries JOIN audit_links ON entry_id = id ORDER BY id',
  )) {
    expect([row.id, await checkLink(hash, previous, row)]).toEqual([row.id, 'row']);
    expect(await checkLink(hash, previous, { ...row, action: 'x' })).toBe('altered');
    previous = hash;
  }
  expect(await report()).toBe(`120 entries are unchanged. Head: 120:${head}`);
});

test('the database refuses to change or delete entries, links, heads and digests', () => {
  upgrade();
  database.exec("INSERT INTO audit_digests VALUES (1, '')");
  for (const change of [
    'DELETE FROM audit_entries WHERE id = 2',
    'DELETE FROM audit_entries',
    "UPDATE audit_entries SET action = 'x'",
    'DELETE FROM audit_links',
    "UPDATE audit_links SET hash = 'x'",
    'DELETE FROM audit_heads',
    'DELETE FROM audit_digests',
    "UPDATE audit_digests SET digest = 'x'",
  ])
    expect(() => database.exec(change)).toThrow(/ are never (changed|deleted)/);
  expect(all('SELECT * FROM audit_entries')).toHaveLength(ENTRIES);
  database.exec('DELETE FROM audit_entries WHERE id = 1');
  expect(all('SELECT * FROM audit_entries')).toHaveLength(ENTRIES - 1);
});

test('entries of both versions leave with their counts, and the chain is still whole', async () => {
  upgrade();
  for (let n = ENTRIES; n < ENTRIES + 20; n += 1) {
    const row = record(n);
    head = await hashEntry(head, row);
    link(row.id, head);
  }
  expect(await report()).toBe(`140 entries are unchanged. Head: 140:${head}`);
  const rows = all<AuditRow>(
    "SELECT * FROM audit_entries WHERE tenant_id = 'ten_0' AND audience <> 'admin'",
  );
  const db = openDatabase(openLocalD1(database, newMeter));
  const stored = await Promise.all(
    rows.map(async (row, at) => ({
      id: row.id,
      number: at + 1,
      digest: row.id <= ENTRIES ? '' : await digestEntry(row),
    })),
  );
  await deleteStored(db, stored, NOON_MS);
  await deleteStored(db, stored.slice(0, 3), NOON_MS);
  expect(all('SELECT * FROM audit_moved')).toEqual([{ tenant_id: 'ten_0', entries: rows.length }]);
  expect(
    all("SELECT * FROM audit_entries WHERE tenant_id = 'ten_0' AND audience <> 'admin'"),
  ).toEqual([]);
  const [counted] = all<{ n: number }>(
    "SELECT sum(value) AS n FROM tenant_audit_counts WHERE member_id = -1 AND action = '' AND target_type = ''",
  );
  const [direct] = all<{ n: number }>(
    "SELECT count(*) AS n FROM audit_entries WHERE tenant_id <> ''",
  );
  expect(counted).toEqual(direct);
  const earlier = rows.filter(({ id }) => id <= ENTRIES).length;
  expect(await report()).toBe(
    [
      `${140 - earlier} entries are unchanged. Head: 140:${head}`,
      `Of these, ${rows.length - earlier} are in customers’ ledgers and were checked by digest.`,
      `${earlier} entries in ledgers were linked by an earlier version: use --ledgers.`,
    ].join('\n'),
  );
});
