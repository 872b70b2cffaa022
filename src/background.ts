// Work outside of requests: queue consumers by queue name, cron jobs by schedule (both in wrangler.toml).
import type { Context } from './context.ts';
import { recountRollups } from './domain/analytics/recount.ts';
import { linkEntries } from './domain/audit/record.ts';
import { removeDueAccounts } from './domain/account-lifecycle/remove-account.ts';
import { endExpiredLockouts } from './domain/account-lifecycle/change-status.ts';
import { deliverLogouts } from './domain/logout/deliver.ts';
import { forgetExpiredGrants } from './domain/grants/connections.ts';
import type { LogoutNotice } from './domain/logout/notice.ts';
import type { MailMessage } from './domain/mail/mail.ts';
import { sendMails, sweepMails } from './domain/mail/send-mail.ts';
import { forgetOldAttempts } from './domain/login-history/login-history.ts';
import { forgetExpiredSessions } from './domain/sessions/sign-in.ts';
import { rotateKeys } from './domain/signing-keys/key-ring.ts';
import { PURPOSES } from './domain/signing-keys/ring.ts';
import { forgetEndedStaffSessions } from './domain/staff/sessions.ts';
import { forgetOldInvitations } from './domain/team-membership/invitations.ts';
import { receiveSessionEvents } from './domain/webhooks/consume-events.ts';
import type { SessionEvent } from './domain/verification/rules/result.ts';
import { deliverWebhooks } from './domain/webhooks/deliver.ts';
import type { WebhookMessage } from './domain/webhooks/delivery.ts';
import { forgetOldEvents, sweepDeliveries } from './domain/webhooks/sweep.ts';
import { logIncident } from './log.ts';

type Step = (ctx: Context) => Promise<unknown>;

/** Every ten minutes: sweeps, and everything that ends at a certain time. */
const FREQUENT_STEPS: Readonly<Record<string, Step>> = {
  sweepMails,
  removeDueAccounts,
  endExpiredLockouts,
  linkEntries,
  sweepDeliveries,
};

/** Once a day: key rotation, deletion of old rows, and the recount of figures. */
const DAILY_STEPS: Readonly<Record<string, Step>> = {
  rotateKeys: (ctx) => Promise.all(PURPOSES.map((purpose) => rotateKeys(ctx, purpose))),
  forgetExpiredSessions,
  forgetExpiredGrants,
  forgetOldAttempts,
  forgetOldEvents,
  forgetEndedStaffSessions,
  forgetOldInvitations,
  recountRollups,
};

const SCHEDULES: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  '*/10 * * * *': FREQUENT_STEPS,
  '17 3 * * *': DAILY_STEPS,
};

/** @throws Error for an unknown queue: the batch is then redelivered and ends in the dead-letter queue */
export async function consumeBatch(ctx: Context, batch: MessageBatch): Promise<void> {
  switch (batch.queue) {
    case 'agate-session-events':
      return receiveSessionEvents(ctx, batch.messages as readonly Message<SessionEvent>[]);
    case 'agate-session-events-dead':
      logIncident('dead_letters', { queue: batch.queue, messages: batch.messages.length });
      return receiveSessionEvents(ctx, batch.messages as readonly Message<SessionEvent>[]);
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

/**
 * Runs every step of a schedule; a failing step is logged by name and does not block the others.
 * @param cron the schedule that fired, as written in wrangler.toml
 * @throws Error when a step failed or the schedule is unknown, so that the platform reports the run as failed
 */
export async function runSchedule(ctx: Context, cron: string): Promise<void> {
  const steps = SCHEDULES[cron];
  if (steps === undefined) throw new Error(`No steps are scheduled for ${cron}.`);
  const failed: string[] = [];
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step(ctx);
    } catch (error) {
      failed.push(name);
      logIncident('scheduled_step_failed', {
        step: name,
        error: error instanceof Error ? error.name : 'unknown',
      });
    }
  }
  if (failed.length > 0) throw new Error(`Scheduled steps failed: ${failed.join(', ')}.`);
}
