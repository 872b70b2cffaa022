// How long a customer's sessions stay in its list, in D1 and in ledgers. Pure.
import { DAY_MS } from '../../../time/durations.ts';
import { listedDays } from '../rules/session/listed-days.ts';
import { SETTLED_MS } from '../rules/session/settled.ts';
import type { SessionsKept } from './ledger-session.ts';

/** @param tenant the customer's current settings */
export const sessionsKept = (tenant: Parameters<typeof listedDays>[0]): SessionsKept => ({
  keptMs: listedDays(tenant) * DAY_MS,
  settledMs: SETTLED_MS,
});
