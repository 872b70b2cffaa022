// Backup and restore in practice: a database with every kind of data is written into a folder,
// lost, restored, and compared.
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup } from '../../../scripts/operations/backup/restore-backup.ts';
import { writeBackup } from '../../../scripts/operations/backup/write-backup.ts';
import { examineDatabase } from '../../../scripts/operations/examine.ts';
import type { Query } from '../../../scripts/operations/query.ts';
import { migrate, MIGRATIONS } from '../../contract/apply-migrations.ts';
import { contentOf, fill, insert, NOW, queryOf } from './filled-database.ts';

/** Parts so small that a backup has several of them, and reads a table several times. */
const PARTS = { now: () => NOW, partBytes: 40_000 };

let database: DatabaseSync;
let folder: string;
let backup: string;

beforeEach(async () => {
  database = await fill();
  folder = mkdtempSync(join(tmpdir(), 'agate-backup-'));
  backup = join(folder, 'backup');
  // The row with the highest id is deleted. Its id must not be used again, not even after a
  // restore.
  database.exec('DELETE FROM accounts WHERE id = 1100');
  // Fills a table without row ids with more rows than one read returns.
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
     INSERT INTO age_keys (id, public_key, counter, bracket, method, margin_years, difficulty, liveness_level, verified_at_ms, expires_at_ms)
     SELECT lower(hex(randomblob(32))), 'k', 0, 18, 'face', 7, 'medium', 'standard', 1, ${2 * NOW} FROM n`,
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

/** An empty database, in which each file is executed as one transaction, as in D1. */
function newTarget() {
  const restored = new DatabaseSync(':memory:');
  const executeFile = async (path: string) => {
    restored.exec('BEGIN');
    try {
      restored.exec(readFileSync(path, 'utf8'));
      restored.exec('COMMIT');
    } catch (error) {
      restored.exec('ROLLBACK');
      throw error;
    }
  };
  return { restored, query: queryOf(restored), executeFile };
}

const statementsOf = (text: string): string[] => text.split(/;\n(?=[A-Z])/);

const textOf = () =>
  readdirSync(backup)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(join(backup, file), 'utf8'));

describe('a backup', () => {
  test('is restored unchanged: every row, index, trigger and search, and the doctor finds nothing', async () => {
    expect(await examineDatabase(queryOf(database), MIGRATIONS, NOW)).toEqual([]);
    const { parts } = await writeBackup(queryOf(database), backup, PARTS);
    expect(parts.length).toBeGreaterThan(3);
    const target = newTarget();
    await restoreBackup(backup, target);
    expect(contentOf(target.restored)).toEqual(contentOf(database));
    expect(await examineDatabase(target.query, MIGRATIONS, NOW)).toEqual([]);
    // The triggers have been restored as well as the rows.
    expect(() => target.restored.exec('DELETE FROM audit_entries')).toThrow('never deleted');
  });

  test('has no statement that is too long for D1, and keeps long texts (100,000 bytes; D-164)', async () => {
    const document = `${'JVBERi0x'.repeat(166_000)}'\u{1F600}`.repeat(1);
    const odd = `${'\u{1F600}'.repeat(12_000)}'${"'".repeat(30_000)}a\0b`;
    insert(database, 'certificates', { id: 'crt_1', document, sha256: 'a' });
    insert(database, 'certificates', { id: 'crt_2', document: odd, sha256: 'b' });
    await writeBackup(queryOf(database), backup, PARTS);
    const lengths = textOf().flatMap((text) =>
      statementsOf(text).map((one) => Buffer.byteLength(one)),
    );
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    const target = newTarget();
    await restoreBackup(backup, target);
    expect(contentOf(target.restored)).toEqual(contentOf(database));
  });

  test('continues after an interruption at any read, and contains each row once', async () => {
    let [reads, interruptions] = [0, 0];
    for (let failing = 1; ; failing += 7) {
      reads = 0;
      const query: Query = async <Row>(sql: string) => {
        reads += 1;
        if (reads === failing) throw new Error('The database could not be reached.');
        return queryOf(database)<Row>(sql);
      };
      const first = writeBackup(query, backup, PARTS);
      const failed = await first.then(
        () => false,
        () => true,
      );
      interruptions += failed ? 1 : 0;
      expect(
        readdirSync(folder)
          .flatMap((name) => readdirSync(join(folder, name)))
          .join(),
      ).not.toContain('partial');
      if (failed) continue;
      break;
    }
    expect(interruptions).toBeGreaterThan(5);
    // If the last run could not delete its hold on figures, the hold is still here, but in no copy.
    database.exec('DELETE FROM deployment_links');
    const target = newTarget();
    await restoreBackup(backup, target);
    expect(contentOf(target.restored)).toEqual(contentOf(database));
  });

  test('taken during writes is restored with valid references, and with every earlier row', async () => {
    const before = database.prepare('SELECT id FROM accounts').all().length;
    let n = 0;
    const query: Query = async <Row>(sql: string) => {
      const rows = await queryOf(database)<Row>(sql);
      n += 1;
      insert(database, 'accounts', {
        id: 5_000 + n,
        subject: `new_${n}`,
        email: `new${n}@example.test`,
        email_normalized: `new${n}@example.test`,
        status: 'active',
        created_at_ms: NOW,
      });
      insert(database, 'account_sessions', { id: `s${n}`, account_id: 5_000 + n });
      return rows;
    };
    await writeBackup(query, backup, PARTS);
    const target = newTarget();
    target.restored.exec('PRAGMA foreign_keys = ON');
    await restoreBackup(backup, target);
    expect(target.restored.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(target.restored.prepare('SELECT id FROM accounts').all().length).toBeGreaterThanOrEqual(
      before,
    );
  });

  test('is not continued when the tables have changed since then', async () => {
    await expect(writeBackup(failingAfter(40), backup, PARTS)).rejects.toThrow('interrupted');
    database.exec('CREATE TABLE newer (id INTEGER PRIMARY KEY)');
    const files = readdirSync(backup);
    await expect(writeBackup(queryOf(database), backup, PARTS)).rejects.toThrow(
      'have changed since',
    );
    expect(readdirSync(backup)).toEqual(files);
  });

  test('overwrites neither a complete backup nor other files', async () => {
    await writeBackup(queryOf(database), backup, PARTS);
    await expect(writeBackup(queryOf(database), backup, PARTS)).rejects.toThrow('complete backup');
    const other = mkdtempSync(join(folder, 'other-'));
    writeFileSync(join(other, 'notes.txt'), 'mine');
    await expect(writeBackup(queryOf(database), other, PARTS)).rejects.toThrow('has other files');
    expect(readdirSync(other)).toEqual(['notes.txt']);
  });
});

