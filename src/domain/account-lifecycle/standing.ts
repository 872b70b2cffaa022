// Use cases of operators on one account (spec 3.1). Sessions and grants end with a suspension and a forced logout;
// a deletion the owner asked for outlives a suspension unless the account is unsuspended. What the rows say of a
// change and what the audit says of it are one transaction.
import type { Context } from '../../context.ts';
import type { Statement } from '../../db/client.ts';
import type { LinkedAudit } from '../audit/record.ts';
import { pauseGrants, prepareRevocation, revokeGrants } from '../grants/connections.ts';
import { announceLogout } from '../logout/announce.ts';
import { prepareSignOut } from '../sessions/sign-in.ts';
import {
  toAccount,
  type Account,
  type AccountRow,
  type AccountStatus,
} from '../accounts/account.ts';
import { clearPasswordGuesses } from '../terms/guess-limits.ts';
import { endLockouts, findRow, moveStatus, writeBeside } from '../accounts/store.ts';
import { statusAfter, type StatusOperation } from '../accounts/transitions.ts';

/** `conflict`: not for an account of this status. */
export type StandingOutcome =
  { ok: true; before: Account; after: Account } | { ok: false; reason: 'not_found' | 'conflict' };

/** Makes the audit's entry of a change; made anew when somebody else was faster. */
export type Note = (change: {
  before: AccountStatus;
  after?: AccountStatus;
}) => Promise<LinkedAudit>;

/** Any account → suspended. All sessions and grants end; no new ones begin (S-27). Repeats change nothing. */
export async function suspendAccount(
  ctx: Context,
  id: number,
  note?: Note,
): Promise<StandingOutcome> {
  const outcome = await move(ctx, id, {
    operation: 'suspend',
    values: {},
    also: prepareEndOfAccess(ctx, id),
    note,
  });
  if (outcome.ok) await tellOfEnd(ctx, id);
  return outcome;
}

/** Suspended → active; a deletion that was asked for is forgotten. */
export const unsuspendAccount = (ctx: Context, id: number, note?: Note): Promise<StandingOutcome> =>
  move(ctx, id, { operation: 'unsuspend', values: { delete_at_ms: null }, note });

/** Locked → active; failed sign-ins are forgotten, also of an account that is not locked. */
export async function unlockAccount(
  ctx: Context,
  id: number,
  note?: Note,
): Promise<StandingOutcome> {
  const values = { failed_logins: 0, failed_since_ms: null, locked_until_ms: null };
  const outcome = await move(ctx, id, { operation: 'unlock', values, note });
  if (outcome.ok) await pauseGrants(ctx, id, 0);
  if (outcome.ok && outcome.after.emailNormalized !== undefined)
    await clearPasswordGuesses(ctx, outcome.after.emailNormalized);
  return outcome;
}

/** Ends all sessions and grants; the status stays. @returns undefined for an unknown account */
export async function forceLogout(
  ctx: Context,
  id: number,
  note?: Note,
): Promise<Account | undefined> {
  const account = await readAccount(ctx, id);
  if (account === undefined) return undefined;
  const noted = await note?.({ before: account.status });
  await writeBeside(ctx.db, id, [...(noted?.statements ?? []), ...prepareEndOfAccess(ctx, id)]);
  noted?.announce();
  await tellOfEnd(ctx, id);
  return account;
}

/** By cron, and before accounts are counted by status: a lockout ends by itself (D-43). */
export const endLapsedLockouts = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  endLockouts(ctx.db, ctx.now());

/** For operators' views and for use cases that know an id only. */
export async function readAccount(ctx: Context, id: number): Promise<Account | undefined> {
  const row = await findRow(ctx.db, id);
  return row === undefined ? undefined : toAccount(row, ctx.now());
}

/** The rows' part: whatever asks D1 knows at once. */
const prepareEndOfAccess = (ctx: Context, id: number): Statement[] => [
  prepareSignOut(ctx, id),
  prepareRevocation(ctx, { accountId: id }),
];

/** Sites and Grant objects hear of it afterwards; a repeat finishes what a failure left. */
async function tellOfEnd(ctx: Context, id: number): Promise<void> {
  await announceLogout(ctx, { accountId: id });
  await revokeGrants(ctx, { accountId: id });
}

interface Move {
  operation: StatusOperation;
  values: Partial<AccountRow>;
  /** Written with the change. */
  also?: readonly Statement[];
  note: Note | undefined;
}

/** Compare and swap: of operations at the same time each sees what the one before it left. */
async function move(
  ctx: Context,
  id: number,
  { operation, values, also = [], note }: Move,
): Promise<StandingOutcome> {
  for (;;) {
    const row = await findRow(ctx.db, id);
    if (row === undefined) return { ok: false, reason: 'not_found' };
    const before = toAccount(row, ctx.now());
    const status = statusAfter(operation, before.status);
    if (status === undefined) return { ok: false, reason: 'conflict' };
    const noted = await note?.({ before: before.status, after: status });
    const together = [...(noted?.statements ?? []), ...also];
    const moved = await moveStatus(ctx.db, id, row.status, { ...values, status }, together);
    if (moved === undefined) continue;
    noted?.announce();
    return { ok: true, before, after: toAccount(moved, ctx.now()) };
  }
}
