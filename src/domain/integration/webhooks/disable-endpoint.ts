// Use case: disables an endpoint that has failed for too long or has responded 410, and notifies
// the customer's owners.
import type { Context } from '../../../context.ts';
import { prepareAudit } from '../../platform/audit/record.ts';
import { prepareMailOfChange } from '../../platform/mail/queue-mail.ts';
import { listOwners } from '../../customers/team/owners.ts';
import { afterChange, markDisabled } from './endpoint-health-store.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { prepareWork } from './ledger-work.ts';

/**
 * Disables the endpoint and notifies the customer's owners once, no matter how many attempts detect
 * the same fault concurrently.
 * @returns false when the endpoint had already been disabled, or no longer has to be disabled
 * @throws any error from D1 or a ledger
 */
export async function disableEndpoint(
  ctx: Context,
  endpoint: WebhookEndpoint,
  reason: 'failing' | 'gone',
): Promise<boolean> {
  const { id, tenantId } = endpoint;
  const audit = prepareAudit(ctx, {
    actor: { audience: 'system', tenantId },
    action: 'webhook.disable',
    target: { type: 'webhook', id },
    before: { state: endpoint.state },
    after: { state: 'disabled', reason },
  });
  const details = {
    endpoint: `${new URL(endpoint.url).host} (${id})`,
    link: `${ctx.config.baseUrl}/dashboard/webhooks/${id}`,
  };
  const mails = (await listOwners(ctx, tenantId)).map(({ email, locale }) =>
    prepareMailOfChange(ctx, { to: email, locale, template: `webhook_${reason}`, details }),
  );
  // Each statement runs only if the previous one changed a row, and the first one only if the
  // endpoint was disabled.
  const notices = [audit, ...mails];
  // The work ends the endpoint's pending deliveries, which stay visible and can be replayed.
  const work = prepareWork(
    ctx,
    [{ tenantId, work: { kind: 'endpoint', endpointId: id } }],
    afterChange,
  );
  const effects = [...notices.map(({ statement }) => statement), work.statement];
  const hasChanged = await markDisabled(ctx.db, endpoint, reason, ctx.now(), effects);
  if (!hasChanged) return false;
  for (const { announce } of notices) announce();
  await work.perform();
  return true;
}
