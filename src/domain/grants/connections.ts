// Use cases on grants that exist: the sites an account is connected to, disconnecting, revoking, pausing.
import type { Context } from '../../context.ts';
import type { Statement } from '../../db/client.ts';
import {
  deleteConnection,
  deleteConnectionsOfClient,
  deleteExpiredGrants,
  listConnectionRows,
  listLiveGrants,
  grantsRevocation,
  markGrantsRevoked,
  type ConnectionRow,
  type WhichGrants,
} from './store.ts';

export type Connection = ConnectionRow;

type GrantContext = Pick<Context, 'db' | 'objects' | 'now'>;

/** @returns the sites an account is connected to, the one it shared with last first */
export const listConnections = (ctx: Pick<Context, 'db'>, accountId: number) =>
  listConnectionRows(ctx.db, accountId);

/**
 * Ends grants: the rows first, so that every read of D1 knows at once, then every object. Calling it again finishes
 * what a failure left.
 */
export async function revokeGrants(ctx: GrantContext, which: WhichGrants): Promise<void> {
  await endGrantObjects(ctx, await markGrantsRevoked(ctx.db, which, ctx.now()));
}

/** The rows' part of revokeGrants, for a change that ends them; call revokeGrants once it is through. */
export const prepareRevocation = (
  ctx: Pick<Context, 'db' | 'now'>,
  which: WhichGrants,
): Statement => grantsRevocation(ctx.db, which, ctx.now());

/** The objects' part, for grants whose rows are gone. */
export async function endGrantObjects(
  ctx: Pick<Context, 'objects'>,
  ids: readonly string[],
): Promise<void> {
  await Promise.all(ids.map(async (id) => ctx.objects.grant(id)?.revoke()));
}

/**
 * While an account is locked its tokens are not active, without a read of D1 at introspection; nothing ends (S-27).
 * @param untilMs a time that has passed lifts the pause
 */
export async function pauseGrants(
  ctx: GrantContext,
  accountId: number,
  untilMs: number,
): Promise<void> {
  const ids = await listLiveGrants(ctx.db, accountId, ctx.now());
  await Promise.all(ids.map(async (id) => ctx.objects.grant(id)?.pause(untilMs)));
}

/** The person disconnects a site: its tokens are revoked and the consent is forgotten. @returns false when it was not connected */
export async function disconnect(
  ctx: GrantContext,
  accountId: number,
  clientId: string,
): Promise<boolean> {
  const wasConnected = await deleteConnection(ctx.db, accountId, clientId);
  await revokeGrants(ctx, { accountId, clientId });
  return wasConnected;
}

/** A site was deleted: all its connections and grants end. */
export async function disconnectClient(ctx: GrantContext, clientId: string): Promise<void> {
  await deleteConnectionsOfClient(ctx.db, clientId);
  await revokeGrants(ctx, { clientId });
}

/** By cron: rows of grants whose tokens have all ended. */
export const forgetExpiredGrants = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredGrants(ctx.db, ctx.now());
