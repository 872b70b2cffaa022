// Prepares the worst day: every step of the ten-minute schedule finds more work than one run can
// do. This work is added to the rows of seed.ts.
import type { DatabaseSync } from 'node:sqlite';
import { encodeUtf8 } from '../../src/crypto/encoding.ts';
import { seal } from '../../src/crypto/sealed-box.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { scattered } from '../lists/fill.ts';
import { fillAuditBacklog } from './audit-backlog.ts';
import { mailLinkName } from '../../src/domain/platform/mail/sealed-link.ts';
import { AGE_CHECK } from '../../test/support/account/age-check.ts';

/** The number of sessions, chosen to give the database enough rows of each kind for a backlog. */
export const BACKLOG_SESSIONS = 50_000;

/** The number of sealed links, which is more than one run can re-encrypt. */
const LINKS = 600;

/** @param sealedWith the service's previous key, with which the links are sealed */
export async function fillBacklog(
  database: DatabaseSync,
  sealedWith: Uint8Array<ArrayBuffer>,
  nowMs: number,
): Promise<void> {
  const numbered = (count: number, insert: string): string =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) ${insert} FROM n`;
  const statements = [
    'UPDATE login_attempts SET at_ms = 1',
    'UPDATE account_sessions SET expires_at_ms = 1',
    'UPDATE grants SET expires_at_ms = 1, revoked_at_ms = 1',
    "UPDATE accounts SET status = 'pending_deletion', delete_at_ms = 1 WHERE id % 100 = 1",
    // Withdrawn ages that sites must be notified about, and more expired ages than one run can
    // delete.
    'UPDATE verified_ages SET revoked_at_ms = 1, notice_due = 1 WHERE account_id % 4 = 1',
    `INSERT OR IGNORE INTO verified_ages (account_id, level, verified_at_ms, expires_at_ms)
      SELECT id, 'ml', 1, 1 FROM accounts`,
    'UPDATE verified_ages SET verified_at_ms = 1',
    `UPDATE verification_sessions SET created_at_ms = 1, erased_at_ms = 1 WHERE rowid % 4 = 0`,
    `UPDATE verification_sessions SET created_at_ms = 1, erased_at_ms = NULL WHERE rowid % 200 = 3`,
    `UPDATE verification_sessions SET status = 'in_progress', completed_at_ms = NULL, expires_at_ms = 1
      WHERE rowid % 50 = 7`,
    // Customers due to be ended and customers due to be removed: more of each than one run can
    // handle.
    numbered(
      300,
      `INSERT INTO tenants (id, name, created_at_ms, ended_at_ms)
       SELECT 'late_' || i, 'Customer', 1, IIF(i % 2 = 0, 1, NULL)`,
    ),
    numbered(
      300,
      `INSERT INTO staff (audience, tenant_id, email, email_normalized, name, role, created_at_ms)
       SELECT 'dashboard', 'late_' || i, 'late' || i, 'late' || i, 'Member', 'owner', 1`,
    ),
    'DELETE FROM staff WHERE tenant_id IN (SELECT id FROM tenants WHERE ended_at_ms = 1)',
    // Customers that no run has checked for changes in the law yet.
    numbered(
      120,
      `INSERT INTO tenants (id, name, created_at_ms, policy, policy_context)
       SELECT 'law_' || i, 'Customer', ${nowMs}, 'auto', 'adult_content'`,
    ),
    // Gives each of these customers two owners, and as many unsent notices about changes in the law
    // as one run handles per customer.
    ...[1, 2].map((owner) =>
      numbered(
        120,
        `INSERT INTO staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role, created_at_ms)
         SELECT 'dashboard', 'law_' || i, 'law${owner}_' || i, 'law${owner}_' || i, 1, 'Member', 'owner', 1`,
      ),
    ),
    `INSERT INTO law_notices (tenant_id, policy, policy_context, version, due_day, noticed)
      SELECT id, policy, policy_context, '', '2020-01-01', '[]' FROM tenants WHERE id LIKE 'law\\_%' ESCAPE '\\'`,
    // Subscribes the endpoints to the events that `eventOf` creates. Their secrets are empty,
    // because a placeholder would be mistaken for a sealed value.
    `UPDATE webhook_endpoints SET secret = '', event_types = '["session.canceled"]'`,
    // Status lists never load, because there is no wallet Worker: each attempt fails and is
    // recorded.
    numbered(
      40,
      `INSERT INTO wallet_status_lists (uri, doc_type, named_at_ms, due_at_ms)
       SELECT 'https://list-' || i || '.invalid/', 'eu.europa.ec.av.1', ${nowMs}, 0`,
    ),
    // No resolver knows these domains, so each lookup fails and is retried later.
    numbered(
      40,
      `INSERT INTO sso_domains (tenant_id, domain, token, state, created_at_ms, due_at_ms)
       SELECT 'ten_0', 'company-' || i || '.invalid', '', 'proven', 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO age_keys (id, public_key, counter, bracket, method, margin_years, difficulty, liveness_level, verified_at_ms, expires_at_ms)
       SELECT 'old_' || i, '', 0, 18, 'face', 7, 'medium', 'standard', 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO staff_sessions (id, staff_id, rotated_at_ms, method, device, created_at_ms, expires_at_ms)
       SELECT 'old_' || i, 1, 1, 'password', 'Firefox', 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO staff_invitations (id, tenant_id, email, email_normalized, role, token_hash, created_at_ms, expires_at_ms)
       SELECT 'old_' || i, 'ten_0', 'n', 'n', 'viewer', 'old_' || i, 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms)
       SELECT 'old_' || i, 'webhook', 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO face_challenges (id, tenant_id, test, kind, user_id, status, created_at_ms, expires_at_ms)
       SELECT 'old_' || i, 'ten_0', 0, 'verify', 'user_' || i, 'processing', 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO face_templates (id, tenant_id, test, user_id, sealed, sealed_by, model, enrolled_at_ms, last_used_at_ms)
       SELECT 'old_' || i, 'ten_0', 0, 'user_' || i, '', '', '', 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO trusted_devices (id, account_id, secret_hash, device, trusted_at_ms, expires_at_ms)
       SELECT 'old_' || i, (SELECT id FROM accounts WHERE id % 100 = 2), '', 'Firefox', 1, 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO blocked_faces (name, tenant_id, test, reason, source, added_by, sealed, sealed_by, model, created_at_ms, expires_at_ms)
       SELECT 'old_' || i, 'ten_0', 0, '', 'image', 'key_0', '', '', '', 1, 1`,
    ),
    numbered(
      60_000,
      `INSERT INTO request_lines (id, tenant_id, test, request_id, method, route, status, duration_ms)
       SELECT i, 'ten_0', 0, 'req_' || i, 'GET', '/', 200, 1`,
    ),
    // Endpoint changes that no ledger has received yet: more than one run can deliver.
    numbered(
      150,
      `INSERT INTO ledger_work (id, tenant_id, work, created_at_ms)
       SELECT 'work_' || i, 'ten_' || (i % 10), json_object('kind', 'endpoint', 'endpointId', 'end_' || (i % 10)), 1`,
    ),
    numbered(
      30,
      `INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms, kept_days)
       SELECT 'ten_' || i, 0, 1, 1, 90`,
    ),
    // More old outcomes and counts than one run can merge into parts, and parts for more customers
    // than one run can move to ledgers.
    numbered(
      600,
      `INSERT INTO outcome_days (tenant_id, kind, day, item, status, value)
       SELECT 'ten_' || (i % 10), 'country', date('2020-01-01', (i / 10) || ' days'), 'NL', 'success', 1`,
    ),
    numbered(
      6_000,
      `INSERT INTO daily_counts (tenant_id, name, day, value)
       SELECT 'ten_' || (i % 10), 'steps.' || (i / 600), date('2020-01-01', (i % 600 / 10) || ' days'), 1`,
    ),
    numbered(
      120,
      `INSERT INTO outcome_parts (tenant_id, number, id, day, outcomes)
       SELECT 'law_' || i, 1, i, '2020-01-01', '{}'`,
    ),
    numbered(
      6_000,
      `INSERT INTO fall_through_months (tenant_id, month, left_at, language, device, value)
       SELECT 'ten_0', '2020-01', 'age', 'l' || i, 'phone', 1`,
    ),
    "INSERT INTO email_changes SELECT id, 'n', 'n', 1, 1, NULL, NULL FROM accounts LIMIT 6000",
    "INSERT INTO account_faces SELECT 'old_' || id, id, '', '', '', '4', 1, 1, 1 FROM accounts LIMIT 6000",
    numbered(
      1_500,
      `INSERT INTO audit_entries (at_ms, staff_id, audience, action, target_type, target_id)
       SELECT ${nowMs}, 1, 'dashboard', 'auth.login', 'staff', i`,
    ),
  ];
  database.exec('BEGIN');
  fillEarlierEvents(database, nowMs);
  await fillAuditBacklog(database);
  for (const statement of statements) database.exec(statement);
  const insert = database.prepare(
    `INSERT INTO mails (id, recipient, locale, template, details, sealed_link, created_at_ms)
     VALUES (?, 'p@mail.example', 'en', 'reset_password', '{}', ?, ?)`,
  );
  for (let n = 0; n < LINKS; n += 1) {
    const [id, link] = [`sealed_${n}`, encodeUtf8(`https://id.example/${n}`)];
    insert.run(id, await seal({ current: sealedWith }, mailLinkName(id), link), nowMs);
  }
  database.exec('COMMIT');
}

