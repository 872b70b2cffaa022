// What happens without a request: queues by name, cron by schedule (both in wrangler.toml).
import type { Context } from './context.ts';
import { recountRollups } from './domain/analytics/recount.ts';
import { linkEntries } from './domain/audit/record.ts';
import { removeDueAccounts } from './domain/account-lifecycle/remove-account.ts';
import { endLapsedLockouts } from './domain/account-lifecycle/standing.ts';
import { deliverLogouts } from './domain/logout/deliver.ts';
import type { LogoutNotice } from './domain/logout/notice.ts';
import type { MailMessage } from './domain/mail/mail.ts';
import { sendMails, sweepMails } from './domain/mail/send-mail.ts';
import { forgetOldAttempts } from './domain/login-history/login-history.ts';
import { forgetExpiredSessions } from './domain/sessions/sign-in.ts';
import { rotateKeys } from './domain/signing-keys/key-ring.ts';
import { PURPOSES } from './domain/signing-keys/ring.ts';
import { forgetEndedStaffSessions } from './domain/staff/sessions.ts';
import { forgetOldInvitations } from './domain/team/invitations.ts';
import { consumeSessionEvents } from './domain/webhooks/consume-events.ts';
import type { SessionEvent } from './domain/verification/session-event.ts';
import { deliverWebhooks } from './domain/webhooks/deliver.ts';
import type { WebhookMessage } from './domain/webhooks/delivery.ts';
import { forgetOldEvents, sweepDeliveries } from './domain/webhooks/sweep.ts';

/** Sweeps what was left behind; everything else is daily. */
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** @throws Error for a queue nobody consumes: it is then delivered again, and ends among the dead letters */
export async function consumeBatch(ctx: Context, batch: MessageBatch): Promise<void> {
  switch (batch.queue) {
    case 'agate-session-events':
      return consumeSessionEvents(
        ctx,
        batch.messages.map(({ body }) => body as SessionEvent),
      );
    case 'agate-mail':
      return sendMails(ctx, batch.messages as readonly Message<MailMessage>[]);
    case 'agate-webhooks':
      return deliverWebhooks(ctx, batch.messages as readonly Message<WebhookMessage>[]);
    case 'agate-logouts':
      return deliverLogouts(ctx, batch.messages as readonly Message<LogoutNotice>[]);
    default:
      throw new Error(`The queue ${batch.queue} has no consumer.`);
  }
}

/** @param cron the schedule that fired, as wrangler.toml spells it */
export async function runSchedule(ctx: Context, cron: string): Promise<void> {
  if (cron === EVERY_TEN_MINUTES) {
    await sweepMails(ctx);
    await removeDueAccounts(ctx);
    await endLapsedLockouts(ctx);
    await linkEntries(ctx);
    return sweepDeliveries(ctx);
  }
  for (const purpose of PURPOSES) await rotateKeys(ctx, purpose);
  await forgetExpiredSessions(ctx);
  await forgetOldAttempts(ctx);
  await forgetOldEvents(ctx);
  await forgetEndedStaffSessions(ctx);
  await forgetOldInvitations(ctx);
  await recountRollups(ctx);
}
