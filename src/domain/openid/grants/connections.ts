// Use cases for existing grants: list the sites that an account is connected to, disconnect a site,
// and revoke grants.
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

/**
 * The maximum number of grants that one call ends: more than a person or site normally has. The
 * sweep ends the rest.
 */
const MAX_PER_CALL = 5_000;
const SWEPT_AT_ONCE = 500;
/** The number of objects called in parallel. */
const SLICE = 50;

export type Connection = ConnectionRow;

type GrantContext = Pick<Context, 'db' | 'objects' | 'now'>;

/** @returns the sites that an account is connected to, most recently used first */
export const listConnections = (ctx: Pick<Context, 'db'>, accountId: number) =>
  listConnectionRows(ctx.db, accountId);

/**
 * Prepares the statement that marks grants as revoked, to run in the same transaction as the change
 * that causes the revocation. Every read of D1 sees the revocation immediately; call
 * finishRevocation after the commit.
 * @param when the condition under which the grants end
 */
export const prepareRevocation = (
  ctx: Pick<Context, 'db' | 'now'>,
  which: WhichGrants,
  when?: Condition,
): Statement => grantsRevocation(ctx.db, which, ctx.now(), when);

/**
 * Ends the objects of the grants and waits until they have ended. The sweep or a repeated call ends
 * the objects that this call could not reach.
 * @throws any error from an object or from D1
 */
export async function endGrants(ctx: GrantContext, which: WhichGrants): Promise<void> {
  await endObjects(ctx, await listToEnd(ctx.db, which, MAX_PER_CALL));
}

/**
 * Ends the grants' objects once their rows have been committed; the sweep retries objects that
 * cannot be reached (D-78). Never throws.
 */
export async function finishRevocation(ctx: GrantContext, which: WhichGrants): Promise<void> {
  try {
    await endGrants(ctx, which);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('grants_not_ended', { error: name });
  }
}

/**
 * Ends the objects of revoked grants that could not be reached earlier. Runs start alternately with
 * the oldest and the newest revocations, so that neither objects that still cannot be reached nor
 * the many grants of a deleted site, which are unusable already, delay the others. Called by cron.
 */
export const endRevokedGrants = async (ctx: GrantContext): Promise<void> =>
  endObjects(ctx, await listToEnd(ctx.db, 'all', SWEPT_AT_ONCE, sweptFirst(ctx.now())));

/**
 * Ends the objects; an object that cannot be reached does not stop the others.
 * @throws the first error, once all have been tried
 */
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

/**
 * Disconnects a site from a person's account: revokes the site's tokens and deletes the consent.
 * @returns false when the site was not connected
 */
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

/**
 * Prepares the statement that forgets all consents of an account, for the transaction that marks it
 * for deletion. The consents stay forgotten even if the owner cancels the deletion.
 */
export const prepareDisconnection = (ctx: Pick<Context, 'db'>, accountId: number): Statement =>
  connectionsEnd(ctx.db, accountId);

/**
 * Prepares the statements that end all connections and grants of a site, for the transaction that
 * deletes it. Call finishRevocation after the commit.
 */
export const prepareClientEnd = (ctx: Pick<Context, 'db' | 'now'>, clientId: string): Statement[] =>
  clientEnd(ctx.db, clientId, ctx.now());

/** Deletes rows of grants whose tokens have all expired. Called by cron. */
export const forgetExpiredGrants = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredGrants(ctx.db, ctx.now());