/** A query that fails after the given number of reads. */
function failingAfter(reads: number): Query {
  let n = 0;
  return async <Row>(sql: string) => {
    n += 1;
    if (n > reads) throw new Error('interrupted');
    return queryOf(database)<Row>(sql);
  };
}

describe('a restore', () => {
  test.each([
    [
      'a part was changed',
      () => appendFileSync(join(backup, '0003.sql'), 'DELETE FROM accounts;\n'),
      'is not what was written',
    ],
    ['a part is missing', () => rmSync(join(backup, '0003.sql')), '0003.sql is missing'],
    ['there is no backup', () => rmSync(join(backup, 'backup.json')), 'has no backup'],
  ])('changes nothing when %s', async (_name, damage, fault) => {
    await writeBackup(queryOf(database), backup, PARTS);
    damage();
    const target = newTarget();
    await expect(restoreBackup(backup, target)).rejects.toThrow(fault);
    expect(target.restored.prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
  });

  test('of a backup from before a migration that drops tables can be migrated afterwards', async () => {
    const dropping = MIGRATIONS.indexOf('0034_unread-counts.sql');
    const older = await fill(MIGRATIONS.slice(0, dropping));
    expect(older.prepare('SELECT state, value FROM delivery_days').all()).toEqual([
      { state: 'delivered', value: 1 },
    ]);
    await writeBackup(queryOf(older), backup, PARTS);
    const target = newTarget();
    await restoreBackup(backup, target);
    expect(contentOf(target.restored)).toEqual(contentOf(older));
    // As `wrangler d1 migrations apply` does, applies what the restored journal does not name.
    for (const of of [target.restored, older])
      for (const name of MIGRATIONS.slice(dropping)) {
        migrate(of, [name]);
        of.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
      }
    expect(contentOf(target.restored)).toEqual(contentOf(older));
    expect(await examineDatabase(target.query, MIGRATIONS, NOW)).toEqual([]);
  });

  test('refuses an incomplete backup', async () => {
    await expect(writeBackup(failingAfter(40), backup, PARTS)).rejects.toThrow('interrupted');
    const target = newTarget();
    await expect(restoreBackup(backup, target)).rejects.toThrow('is not complete');
    expect(target.restored.prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
  });

  test('continues after any part, and executes no part twice', async () => {
    const { parts } = await writeBackup(queryOf(database), backup, PARTS);
    const target = newTarget();
    for (let n = 0; n < parts.length; n += 1) {
      const done = restoreBackup(backup, target, () => {
        throw new Error('interrupted');
      });
      await expect(done).rejects.toThrow('interrupted');
    }
    expect(contentOf(target.restored)).toEqual(contentOf(database));
  });

  test('does not mix two backups, and does not touch a database that has tables', async () => {
    const second = join(folder, 'second');
    await writeBackup(queryOf(database), backup, PARTS);
    await writeBackup(queryOf(database), second, PARTS);
    const target = newTarget();
    const interrupted = restoreBackup(backup, target, () => {
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    await expect(restoreBackup(second, target)).rejects.toThrow('is not empty');
    await restoreBackup(backup, target);
    await expect(restoreBackup(backup, target)).rejects.toThrow('is not empty');
    expect(contentOf(target.restored)).toEqual(contentOf(database));
  });
});
