// Sessions in customers' ledgers, for tests.
import { env } from 'cloudflare:workers';
import type { LedgerSession } from '../../../src/domain/verification/session-list/ledger-session.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { ledgerOf, queryLedger, type LedgerOf } from './ledgers.ts';

/**
 * The usual retention periods: a row is kept for at least half a year after the session's creation
 * and at least a week after its erasure.
 */
export const USUALLY_KEPT = { keptMs: 180 * DAY_MS, settledMs: 7 * DAY_MS };

/** A session that succeeded a few days ago, with personal data. No session object exists for it. */
export function movedSession(changes: Partial<LedgerSession> = {}): LedgerSession {
  const createdAtMs = changes.created_at_ms ?? Date.now() - 10 * DAY_MS;
  return {
    id: env.VERIFICATION_SESSION.newUniqueId().toString(),
    version: 3,
    result_hash: 'a'.repeat(64),
    status: 'success',
    reason: null,
    purpose: 'age_verification',
    verification_mode: 'auto',
    verification_type: 'face',
    gate: 18,
    measured: 'edge',
    risk: 'low',
    previous_id: null,
    previous_hash: null,
    counted_before: false,
    contested: false,
    external_user_id: 'user-1',
    metadata: '{"order":"1"}',
    ip_country: 'NL',
    created_at_ms: createdAtMs,
    completed_at_ms: createdAtMs + 60_000,
    expires_at_ms: createdAtMs + 30 * 60_000,
    erased_at_ms: null,
    funnel: '{"days":[],"steps":[]}',
    ...changes,
  };
}

export const afterErasure = (session: LedgerSession, erasedAtMs = Date.now()): LedgerSession => ({
  ...session,
  version: session.version + 1,
  external_user_id: null,
  metadata: null,
  ip_country: null,
  erased_at_ms: erasedAtMs,
  funnel: null,
});

export const putSessions = (which: LedgerOf, ...sessions: readonly LedgerSession[]) =>
  ledgerOf(which).putSessions(sessions, USUALLY_KEPT);

/** The rows of a volume in the order of their arrival. */
export const sessionsIn = (which: LedgerOf) =>
  queryLedger<Record<string, SqlStorageValue>>(which, 'SELECT * FROM sessions ORDER BY seq');