/**
 * Inserts two events for each session of the last week, with a delivery and its attempt, as
 * versions before the introduction of ledgers left them in D1. One run cannot move them all. Older
 * sessions have no events, because a session that has any is not moved to a ledger.
 */
function fillEarlierEvents(database: DatabaseSync, nowMs: number): void {
  database.exec(`INSERT INTO events (id, tenant_id, test, type, session_id, position, body, created_at_ms)
    SELECT 'evt_' || s.id || e.column1, s.tenant_id, s.test, e.column2, s.id, e.column1,
      json_object('id', s.id, 'type', e.column2, 'data', json_object('status', s.status, 'external_user_id',
        s.external_user_id, 'filler', printf('%.400c', 'x'))), s.created_at_ms + e.column1 * 60000
    FROM verification_sessions AS s CROSS JOIN
      (VALUES (1, 'verification.opened'), (2, 'verification.completed')) AS e
    WHERE s.created_at_ms > ${nowMs - 7 * DAY_MS}`);
  // One in two hundred deliveries of the last three days is still pending.
  const drawn = `(${scattered('seq')} >> 16) % 200`;
  database.exec(`INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, session_id, position, state,
      attempts, round_started_ms, next_attempt_ms, created_at_ms, finished_at_ms)
    SELECT 'del_' || seq, id, 'end_' || substr(tenant_id, 5), tenant_id, session_id, position,
      CASE WHEN ${drawn} = 1 AND created_at_ms > ${nowMs - 3 * DAY_MS} THEN 'pending'
        WHEN ${drawn} = 2 THEN 'dead' ELSE 'delivered' END, 1, created_at_ms, created_at_ms, created_at_ms, created_at_ms
    FROM events`);
  database.exec(`INSERT INTO webhook_attempts (delivery_id, number, url, at_ms, duration_ms, status, answer)
    SELECT id, 1, 'https://hooks.example/', created_at_ms, 120, 200, 'ok' FROM webhook_deliveries`);
}

/**
 * Creates the record of a session's end, with as many steps as a session keeps.
 * @returns what a session's object returns for `repeatEvent`
 */
export function eventOf(id: string, nowMs: number): unknown {
  const row = {
    tenantId: 'ten_0',
    test: false,
    version: 9,
    status: 'canceled',
    reason: 'user_canceled',
    ...AGE_CHECK,
    createdAtMs: nowMs - 3_600_000,
    completedAtMs: nowMs - 3_000_000,
    expiresAtMs: nowMs - 2_700_000,
    erasedAtMs: null,
  };
  const funnel = Array.from({ length: 40 }, (_, n) => ({ name: 'camera', atMs: nowMs + n }));
  const no = { performed: false, passed: false };
  const checks = { liveness: no, age: no, document: no, faceMatch: no, euWallet: no, aml: no };
  const { status, reason, createdAtMs, expiresAtMs, test } = row;
  const result = { status, reason, verified: false, checks, createdAtMs, expiresAtMs, test };
  return { type: 'completed', funnel, result, row: { id, ...row } };
}
