// Inserts the rows of customers: one customer owns at least three fifths of the rows of each large
// table, two hundred others share the rest, and one more has none.
import type { DatabaseSync } from 'node:sqlite';
import { numbers, scattered, spread } from './fill.ts';

export const LARGE = 'ten_0';
export const EMPTY = 'ten_empty';
/** The user ID of every tenth session. All these sessions belong to the large customer. */
export const FREQUENT_USER = 'everybody';
/**
 * The number of days over which sessions are spread: figures cover up to a year, because counts are
 * kept forever.
 */
export const SESSION_DAYS = 365;

const OTHERS = 200;
/** SQL for the customer that a row belongs to. */
const TENANT = `iif(i % 5 < 3, '${LARGE}', 'ten_' || (1 + ${scattered('i')} % ${OTHERS}))`;
const SESSION_ID = `printf('%08x%056x', ${scattered('i')}, i)`;
/** SQL for whether a session is in test mode, as every hundredth is. */
const TEST = 'i % 100 = 99';
/**
 * SQL for a pseudo-random number that does not depend on the remainder by which rows are assigned
 * to customers.
 */
const DRAWN = `(${scattered('i')} >> 8)`;

/** @param rows the number of rows in each of the largest tables */
export function insertCustomerRows(database: DatabaseSync, rows: number, nowMs: number): void {
  const insert = insertInto(database);
  insertTenants(insert, nowMs);
  insertSessions(insert, rows, nowMs, TENANT);
  insertBelongings(insert, rows, nowMs);
  // The volume for the events and deliveries of the large customer (ledger.ts).
  insert(
    1,
    `ledger_volumes (tenant_id, test, number, opened_at_ms) SELECT '${LARGE}', 0, 1, ${nowMs}`,
  );
}

type Insert = (count: number, statement: string) => void;

const insertInto =
  (database: DatabaseSync): Insert =>
  (count, statement) =>
    database.exec(`${numbers(count)} INSERT INTO ${statement} FROM n`);

function insertTenants(insert: Insert, nowMs: number): void {
  insert(
    1,
    `plans (id, name, currency, monthly_minor, verification_minor) SELECT 'pro', 'Pro', 'EUR', 9900, 12`,
  );
  insert(
    OTHERS + 2,
    `tenants (id, name, plan_id, fall_through, created_at_ms)
     SELECT iif(i = ${OTHERS + 2}, '${EMPTY}', 'ten_' || (i - 1)), 'Customer ' || i, 'pro', 1, ${spread(SESSION_DAYS, OTHERS + 2, nowMs)}`,
  );
  insert(
    OTHERS + 2,
    `webhook_endpoints (id, tenant_id, url, event_types, mode, state, secret, created_at_ms)
     SELECT iif(i = ${OTHERS + 2}, 'end_empty', 'end_' || (i - 1)), iif(i = ${OTHERS + 2}, '${EMPTY}', 'ten_' || (i - 1)),
       'https://hooks.example/' || i, '[]', 'both', 'enabled', 'sealed', 1`,
  );
}

/**
 * Inserts sessions. Those that have ended took between half a minute and ten minutes. One session
 * in twenty is waiting for a review, and one in twenty is still in progress.
 */
function insertSessions(insert: Insert, rows: number, nowMs: number, tenant: string): void {
  const atMs = spread(SESSION_DAYS, rows, nowMs);
  const status = `CASE WHEN ${DRAWN} % 20 < 13 THEN 'success' WHEN ${DRAWN} % 20 < 16 THEN 'failed' WHEN ${DRAWN} % 20 = 16
    THEN 'canceled' WHEN ${DRAWN} % 20 = 17 THEN 'expired' WHEN ${DRAWN} % 20 = 18 THEN 'pending_tenant_review' ELSE 'in_progress' END`;
  const steps = ['opened', 'liveness_start', 'age'];
  // 41 is the bit mask of these three steps (domain/verification/rules/session/folded-funnel.ts).
  const funnel = `json_object('days', json_array(json_array(strftime('%Y-%m-%d', (${atMs}) / 1000, 'unixepoch'), 41)),
    'steps', json_array(${steps.map((step, n) => `json_array('${step}', ${atMs} + ${n}, NULL, NULL)`).join(', ')}))`;
  insert(
    rows,
    `verification_sessions (id, tenant_id, test, version, result_hash, status, reason, purpose, verification_mode,
       verification_type, gate, measured, risk, external_user_id, ip_country, created_at_ms, completed_at_ms, expires_at_ms, funnel)
     SELECT ${SESSION_ID}, ${tenant}, ${TEST}, 3, ${SESSION_ID}, ${status},
       CASE WHEN ${DRAWN} % 20 BETWEEN 13 AND 15 THEN 'below_gate' END, 'age', 'auto',
       CASE WHEN ${DRAWN} % 20 < 16 THEN iif(i % 7 < 5, 'age_check', 'full') END, 18, 'edge', 'low',
       iif(i % 10 = 1, '${FREQUENT_USER}', 'user-' || i), substr('DEFRESITNL', 1 + 2 * (${DRAWN} % 5), 2), ${atMs},
       CASE WHEN ${DRAWN} % 20 < 18 THEN ${atMs} + 30000 + ${DRAWN} % 570000 END, ${atMs} + 900000,
       CASE WHEN i <= ${rows / 10} AND ${DRAWN} % 20 < 18 THEN ${funnel} END`,
  );
}

