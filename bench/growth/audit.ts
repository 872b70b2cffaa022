// Measures how much space an entry of a customer's audit log takes up, with its index entries, its
// link of the hash chain and its share of the counts, by the number of entries a day: in D1, in D1
// after it has moved, and in the ledger (D-183). Triggers write the counts.
import { DatabaseSync } from 'node:sqlite';
import { AUDIT_COLUMNS, AUDIT_TABLES } from '../../src/objects/ledger/audit-tables.ts';
import { migrate } from '../lists/fill.ts';
import { bytesOf, FILLED } from './figures.ts';

/** The size of an entry of a customer that makes this many a day, in bytes. */
interface AuditFigures {
  entriesPerDay: number;
  inD1: number;
  inD1Moved: number;
  inLedger: number;
}

/** The numbers of entries per day for which sizes are measured. */
const ENTRIES_PER_DAY = [1, 10, 100];
const TABLES = [
  'audit_entries',
  'audit_links',
  'audit_digests',
  'audit_counts',
  'tenant_audit_counts',
];
const LEDGER_TABLES = ['audit_entries', 'audit_days'];
const ENTRIES = 20_000;
const CUSTOMERS = 20;

/**
 * Inserts entries of three members with five actions: two reads of a session, a decision, a change
 * of settings and a sign-in.
 */
const INSERT = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${ENTRIES})
  INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id, ip,
    user_agent, before, after)
  SELECT 1764000000000 + CAST(i * 86400000.0 / (:perDay * ${CUSTOMERS}) AS INTEGER),
    1000 + 3 * (i % ${CUSTOMERS}) + i / ${CUSTOMERS} % 3, 'dashboard', 'ten_0000000000' || (10 + i % ${CUSTOMERS}),
    CASE i % 5 WHEN 0 THEN 'settings.update' WHEN 1 THEN 'review.decide' WHEN 2 THEN 'staff.login' ELSE 'session.read' END,
    CASE i % 5 WHEN 0 THEN 'tenant' WHEN 2 THEN 'staff' ELSE 'session' END,
    CASE i % 5 WHEN 0 THEN 'ten_0000000000' || (10 + i % ${CUSTOMERS}) WHEN 2 THEN '1000' ELSE hex(randomblob(32)) END,
    '203.0.113.' || (i % 256),
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    CASE i % 5 WHEN 0 THEN '{"retention_days":30}' END,
    CASE i % 5 WHEN 0 THEN '{"retention_days":60}' WHEN 1 THEN '{"decision":"approve","test":0,"seconds":312}' END
  FROM n`;

export function measureAudit(): AuditFigures[] {
  return ENTRIES_PER_DAY.map((entriesPerDay) => {
    const database = new DatabaseSync(':memory:');
    try {
      migrate(database);
      database.prepare(INSERT).run({ perDay: entriesPerDay });
      database.exec(
        'INSERT INTO audit_links SELECT id, lower(hex(randomblob(32))) FROM audit_entries',
      );
      const inD1 = sizeIn(database, TABLES);
      const inLedger = sizeInLedgers(database);
      database.exec(`INSERT INTO audit_digests SELECT entry_id, hash FROM audit_links;
        DELETE FROM audit_entries; VACUUM`);
      return { entriesPerDay, inD1, inD1Moved: sizeIn(database, TABLES), inLedger };
    } finally {
      database.close();
    }
  });
}

const sizeIn = (database: DatabaseSync, tables: readonly string[]): number =>
  bytesOf(database, tables) / FILLED / ENTRIES;

/** Copies the entries of all customers into one ledger after another, and adds up their sizes. */
function sizeInLedgers(database: DatabaseSync): number {
  const customers = database.prepare('SELECT DISTINCT tenant_id AS id FROM audit_entries').all();
  const select = database.prepare(
    `SELECT row_number() OVER (ORDER BY entry.id) AS number, entry.*, hash FROM audit_entries AS entry
     JOIN audit_links ON entry_id = entry.id WHERE tenant_id = ?`,
  );
  let bytes = 0;
  for (const { id } of customers) {
    const ledger = new DatabaseSync(':memory:');
    for (const statement of AUDIT_TABLES) ledger.exec(statement);
    const places = AUDIT_COLUMNS.map(() => '?').join(', ');
    const insert = ledger.prepare(`INSERT INTO audit_entries VALUES (${places})`);
    for (const row of select.all(id ?? null))
      insert.run(...AUDIT_COLUMNS.map((name) => row[name] ?? null));
    bytes += sizeIn(ledger, LEDGER_TABLES);
    ledger.close();
  }
  return bytes;
}
