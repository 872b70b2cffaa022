// Fills a database, using only SQL, with the rows that a service with the given number of sessions
// has on an ordinary day. In each table some rows are due: about as many as one day adds, or the
// maximum that a step handles in one run.
import type { DatabaseSync } from 'node:sqlite';
import { FIRST_PARTY_TENANT_ID } from '../../src/domain/verification/rules/age/account-age.ts';
import { numbers, scattered, spread } from '../lists/fill.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/**
 * The number of days over which the sessions are spread. D1 lists sessions for seven days after
 * their end (D-177). Sessions whose seven days ended within the last day are due to be moved to
 * ledgers; for even older ones, the steps must be folded first.
 */
const SESSION_DAYS = 9;

/** The number of rows of each kind for the given number of sessions, as in docs/performance.md. */
const sizesOf = (sessions: number) => ({
  sessions,
  /**
   * One customer for every 5,000 sessions, but at least four. The sessions are unevenly
   * distributed: the largest customer has at least 30 % of them.
   */
  tenants: Math.max(4, Math.ceil(sessions / 5_000)),
  accounts: sessions / 5,
  logins: sessions,
  grants: sessions / 10,
  audit: Math.ceil(sessions / 50),
  mails: Math.ceil(sessions / 2_000),
});

/**
 * The tables whose triggers count sessions and steps. The triggers are dropped while rows are
 * inserted; afterwards the domain's own recount adds the counts that they would have written.
 */
const COUNTING = ['verification_sessions', 'funnel_events'];

const FUNNEL = ['opened', 'consent', 'camera', 'age', 'verdict'];
/** The bits of the steps in `FUNNEL` (domain/verification/rules/session/folded-funnel.ts). */
const FUNNEL_BITS = 0b110_0111;
/**
 * The steps of sessions older than this many days are separate rows, as written by versions before
 * D-165.
 */
const FOLDED_DAYS = 8;

const sessionId = `printf('%08x%056x', ${scattered('i')}, i)`;
const tenantOf = (count: number): string =>
  `'ten_' || CASE WHEN i % 10 < 3 THEN 0 ELSE ${scattered('i')} % ${count} END`;

/**
 * The end time of a row: of every thousand rows, `due` ended ten minutes ago, and the rest end at
 * scattered times in the `days` days that begin tomorrow.
 */
const endsWithin = (days: number, due: number, nowMs: number): string =>
  `CASE WHEN i % 1000 < ${due} THEN ${nowMs - 10 * MINUTE_MS}
    ELSE ${nowMs + DAY_MS} + ${scattered('i')} % ${days * DAY_MS} END`;

export function seed(database: DatabaseSync, sessions: number, nowMs: number): void {
  const size = sizesOf(sessions);
  const insert = (count: number, statement: string): void =>
    database.exec(`${numbers(count)} INSERT OR IGNORE INTO ${statement} FROM n`);
  const triggers = database
    .prepare(
      `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('${COUNTING.join("', '")}')`,
    )
    .all() as { name: string; sql: string }[];
  database.exec(
    'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000',
  );
  database.exec('BEGIN');
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  seedSessions(insert, database, size, nowMs);
  seedOwnChecks(insert, size.sessions, nowMs);
  seedAccounts(insert, size, nowMs);
  seedStaff(insert, size, nowMs);
  for (const { sql } of triggers) database.exec(sql);
  database.exec('COMMIT');
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000',
  );
}

type Insert = (count: number, statement: string) => void;
type Sizes = ReturnType<typeof sizesOf>;

