// The faults that `npm run doctor` finds in a database.
import { expect, test } from 'vitest';
import { examineDatabase } from '../../../scripts/operations/examine.ts';
import { MIGRATIONS } from '../../contract/apply-migrations.ts';
import { fill, NOW, queryOf } from './filled-database.ts';

test('the doctor is content with a database some of whose audit entries have moved', async () => {
  const database = await fill();
  expect(database.prepare('SELECT id FROM audit_entries').all()).toHaveLength(4);
  expect(database.prepare('SELECT entry_id FROM audit_links').all()).toHaveLength(5);
  expect(await examineDatabase(queryOf(database), MIGRATIONS, NOW)).toEqual([]);
});

test.each([
  [
    'a migration that is missing',
    "DELETE FROM d1_migrations WHERE name LIKE '0000%'",
    'is not applied',
  ],
  [
    'a migration of a newer version',
    "INSERT INTO d1_migrations (name) VALUES ('9999_x.sql')",
    'newer version',
  ],
  [
    'rows whose parents are gone',
    'PRAGMA foreign_keys = OFF; DELETE FROM tenants',
    '1 rows of webhook_endpoints',
  ],
  [
    'a session past its end',
    'UPDATE verification_sessions SET completed_at_ms = NULL, expires_at_ms = 1',
    '1 sessions are past their end',
  ],
  [
    'a change that no ledger was told of',
    "INSERT INTO ledger_work (id, tenant_id, work, created_at_ms) VALUES ('w', 'ten_1', '{}', 1)",
    '1 changes have been waiting for an hour',
  ],
  [
    'deliveries that are due, of all volumes',
    `INSERT OR REPLACE INTO ledger_volumes (tenant_id, test, number, opened_at_ms, backlog) VALUES
       ('ten_1', 0, 1, 1, '{"overdue":{"count":3,"sinceMs":1},"givenUp":null,"atMs":${NOW}}'),
       ('ten_1', 1, 1, 1, '{"overdue":{"count":4,"sinceMs":1},"givenUp":null,"atMs":${NOW}}'),
       ('ten_1', 0, 2, 1, '{"overdue":{"count":5,"sinceMs":${NOW}},"givenUp":null,"atMs":${NOW}}'),
       ('ten_1', 1, 2, 1, '{"overdue":null,"givenUp":{"count":6,"sinceMs":1},"atMs":${NOW}}'),
       ('ten_1', 0, 3, 1, '{"overdue":{"count":8,"sinceMs":1},"givenUp":null,"atMs":1}')`,
    '7 deliveries have been due for an hour',
  ],
  [
    'a notice of a sign-out that waits',
    "INSERT INTO logout_notices (cause, client_id, subject, session_id, created_at_ms) VALUES ('c', 'x', 'y', 'z', 1)",
    '1 sites have been waiting for an hour',
  ],
  [
    'a grant that still has to end',
    `PRAGMA foreign_keys = OFF; INSERT INTO grants (id, account_id, client_id, session_id, scope, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES ('g', 1, 'xoc_1', 's', 'openid', 1, ${NOW}, 1)`,
    '1 grants were revoked',
  ],
  ['counts that differ', 'UPDATE account_days SET value = value + 2', '2 accounts more or less'],
  ['a dead letter', "INSERT INTO dead_letters VALUES ('q', 's', NULL, 1, 1)", '1 dead letters'],
  [
    'an audit link that was changed',
    "DROP TRIGGER IF EXISTS audit_links_update; UPDATE audit_links SET hash = 'x' WHERE entry_id = 2",
    'audit entry 2',
  ],
  [
    'a digest of a moved audit entry that was changed',
    "UPDATE audit_digests SET digest = 'x' WHERE entry_id = 4",
    'The audit entry 4 is altered.',
  ],
  [
    'a moved audit entry without a digest',
    'DELETE FROM audit_digests',
    'The audit entry 4 is missing.',
  ],
  [
    'a digest without a moved audit entry',
    "INSERT INTO audit_digests VALUES (3, 'x')",
    '1 audit entries have a digest although they did not move',
  ],
  [
    'a removed audit entry that was given a digest',
    "INSERT INTO audit_digests VALUES (3, 'x'); DELETE FROM audit_entries WHERE id = 3",
    'The audit entry 3 is altered.',
  ],
])('the doctor finds %s', async (_name, damage, fault) => {
  const database = await fill();
  for (const { name } of database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .all())
    if (/audit_(digests|links|entries)_keep/.test(String(name)))
      database.exec(`DROP TRIGGER "${String(name)}"`);
  database.exec(damage);
  const faults = await examineDatabase(queryOf(database), MIGRATIONS, NOW);
  expect(faults.join('\n')).toContain(fault);
});
