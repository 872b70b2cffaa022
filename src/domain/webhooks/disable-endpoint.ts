// Use case: an endpoint that failed too long, or said 410, is sent nothing any more, and its owners are told.
import type { Context } from '../../context.ts';
import { prepareAudit } from '../audit/record.ts';
import { prepareMailOfChange } from '../mail/queue-mail.ts';
import { listOwners } from '../team/owners.ts';
import { markDisabled } from './delivery-store.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** However many attempts find the same fault at once, it is told once. @throws what D1 throws */
export async function disableEndpoint(
  ctx: Context,
  endpoint: WebhookEndpoint,
  reason: 'failing' | 'gone',
): Promise<void> {
  const { id, tenantId } = endpoint;
  const audit = prepareAudit(ctx, {
    actor: { audience: 'system', tenantId },
    action: 'webhook.disable',
    target: { type: 'webhook', id },
    before: { state: endpoint.state },
    after: { state: 'disabled', reason },
  });
  const details = { endpoint: `${new URL(endpoint.url).host} (${id})` };
  const mails = (await listOwners(ctx, tenantId)).map(({ email, locale }) =>
    prepareMailOfChange(ctx, { to: email, locale, template: `webhook_${reason}`, details }),
  );
  // Each of them looks whether the one before was written: the first one, whether the endpoint was disabled.
  const told = [audit, ...mails];
  const statements = told.map(({ statement }) => statement);
  if (await markDisabled(ctx.db, endpoint, reason, ctx.now(), statements))
    for (const { announce } of told) announce();
}