function seedSessions(insert: Insert, database: DatabaseSync, size: Sizes, nowMs: number): void {
  insert(
    size.tenants,
    `tenants (id, name, created_at_ms) SELECT 'ten_' || (i - 1), 'Customer ' || i, ${spread(SESSION_DAYS, size.tenants, nowMs)}`,
  );
  insert(
    size.tenants,
    `webhook_endpoints (id, tenant_id, url, event_types, mode, state, secret, created_at_ms)
     SELECT 'end_' || (i - 1), 'ten_' || (i - 1), 'https://hooks.example/' || i, '[]', 'both', 'enabled', 'sealed', 1`,
  );
  const foldedSinceMs = nowMs - FOLDED_DAYS * DAY_MS;
  // One session in fifty of the last two days has not ended.
  database.exec(`${numbers(size.sessions)}, made AS (SELECT i, ${spread(SESSION_DAYS, size.sessions, nowMs)} AS at_ms FROM n),
    told AS (SELECT *, i % 50 = 7 AND at_ms > ${nowMs - 2 * DAY_MS} AS open, at_ms < ${nowMs - 30 * DAY_MS} AS erased FROM made)
    INSERT INTO verification_sessions (id, tenant_id, test, version, result_hash, status, reason, purpose,
      verification_mode, verification_type, gate, external_user_id, ip_country, created_at_ms, completed_at_ms,
      expires_at_ms, erased_at_ms, funnel)
    SELECT ${sessionId}, ${tenantOf(size.tenants)}, i % 20 = 19, 3, ${sessionId},
      CASE WHEN open THEN 'in_progress' WHEN i % 20 < 14 THEN 'success' WHEN i % 20 < 17 THEN 'failed'
        WHEN i % 20 = 17 THEN 'canceled' ELSE 'expired' END,
      CASE WHEN i % 20 BETWEEN 14 AND 16 THEN 'below_gate' END, 'age', 'facial', 'face', 18,
      CASE WHEN NOT erased AND i % 2 THEN 'user-' || ${scattered('i')} END,
      CASE WHEN NOT erased THEN substr('DEFRESITNL', 1 + 2 * (i % 5), 2) END, at_ms,
      CASE WHEN NOT open THEN at_ms + 30000 + ${scattered('i')} % 150000 END, at_ms + 900000,
      CASE WHEN erased THEN at_ms + ${30 * DAY_MS} END,
      CASE WHEN NOT open AND at_ms > ${foldedSinceMs} THEN json_object(
        'days', json_array(json_array(strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch'), ${FUNNEL_BITS})),
        'steps', json_array(${FUNNEL.map((name, n) => `json_array('${name}', at_ms + ${6_000 * (n + 1)}, NULL, NULL)`).join(', ')})) END
    FROM told`);
  const steps = FUNNEL.map((name, n) => `(${n + 1}, '${name}')`).join(', ');
  database.exec(`INSERT INTO funnel_events (session_id, seq, tenant_id, test, name, at_ms)
    SELECT s.id, step.column1, s.tenant_id, s.test, step.column2, s.created_at_ms + step.column1 * 6000
    FROM verification_sessions AS s CROSS JOIN (VALUES ${steps}) AS step WHERE s.created_at_ms <= ${foldedSinceMs}`);
}

/**
 * Inserts checks that people made for their accounts. Such checks stay in D1 until they are
 * forgotten after 180 days; as many are inserted as become due on one day.
 */
function seedOwnChecks(insert: Insert, sessions: number, nowMs: number): void {
  const atMs = `${nowMs - 181 * DAY_MS} + i`;
  insert(
    Math.ceil(sessions / 1_000),
    `verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode, created_at_ms,
       completed_at_ms, expires_at_ms, erased_at_ms)
     SELECT 'own_' || i, '${FIRST_PARTY_TENANT_ID}', 0, 4, 'success', 'age', 'auto', ${atMs}, ${atMs}, ${atMs},
       ${nowMs - 150 * DAY_MS}`,
  );
}

