// Use case for a customer's staff: deleting a relying party, together with every consent that
// people have given it.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { TenantActor } from '../../platform/audit/record.ts';
import { forgetClient } from '../../openid/clients/client.ts';
import { findOwnClient, markClientDeleted } from '../../openid/clients/store.ts';
import { finishRevocation, prepareClientEnd } from '../../openid/grants/connections.ts';
import { describeClient, prepareClientAudit } from './audit-client.ts';

/**
 * Deletes the client and ends every grant it holds.
 * @throws AppError NOT_FOUND for another tenant's client, and for a deleted one
 */
export async function deleteClient(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const own = await findOwnClient(ctx.db, by.tenantId, id);
  if (own === undefined) throw notFound();
  const before = describeClient(own.client);
  const { statement, announce } = prepareClientAudit(ctx, by, 'delete', id, { before });
  const also = [statement, ...prepareClientEnd(ctx, id)];
  const isFirst = await markClientDeleted(ctx.db, own.client, ctx.now(), also);
  forgetClient(ctx, id);
  if (!isFirst) throw notFound();
  announce();
  await finishRevocation(ctx, { clientId: id });
}
