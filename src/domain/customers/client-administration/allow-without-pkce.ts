// Use case of an operator: one client may send requests without PKCE, for certification runs and libraries that cannot do better.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Actor } from '../../platform/audit/record.ts';
import { forgetClient } from '../../openid/clients/client.ts';
import { findClientRow, writePkceOptional } from '../../openid/clients/store.ts';
import { prepareClientAudit } from './audit-client.ts';

/**
 * The operators' audit and the customer's own show the change (D-103). A second time changes nothing.
 * @throws AppError NOT_FOUND for unknown and deleted clients, CONFLICT for public ones
 */
export async function setPkceOptional(
  ctx: Context,
  by: Actor,
  id: string,
  pkceOptional: boolean,
): Promise<void> {
  const found = await findClientRow(ctx.db, id);
  if (found === undefined) throw notFound();
  if (pkceOptional && found.client.isPublic === true)
    throw new AppError('CONFLICT', 'A public client has nothing but PKCE.');
  const { pkceOptional: before = false, ...client } = found.client;
  if (before === pkceOptional) return;
  const actor = { ...by, tenantId: client.tenantId };
  const { statement, announce } = prepareClientAudit(ctx, actor, 'update', id, {
    before: { pkce_optional: before },
    after: { pkce_optional: pkceOptional },
  });
  if (await writePkceOptional(ctx.db, id, pkceOptional, statement)) announce();
  forgetClient(ctx, id);
}