const ACTIONS = [
  "CASE i % 8 WHEN 0 THEN 'key.create' WHEN 1 THEN 'key.revoke' WHEN 2 THEN 'session.export'",
  "WHEN 3 THEN 'session.erase' WHEN 4 THEN 'review.open' WHEN 5 THEN 'review.decide' WHEN 6 THEN 'auth.login'",
  "ELSE 'tenant.update' END",
].join(' ');
const TARGETS = `CASE i % 8 WHEN 0 THEN 'key' WHEN 1 THEN 'key' WHEN 6 THEN 'staff' WHEN 7 THEN 'tenant' ELSE 'session' END`;

function insertBelongings(insert: Insert, rows: number, nowMs: number): void {
  insert(
    rows,
    `audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id)
     SELECT ${spread(3 * 365, rows, nowMs)}, 1 + ${DRAWN} % 20, 'dashboard', ${TENANT}, ${ACTIONS}, ${TARGETS}, i`,
  );
  insert(
    rows,
    `face_templates (id, tenant_id, test, user_id, sealed, sealed_by, model, enrolled_at_ms, last_used_at_ms)
     SELECT 'ftp_' || i, ${TENANT}, ${TEST}, 'user-' || i, '', '', '', ${spread(365, rows, nowMs)}, ${nowMs}`,
  );
  // The large customer gets the maximum number of rows that a customer may have. API keys have no
  // limit, so it gets as many as accumulate over more than a year of hourly rotation.
  insert(
    rows / 100,
    `blocked_faces (name, tenant_id, test, reason, source, added_by, sealed, sealed_by, model, created_at_ms, expires_at_ms)
     SELECT 'bfc_' || i, '${LARGE}', 0, 'asked for it', 'image', 'key_0', '', '', '', ${spread(300, rows / 100, nowMs)}, ${nowMs + 86_400_000}`,
  );
  insert(
    rows / 100,
    `api_keys (id, tenant_id, kind, mode, hash, last_four, created_at_ms, revoked_at_ms)
     SELECT 'key_' || i, '${LARGE}', 'secret', 'live', 'hash_' || i, 'abcd', ${spread(1000, rows / 100, nowMs)}, iif(i % 2000 = 1, NULL, 1)`,
  );
  insert(
    rows / 100,
    `oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms, deleted_at_ms)
     SELECT 'xoc_' || i, '${LARGE}', 'Site ' || i, '[]', '[]', 'hash', ${spread(1000, rows / 100, nowMs)}, iif(i % 200 = 1, NULL, 1)`,
  );
  insert(
    rows / 1000,
    `staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role, created_at_ms)
     SELECT 'dashboard', '${LARGE}', 'm' || i || '@shop.example', 'm' || i || '@shop.example', 1, 'Member', 'owner', 1`,
  );
  insert(
    rows / 1000,
    `staff_invitations (id, tenant_id, email, email_normalized, role, token_hash, created_at_ms, expires_at_ms)
     SELECT 'inv_' || i, '${LARGE}', 'n' || i, 'n' || i, 'viewer', 'h' || i, ${nowMs} - i, iif(i % 20 = 1, ${nowMs + 86_400_000}, 1)`,
  );
  insert(
    Math.min(rows, 13 * 3 * 10),
    `fall_through_months (tenant_id, month, left_at, language, device, value)
     SELECT '${LARGE}', strftime('%Y-%m', ${nowMs} / 1000, 'unixepoch', '-40 days'), 'step_' || (i % 10),
       'l' || (i % 13), 'device_' || (i % 3), 100`,
  );
}
