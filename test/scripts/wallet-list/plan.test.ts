// The changes that an imported trust list makes to the database (D-150).
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  distrustedSql,
  type Import,
  type ImportedList,
  type ListedAnchor,
  type NewAnchor,
  planImport,
} from '../../../scripts/wallet-list/plan.ts';
import { newMigratedDatabase } from '../../contract/apply-migrations.ts';
import type { TrustList } from '../../../scripts/wallet-list/trust-list.ts';

const NOW_MS = Date.parse('2026-11-28T12:00:00Z');
const NEXT_MS = Date.parse('2027-05-01T00:00:00Z');
const LIST: TrustList = {
  name: 'AVTL UT',
  sequenceNumber: 3,
  issuedAtMs: NOW_MS - 1,
  nextUpdateMs: NEXT_MS,
  issuers: [],
  others: [],
};
const anchor = (sha256: string): NewAnchor => ({
  name: "Quarry's",
  certificate: sha256,
  sha256,
  subject: 'CN=Quarry',
  notAfterMs: NEXT_MS,
});

let db: DatabaseSync;
beforeEach(() => {
  db = newMigratedDatabase();
});

const rows = <Row>(sql: string): Row[] => db.prepare(sql).all() as Row[];

function importNow(found: string[], more: Partial<Import> = {}) {
  const before = rows<ImportedList>('SELECT * FROM wallet_trust_lists')[0];
  const plan = planImport({
    list: LIST,
    found: found.map(anchor),
    fileSha256: 'file',
    signerSha256: 'signer',
    isNewSigner: false,
    nowMs: NOW_MS,
    listed: rows<ListedAnchor>('SELECT * FROM wallet_anchors WHERE removed_at_ms IS NULL'),
    distrusted: rows<{ sha256: string }>(distrustedSql(LIST.name)).map(({ sha256 }) => sha256),
    ...(before && { before }),
    ...more,
  });
  db.exec(plan.sql);
  return { added: plan.added.length, removed: plan.removed.length, kept: plan.kept };
}
const next = (sequenceNumber: number): TrustList => ({ ...LIST, sequenceNumber });
const listed = () =>
  rows<{ sha256: string }>(
    'SELECT sha256 FROM wallet_anchors WHERE removed_at_ms IS NULL ORDER BY sha256',
  ).map(({ sha256 }) => sha256);

describe('an import of a trust list', () => {
  test('lists its issuers until a week after the next list is due', () => {
    expect(importNow(['a', 'b'])).toEqual({ added: 2, removed: 0, kept: 0 });
    expect(rows('SELECT * FROM wallet_anchors')).toMatchObject([
      {
        id: expect.stringMatching(/^wan_[\w-]{16}$/),
        name: "Quarry's",
        doc_types: '["eu.europa.ec.av.1"]',
        list_name: 'AVTL UT',
        list_until_ms: NEXT_MS + 7 * 86_400_000,
        removed_at_ms: null,
      },
      {},
    ]);
    expect(rows('SELECT * FROM wallet_trust_lists')).toMatchObject([
      { name: 'AVTL UT', signer_sha256: 'signer', sequence_number: 3, file_sha256: 'file' },
    ]);
  });

  test('is recorded in the audit', () => {
    importNow(['a']);
    const [entry] = rows<{ after: string }>('SELECT * FROM audit_entries');
    expect(entry).toMatchObject({
      audience: 'system',
      action: 'wallet_list.import',
      target_id: 'AVTL UT',
    });
    expect(JSON.parse(entry?.after ?? '')).toEqual({
      sequence_number: 3,
      signer_sha256: 'signer',
      file_sha256: 'file',
      added: 'a',
      removed: '',
    });
  });

  test('removes issuers that are no longer in the list, keeps the others, and does not touch other anchors', () => {
    importNow(['a', 'b']);
    db.exec(
      "INSERT INTO wallet_anchors (id, name, certificate, sha256, subject, doc_types, not_after_ms, added_at_ms) VALUES ('wan_x', 'x', 'x', 'x', 'x', '[]', 1, 1)",
    );
    const list = { ...next(4), nextUpdateMs: NEXT_MS + 1 };
    expect(importNow(['b', 'c', 'x'], { list })).toEqual({ added: 1, removed: 1, kept: 1 });
    expect(listed()).toEqual(['b', 'c', 'x']);
    expect(rows("SELECT list_name, list_until_ms FROM wallet_anchors WHERE sha256 = 'x'")).toEqual([
      { list_name: null, list_until_ms: null },
    ]);
    expect(rows("SELECT list_until_ms FROM wallet_anchors WHERE sha256 = 'b'")).toEqual([
      { list_until_ms: NEXT_MS + 1 + 7 * 86_400_000 },
    ]);
    expect(importNow(['a', 'b'], { list: next(5) })).toEqual({ added: 1, removed: 1, kept: 1 });
  });

  test('can be repeated', () => {
    importNow(['a']);
    expect(importNow(['a'])).toEqual({ added: 0, removed: 0, kept: 1 });
  });

  test('does not restore what an operator has removed', () => {
    importNow(['a', 'b']);
    db.exec("UPDATE wallet_anchors SET removed_at_ms = 1 WHERE sha256 = 'a'");
    expect(importNow(['a', 'b'], { list: next(4) })).toEqual({ added: 0, removed: 0, kept: 1 });
    expect(listed()).toEqual(['b']);
  });

  test('without issuers removes the earlier ones', () => {
    importNow(['a']);
    expect(importNow([], { list: next(4) })).toEqual({ added: 0, removed: 1, kept: 0 });
  });
});

describe('an import is refused', () => {
  test.each<[string, Partial<Import>, string]>([
    ['an older list', { list: next(2) }, 'this is older'],
    ['another list of the same number', { fileSha256: 'other' }, 'another one of that number'],
    ["another signer's list", { list: next(4), signerSha256: 'other' }, 'say --new-signer'],
  ])('for %s', (_, more, says) => {
    importNow(['a']);
    expect(() => importNow(['b'], more)).toThrow(says);
    expect(listed()).toEqual(['a']);
  });

  test('for an unsigned file after a signed list', () => {
    importNow(['a']);
    const more = { list: next(4), signerSha256: undefined as never };
    expect(() => importNow(['b'], more)).toThrow('say --new-signer');
  });

  test('when there would be more than 500 anchors', () => {
    const many = Array.from({ length: 501 }, (_, n) => `${n}`);
    expect(() => importNow(many)).toThrow('more than 500');
  });
});

test('a new signer is accepted when an operator says so', () => {
  importNow(['a']);
  importNow(['a'], { list: next(4), signerSha256: 'other', isNewSigner: true });
  expect(rows('SELECT signer_sha256 FROM wallet_trust_lists')).toEqual([
    { signer_sha256: 'other' },
  ]);
});
