// Fills a database with accounts and activity, in SQL only: the triggers that maintain search and daily counts run as in
// production.
import { readFileSync, readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Rows of each table. */
interface Size {
  accounts: number;
  logins: number;
  sessions: number;
  audit: number;
}

export const sizeOf = (people: number): Size => ({
  accounts: people,
  logins: people * 5,
  sessions: people * 2.5,
  audit: people * 1.5,
});

/** Accounts and entries are distributed over three years. */
const SPREAD_MS = 3 * 365 * 86_400_000;

/** Numbers from `first` to `last`. */
const numbers = (first: number, last: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`;

/** A deterministic pseudo-random number. */
const scattered = (below: number): string => `((i * 2654435761) % ${below})`;

export function migrate(database: DatabaseSync): void {
  for (const file of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort())
    database.exec(readFileSync(`migrations/${file}`, 'utf8'));
}

/** Adds rows `first` to `last` of every table. @param full the size at which the rows reach today */
export function seed(database: DatabaseSync, first: Size, last: Size, full: Size): void {
  const startMs = Date.now() - SPREAD_MS;
  const at = (table: keyof Size): string =>
    `${startMs} + CAST(i * ${SPREAD_MS / full[table]} AS INTEGER)`;
  const statements: [keyof Size, string][] = [
    [
      'accounts',
      `INSERT INTO accounts (subject, email, email_normalized, email_verified_at_ms, display_name, status, created_at_ms)
       SELECT 'xid_' || i, 'person' || i || '@mail' || (i % 97) || '.example', 'person' || i || '@mail' || (i % 97) || '.example',
         CASE WHEN i % 5 THEN 1 END, 'Person number ' || i,
         CASE WHEN i % 50 = 0 THEN 'suspended' WHEN i % 500 = 1 THEN 'locked' ELSE 'active' END, ${at('accounts')} FROM n`,
    ],
    [
      'logins',
      `INSERT INTO login_attempts (account_id, method, outcome, device, at_ms)
       SELECT 1 + ${scattered(last.accounts)}, 'password', 'success', 'Firefox, Linux', ${at('logins')} FROM n`,
    ],
    [
      'sessions',
      `INSERT INTO account_sessions (id, account_id, secret_hash, created_at_ms, authenticated_at_ms, amr, last_seen_at_ms, expires_at_ms, device)
       SELECT 's' || i, 1 + ${scattered(last.accounts)}, 'hash', 1, 1, '["pwd"]', i, ${Date.now() + SPREAD_MS}, 'Firefox, Linux' FROM n`,
    ],
    [
      'audit',
      `INSERT INTO audit_entries (at_ms, staff_id, audience, action, target_type, target_id)
       SELECT ${at('audit')}, 1 + i % 20, 'admin',
         CASE i % 3 WHEN 0 THEN 'account.suspend' WHEN 1 THEN 'account.unlock' ELSE 'auth.login' END,
         CASE i % 3 WHEN 2 THEN 'staff' ELSE 'account' END, CAST(i AS TEXT) FROM n`,
    ],
  ];
  database.exec('BEGIN');
  for (const [table, statement] of statements)
    database.exec(`${numbers(first[table] + 1, last[table])} ${statement}`);
  database.exec('COMMIT');
}
