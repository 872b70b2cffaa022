// Use case for a tenant's staff: sends the challenge to a pending endpoint; can be repeated until
// the endpoint answers it (D-65).
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { markVerified } from './endpoint-store.ts';
import { readEndpoint } from './manage-endpoints.ts';
import { proveReceiver } from './prove-receiver.ts';

/**
 * Sends the challenge, unless the endpoint has already been verified.
 * @returns the endpoint, which is no longer pending
 * @throws AppError NOT_FOUND; CONFLICT when the endpoint's URL has changed in the meantime; other
 *   errors as in proveReceiver
 */
export async function verifyEndpoint(
  ctx: Context,
  by: TenantActor,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await readEndpoint(ctx, by.tenantId, id);
  if (endpoint.state !== 'pending') return endpoint;
  await proveReceiver(ctx, endpoint);
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'webhook.verify',
    target: { type: 'webhook', id },
  });
  const verified = await markVerified(ctx.db, endpoint, statement);
  if (verified === undefined) {
    const now = await readEndpoint(ctx, by.tenantId, id);
    if (now.state !== 'pending') return now;
    throw new AppError(
      'CONFLICT',
      'The URL was changed in the meantime. Verify the endpoint again.',
    );
  }
  announce();
  return verified;
}
