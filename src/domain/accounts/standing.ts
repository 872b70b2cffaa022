// Use cases of operators on one account (spec 3.1). Sessions and grants end with a suspension and a forced logout;
// a deletion the owner asked for outlives a suspension unless the account is unsuspended.
import type { Context } from '../../context.ts';
import { revokeGrants } from '../grants/connections.ts';
import { endSessionsOf } from '../sessions/sign-in.ts';
import { toAccount, type Account, type AccountRow } from './account.ts';
import { clearPasswordGuesses } from './guess-limits.ts';
import { findRow, moveStatus } from './store.ts';
import { statusAfter, type StatusOperation } from './transitions.ts';

/** `conflict`: not for an account of this status. */
export type StandingOutcome =
  { ok: true; before: Account; after: Account } | { ok: false; reason: 'not_found' | 'conflict' };

/** Any account → suspended. All sessions and grants end; no new ones begin (S-27). Repeats change nothing. */
export async function suspendAccount(ctx: Context, id: number): Promise<StandingOutcome> {
  const outcome = await move(ctx, id, 'suspend', {});
  // The status first: whoever signs in from here on is refused.
  if (outcome.ok) await endEverything(ctx, id);
  return outcome;
}

/** Suspended → active; a deletion that was asked for is forgotten. */
export const unsuspendAccount = (ctx: Context, id: number): Promise<StandingOutcome> =>
  move(ctx, id, 'unsuspend', { delete_at_ms: null });

/** Locked → active; failed sign-ins are forgotten, also of an account that is not locked. */
export async function unlockAccount(ctx: Context, id: number): Promise<StandingOutcome> {
  const outcome = await move(ctx, id, 'unlock', {
    failed_logins: 0,
    failed_since_ms: null,
    locked_until_ms: null,
  });
  if (outcome.ok && outcome.after.emailNormalized !== undefined)
    await clearPasswordGuesses(ctx, outcome.after.emailNormalized);
  return outcome;
}

/** Ends all sessions and grants; the status stays. @returns undefined for an unknown account */
export async function forceLogout(ctx: Context, id: number): Promise<Account | undefined> {
  const row = await findRow(ctx.db, id);
  if (row === undefined) return undefined;
  await endEverything(ctx, id);
  return toAccount(row, ctx.now());
}

/** For operators' views and for use cases that know an id only. */
export async function readAccount(ctx: Context, id: number): Promise<Account | undefined> {
  const row = await findRow(ctx.db, id);
  return row === undefined ? undefined : toAccount(row, ctx.now());
}

/** Logout is told to sites from sessions that still stand, so they end before the grants do. */
async function endEverything(ctx: Context, id: number): Promise<void> {
  await endSessionsOf(ctx, id);
  await revokeGrants(ctx, { accountId: id });
}

/** Compare and swap: of operations at the same time each sees what the one before it left. */
async function move(
  ctx: Context,
  id: number,
  operation: StatusOperation,
  also: Partial<AccountRow>,
): Promise<StandingOutcome> {
  for (;;) {
    const row = await findRow(ctx.db, id);
    if (row === undefined) return { ok: false, reason: 'not_found' };
    const before = toAccount(row, ctx.now());
    const status = statusAfter(operation, before.status);
    if (status === undefined) return { ok: false, reason: 'conflict' };
    const moved = await moveStatus(ctx.db, id, row.status, { ...also, status });
    if (moved !== undefined) return { ok: true, before, after: toAccount(moved, ctx.now()) };
  }
}
