// How long a ledger keeps the sessions of a customer.
import { DAY_MS } from '../../../../time/durations.ts';
import { listedDays } from './listed-days.ts';
import type { SessionsKept } from '../../session-list/ledger-session.ts';

/** How long a row outlives its session's erasure: longer than late events are retried. */
export const SETTLED_MS = 7 * DAY_MS;

/** @param tenant the customer's settings */
export const sessionsKept = (tenant: {
  retentionDays: number;
  historyDays: number;
}): SessionsKept => ({ keptMs: listedDays(tenant) * DAY_MS, settledMs: SETTLED_MS });
