// Measures how much space an entry of a customer's audit log takes up in D1, with its index
// entries, its link of the hash chain and its share of the counts, by the number of entries a day.
// The triggers of a migrated database write the counts.
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../lists/fill.ts';
import { bytesOf, FILLED } from './figures.ts';

/** The size of one customer's audit log. */
interface AuditFigures {
  entriesPerDay: number;
  bytesPerEntry: number;
}

/** The numbers of entries per day for which sizes are measured. */
const ENTRIES_PER_DAY = [1, 10, 100];
const TABLES = ['audit_entries', 'audit_links', 'audit_counts', 'tenant_audit_counts'];
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
      return { entriesPerDay, bytesPerEntry: bytesOf(database, TABLES) / FILLED / ENTRIES };
    } finally {
      database.close();
    }
  });
}
