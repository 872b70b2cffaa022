// Inserts rows that operators search: accounts with their related rows, customers, clients and the
// audit log.
import type { DatabaseSync } from 'node:sqlite';
import { numbers, scattered, spread } from './fill.ts';

/** The account with the most sign-ins. */
export const BUSY_ACCOUNT = 7;
export const A_TENANT = 'ten_3';

const YEARS = 3 * 365;

/**
 * @param rows the number of rows in each of the largest tables; for every fifty rows, there is one
 *   customer
 */
export function insertOperatorRows(database: DatabaseSync, rows: number, nowMs: number): void {
  const insert = (count: number, statement: string): void =>
    database.exec(`${numbers(count)} INSERT INTO ${statement} FROM n`);
  const tenants = rows / 50;
  insertCustomers(database, insert, { rows, tenants }, nowMs);
  insertAccounts(insert, rows, nowMs);
  insert(
    rows,
    `audit_entries (at_ms, staff_id, audience, action, target_type, target_id)
     SELECT ${spread(YEARS, rows, nowMs)}, 1 + ${scattered('i')} % 20, 'admin',
       CASE i % 3 WHEN 0 THEN 'account.suspend' WHEN 1 THEN 'account.unlock' ELSE 'auth.login' END,
       CASE i % 3 WHEN 2 THEN 'staff' ELSE 'account' END, i % 1000`,
  );
  insert(
    20,
    `staff (audience, email, email_normalized, email_verified_at_ms, name, role, created_at_ms)
     SELECT 'admin', 'o' || i || '@agate.example', 'o' || i || '@agate.example', 1, 'Operator', 'superadmin', 1`,
  );
}

type Insert = (count: number, statement: string) => void;

function insertCustomers(
  database: DatabaseSync,
  insert: Insert,
  { rows, tenants }: { rows: number; tenants: number },
  nowMs: number,
): void {
  insert(
    4,
    `plans (id, name, currency, monthly_minor, verification_minor)
     SELECT 'plan_' || i, 'Plan', iif(i % 2, 'EUR', 'USD'), 9900, 12`,
  );
  insert(
    tenants,
    `tenants (id, name, plan_id, ages_trusted, suspended_at_ms, created_at_ms)
     SELECT 'ten_' || i, 'Shop number ' || i, iif(i % 5, 'plan_' || (i % 5), NULL), i % 50 <> 0,
       iif(i % 100 = 3, 1, NULL), ${spread(YEARS, tenants, nowMs)}`,
  );
  insert(
    tenants,
    `staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role, created_at_ms)
     SELECT 'dashboard', 'ten_' || i, 's' || i || '@shop.example', 's' || i || '@shop.example', 1, 'Member', 'owner', 1`,
  );
  insert(
    rows,
    `oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, is_public, pkce_optional, created_at_ms)
     SELECT 'xoc_' || i, 'ten_' || (1 + i % ${tenants}), 'Shop number ' || i, '[]', '[]', '', i % 3 = 0, i % 10 = 1,
       ${spread(YEARS, rows, nowMs)}`,
  );
  // Inserts counts for every customer on every day of a month, and for all customers together on
  // every day of three years.
  const day = (ago: string): string =>
    `strftime('%Y-%m-%d', ${nowMs} / 1000, 'unixepoch', '-' || ${ago} || ' days')`;
  database.exec(`${numbers(tenants * 31)} INSERT INTO daily_counts (tenant_id, name, day, value)
    SELECT 'ten_' || (1 + (i - 1) / 31), column1, ${day('((i - 1) % 31)')}, 1 + i % 90
    FROM n CROSS JOIN (VALUES ('success'), ('failed'))`);
  database.exec(`${numbers(YEARS)} INSERT OR REPLACE INTO daily_counts (tenant_id, name, day, value)
    SELECT '', column1, ${day('(i - 1)')}, 1000 + i % 90 FROM n CROSS JOIN
      (VALUES ('created'), ('success'), ('failed'), ('canceled'), ('expired'), ('tenants'), ('funnel.opened'), ('risk.low'))`);
}

function insertAccounts(insert: Insert, rows: number, nowMs: number): void {
  const account = `iif(i % 100 = 1, ${BUSY_ACCOUNT}, 1 + ${scattered('i')} % ${rows})`;
  insert(
    rows,
    `accounts (subject, email, email_normalized, email_verified_at_ms, display_name, status, locked_until_ms, created_at_ms)
     SELECT 'xid_' || i, 'person' || i || '@mail' || (i % 97) || '.example', 'person' || i || '@mail' || (i % 97) || '.example',
       CASE WHEN i % 5 THEN 1 END, 'Person number ' || i,
       CASE WHEN i % 50 = 0 THEN 'suspended' WHEN i % 500 = 1 THEN 'locked' ELSE 'active' END,
       CASE WHEN i % 500 = 1 THEN ${nowMs + 86_400_000} END, ${spread(YEARS, rows, nowMs)}`,
  );
  insert(
    rows,
    `login_attempts (account_id, method, outcome, device, at_ms)
     SELECT ${account}, 'password', 'success', 'Firefox, Linux', ${spread(366, rows, nowMs)}`,
  );
  insert(
    rows,
    `notifications (account_id, type, details, created_at_ms)
     SELECT ${account}, 'new_device', '{}', ${spread(366, rows, nowMs)}`,
  );
  insert(
    rows,
    `account_sessions (id, account_id, secret_hash, created_at_ms, authenticated_at_ms, amr, last_seen_at_ms, expires_at_ms, device)
     SELECT 's' || i, 1 + ${scattered('i')} % ${rows}, 'hash', 1, 1, '["pwd"]', i, ${nowMs + 86_400_000}, 'Firefox, Linux'`,
  );
  insert(
    rows,
    `connections (account_id, client_id, scope, connected_at_ms, last_shared_at_ms)
     SELECT iif(i % 1000 = 1, ${BUSY_ACCOUNT}, i), 'xoc_' || i, 'openid', 1, i`,
  );
  insert(
    rows,
    `verified_ages (account_id, bracket, level, verified_at_ms, expires_at_ms, method, measured, margin_years, difficulty,
       liveness_level, tenant_id, session_id, policy_version, revoked_at_ms)
     SELECT i, 18, 'ml', ${spread(365, rows, nowMs)}, ${nowMs + 86_400_000}, iif(i % 4, 'face', 'document'), 'edge', 7, 'medium',
       'standard', iif(i % 2, '${A_TENANT}', 'ten_' || (i % 100)), printf('%064x', i), '1-edge', iif(i % 10 = 0, 1, NULL)`,
  );
}