function seedAccounts(insert: Insert, size: Sizes, nowMs: number): void {
  const account = `1 + ${scattered('i')} % ${Math.floor(size.accounts)}`;
  insert(
    size.accounts,
    `accounts (subject, email, email_normalized, email_verified_at_ms, status, locked_until_ms, delete_at_ms, created_at_ms)
     SELECT 'xid_' || i, 'p' || i || '@mail.example', 'p' || i || '@mail.example', 1,
       CASE WHEN i % 2000 = 3 THEN 'locked' WHEN i % 4000 = 1 THEN 'pending_deletion' ELSE 'active' END,
       CASE WHEN i % 2000 = 3 THEN ${nowMs - MINUTE_MS} END, CASE WHEN i % 4000 = 1 THEN ${nowMs - MINUTE_MS} END,
       ${spread(3 * 365, size.accounts, nowMs)}`,
  );
  insert(
    size.logins,
    `login_attempts (account_id, method, outcome, device, at_ms)
     SELECT ${account}, 'password', 'success', 'Firefox, Linux', ${spread(366, size.logins, nowMs)}`,
  );
  insert(
    size.accounts,
    `account_sessions (id, account_id, secret_hash, created_at_ms, authenticated_at_ms, amr, last_seen_at_ms, expires_at_ms, device)
     SELECT 'sid_' || i, ${account}, 'hash', 1, 1, '["pwd"]', 1, ${endsWithin(30, 2, nowMs)}, 'Firefox, Linux'`,
  );
  insert(
    size.accounts,
    `notifications (account_id, type, details, created_at_ms) SELECT ${account}, 'new_device', '{}', i`,
  );
  insert(
    size.accounts / 2,
    `verified_ages (account_id, bracket, level, verified_at_ms, expires_at_ms, revoked_at_ms, notice_due)
     SELECT i, 18, 'ml', ${spread(365, size.accounts / 2, nowMs)}, ${nowMs + DAY_MS},
       CASE WHEN i % 2000 = 5 THEN ${nowMs - MINUTE_MS} END, i % 2000 = 5`,
  );
  insert(
    size.tenants,
    `oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms)
     SELECT 'xoc_' || (i - 1), 'ten_' || (i - 1), 'Site', '[]', '[]', 'hash', 1`,
  );
  const client = `'xoc_' || (${scattered('i')} % ${size.tenants})`;
  insert(
    size.grants,
    `grants (id, account_id, client_id, session_id, scope, created_at_ms, expires_at_ms, revoked_at_ms)
     SELECT ${sessionId}, ${account}, ${client}, 'sid_' || i, 'openid', 1, ${endsWithin(365, 2, nowMs)},
       CASE WHEN i % 1000 = 5 THEN ${nowMs - MINUTE_MS} END`,
  );
  insert(
    size.grants,
    `connections (account_id, client_id, scope, connected_at_ms, last_shared_at_ms)
     SELECT ${account}, ${client}, 'openid', 1, 1`,
  );
  const hoursAgo = `${nowMs} - (i % 60) * ${60 * MINUTE_MS}`;
  insert(
    size.mails,
    `mails (id, recipient, locale, template, details, created_at_ms)
     SELECT 'mail_' || i, 'p@mail.example', 'en', 'new_device', '{}', ${hoursAgo}`,
  );
  insert(
    size.mails,
    `logout_notices (cause, client_id, subject, session_id, created_at_ms, overdue_at_ms)
     SELECT 'cause_' || i, ${client}, 'xid_1', 'sid_' || i, ${hoursAgo}, ${hoursAgo} + ${30 * MINUTE_MS}`,
  );
}

function seedStaff(insert: Insert, size: Sizes, nowMs: number): void {
  insert(
    size.tenants,
    `staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role, created_at_ms)
     SELECT 'dashboard', 'ten_' || (i - 1), 's' || i, 's' || i, 1, 'Member', 'owner', 1`,
  );
  // As many customers again, whose owners have not confirmed their email address. Each day, the 30
  // days for confirming it end for some of them.
  const sinceMs = `${nowMs} - (i % 32) * ${DAY_MS}`;
  insert(
    size.tenants,
    `tenants (id, name, created_at_ms) SELECT 'unproven_' || i, 'Customer', ${sinceMs}`,
  );
  insert(
    size.tenants,
    `staff (audience, tenant_id, email, email_normalized, name, role, created_at_ms)
     SELECT 'dashboard', 'unproven_' || i, 's' || i, 's' || i, 'Member', 'owner', ${sinceMs}`,
  );
  insert(
    size.audit,
    `staff_sessions (id, staff_id, rotated_at_ms, method, device, created_at_ms, expires_at_ms)
     SELECT ${sessionId}, 1 + i % ${size.tenants}, 1, 'password', 'Firefox', 1, ${nowMs} - (i % 60) * ${DAY_MS}`,
  );
  insert(
    size.tenants,
    `staff_invitations (id, tenant_id, email, email_normalized, role, token_hash, created_at_ms, expires_at_ms)
     SELECT 'inv_' || i, 'ten_' || (i - 1), 'n', 'n', 'viewer', 'h' || i, ${nowMs} - (i % 100) * ${DAY_MS}, 1`,
  );
  // The last two hundred audit entries are not linked yet (`audit_links`).
  insert(
    size.audit + 200,
    `audit_entries (at_ms, staff_id, audience, action, target_type, target_id)
     SELECT ${spread(SESSION_DAYS, size.audit + 200, nowMs)}, 1, 'dashboard', 'auth.login', 'staff', i`,
  );
  insert(size.audit, `audit_links (entry_id, hash) SELECT i, printf('%064x', i)`);
  insert(
    size.mails,
    `dead_letters (queue, subject, first_at_ms, last_at_ms)
     SELECT CASE i % 3 WHEN 0 THEN 'agate-mail-dead' WHEN 1 THEN 'agate-webhooks-dead' ELSE 'agate-session-events-dead' END,
       CASE i % 3 WHEN 0 THEN 'mail_' || i WHEN 1 THEN 'del_' || i ELSE ${sessionId} || ':3' END, 1, ${nowMs} - i * ${MINUTE_MS}`,
  );
}
