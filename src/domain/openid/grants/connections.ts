// Use cases on grants that exist: the sites an account is connected to, disconnecting, revoking.
import type { Context } from '../../../context.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import { logIncident } from '../../../log.ts';
import { sweptFirst } from '../../terms/sweep-turn.ts';
import {
  clientEnd,
  connectionsEnd,
  deleteConnection,
  deleteExpiredGrants,
  grantsRevocation,
  listConnectionRows,
  listToEnd,
  markEnded,
  type ConnectionRow,
} from './store.ts';
import type { WhichGrants } from './which-grants.ts';

/** More than one person or site has at a time; the sweep takes what is left. */
const MOST_OF_ONE = 5_000;
const SWEPT_AT_ONCE = 500;
/** Objects called at a time. */
const SLICE = 50;

export type Connection = ConnectionRow;

type GrantContext = Pick<Context, 'db' | 'objects' | 'now'>;

/** @returns the sites an account is connected to, the one it shared with last first */
export const listConnections = (ctx: Pick<Context, 'db'>, accountId: number) =>
  listConnectionRows(ctx.db, accountId);

/**
 * The rows' part of ending grants, for the transaction of a change that ends them. Every read of D1 knows at once; call
 * finishRevocation once it is through.
 * @param when without which none ends
 */
export const prepareRevocation = (
  ctx: Pick<Context, 'db' | 'now'>,
  which: WhichGrants,
  when?: Condition,
): Statement => grantsRevocation(ctx.db, which, ctx.now(), when);

/**
 * The objects' part, for who may not continue before it is done. What fails here is finished by the sweep, and by a repeat.
 * @throws what an object or D1 throws
 */
export async function endGrants(ctx: GrantContext, which: WhichGrants): Promise<void> {
  await endObjects(ctx, await listToEnd(ctx.db, which, MOST_OF_ONE));
}

/** The objects' part of a change whose rows are written: an object that cannot be reached is left to the sweep (D-78). Never throws. */
export async function finishRevocation(ctx: GrantContext, which: WhichGrants): Promise<void> {
  try {
    await endGrants(ctx, which);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('grants_not_ended', { error: name });
  }
}

/**
 * By cron: grants that were revoked, and whose objects could not be reached. Neither those that cannot be reached now nor the very
 * many of a site that was deleted, where nobody can use them, hold up the others.
 */
export const endRevokedGrants = async (ctx: GrantContext): Promise<void> =>
  endObjects(ctx, await listToEnd(ctx.db, 'all', SWEPT_AT_ONCE, sweptFirst(ctx.now())));

/** An object that cannot be reached holds up no other. @throws what the first of them threw */
async function endObjects(ctx: GrantContext, ids: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  for (let start = 0; start < ids.length; start += SLICE) {
    const slice = ids.slice(start, start + SLICE);
    const ends = await Promise.allSettled(slice.map(async (id) => ctx.objects.grant(id)?.revoke()));
    const ended = slice.filter((_id, n) => ends[n]?.status === 'fulfilled');
    if (ended.length > 0) await markEnded(ctx.db, ended, ctx.now());
    failures.push(...ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])));
  }
  if (failures.length > 0) throw failures[0];
}

/** The person disconnects a site: its tokens are revoked and the consent is forgotten. @returns false when it was not connected */
export async function disconnect(
  ctx: GrantContext,
  accountId: number,
  clientId: string,
): Promise<boolean> {
  const which = { accountId, clientId };
  const wasConnected = await deleteConnection(ctx.db, which, prepareRevocation(ctx, which));
  await finishRevocation(ctx, which);
  return wasConnected;
}

/** For the transaction that marks an account for deletion: no consent of it is remembered, also when the owner undoes it. */
export const prepareDisconnection = (ctx: Pick<Context, 'db'>, accountId: number): Statement =>
  connectionsEnd(ctx.db, accountId);

/** For the transaction that deletes a site: all its connections and grants end. Call finishRevocation once it is through. */
export const prepareClientEnd = (ctx: Pick<Context, 'db' | 'now'>, clientId: string): Statement[] =>
  clientEnd(ctx.db, clientId, ctx.now());

/** By cron: rows of grants whose tokens have all ended. */
export const forgetExpiredGrants = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredGrants(ctx.db, ctx.now());
