// Work outside requests: queue consumers, by queue name, and scheduled jobs, by cron expression
// (both in wrangler.toml).
import type { Context } from './context.ts';
import { MINUTE_MS } from './time/durations.ts';
import { announceWithdrawals } from './domain/signing-in/age-sharing/withdraw-ages.ts';
import { forgetOldFallThrough } from './domain/operations/analytics/fall-through.ts';
import { moveOutcomes } from './domain/operations/analytics/move-outcomes.ts';
import { recountRollups } from './domain/operations/analytics/recount.ts';
import { sumPlatform } from './domain/operations/analytics/sum-platform.ts';
import { forgetExpiredKeys } from './domain/platform/age-keys/age-keys.ts';
import { keepPassKeys } from './domain/platform/age-passes/pass-keys.ts';
import { signAuditHead } from './domain/platform/audit/heads.ts';
import { moveAuditEntries } from './domain/platform/audit/move-entries.ts';
import { forgetUnusedFaces } from './domain/faces/face-templates/account-face.ts';
import { forgetExpiredChanges } from './domain/signing-in/email-changes/email-change.ts';
import { expireFaceChallenges } from './domain/integration/face-2fa/expire-challenges.ts';
import { settleFaceSession } from './domain/integration/face-2fa/settle-session.ts';
import { forgetFaces } from './domain/integration/face-2fa/users.ts';
import { forgetBlockedFaces } from './domain/integration/face-blocking/block-face.ts';
import { linkEntries } from './domain/platform/audit/record.ts';
import { removeDueAccounts } from './domain/operations/account-removal/remove-account.ts';
import { endExpiredLockouts } from './domain/signing-in/account-lifecycle/change-status.ts';
import { sweepLogouts } from './domain/openid/logout/announce.ts';
import { deliverLogouts } from './domain/openid/logout/deliver.ts';
import { forgetSettledLetters, noteLetters } from './domain/platform/dead-letters/dead-letters.ts';
import { endRevokedGrants, forgetExpiredGrants } from './domain/openid/grants/connections.ts';
import { noteRun } from './domain/operations/health/note-run.ts';
import { DAILY, FREQUENT, RESTART } from './domain/operations/health/schedule.ts';
import type { LogoutNotice } from './domain/openid/logout/notice.ts';
import type { MailMessage } from './domain/platform/mail/mail.ts';
import { resendMails, sendMails, sweepMails } from './domain/platform/mail/send-mail.ts';
import {
  fetchStatusLists,
  forgetStatusLists,
} from './domain/platform/wallet-status/fetch-lists.ts';
import { shortenRequestLogs } from './domain/platform/ledgers/shorten-request-logs.ts';
import { forgetEarlierLines } from './domain/platform/request-log/forget-lines.ts';
import { forgetOldAttempts } from './domain/accounts/login-history/login-history.ts';
import { forgetExpiredSessions } from './domain/signing-in/sessions/sign-in.ts';
import { forgetExpiredDevices } from './domain/accounts/trusted-devices/trusted-device.ts';
import { resealSecrets } from './domain/operations/sealed-secrets/reseal.ts';
import { rotateKeys } from './domain/platform/signing-keys/key-ring.ts';
import { PURPOSES } from './domain/platform/signing-keys/ring.ts';
import { forgetEndedStaffSessions } from './domain/customers/staff/sessions.ts';
import { endUnprovenCustomers } from './domain/customers/staff-authentication/unproven-customers.ts';
import { recheckDomains } from './domain/customers/single-sign-on/domains.ts';
import { forgetDeploymentLinks } from './domain/platform/deployment-links/links.ts';
import { forgetOldInvitations } from './domain/customers/team-membership/invitations.ts';
import { reconcileSessions } from './domain/integration/session-copies/reconcile-sessions.ts';
import {
  receiveDeadEvents,
  receiveSessionEvents,
} from './domain/integration/webhooks/consume-events.ts';
import type { SessionEvent } from './domain/verification/rules/session/result.ts';
import { foldFunnels } from './domain/verification/fold-funnels.ts';
import { moveSessions } from './domain/integration/moved-sessions/move-sessions.ts';
import { forgetOldSessions } from './domain/verification/forget-sessions.ts';
import { forgetExpiredAges } from './domain/accounts/verified-ages/verified-age.ts';
import { deliverWebhooks } from './domain/integration/webhooks/deliver.ts';
import { forgetOwnReceivers } from './domain/integration/webhooks/own-receiver.ts';
import { subjectOfMessage, type WebhookMessage } from './domain/integration/webhooks/delivery.ts';
import { retryPendingWork } from './domain/integration/webhooks/ledger-work.ts';
import { moveEvents } from './domain/integration/webhooks/move-events.ts';
import { resendDeliveries } from './domain/integration/webhooks/resend-deliveries.ts';
import { mailLawChanges } from './domain/operations/law-changes/mail-law-changes.ts';
import { logIncident } from './log.ts';
import { inTime } from './time/patience.ts';

type Step = (ctx: Context) => Promise<unknown>;

/**
 * The timeout of a step. It is longer than any step takes (bench/nightly), and far below the 15
 * minutes after which the platform ends a run.
 */
const STEP_MS = 2 * MINUTE_MS;

/**
 * Steps that run every ten minutes: sweeps, the platform's totals, and everything that expires.
 * Deletions run in small slices, so that no run is long and the deletion of a large customer is
 * spread over the day.
 */
const FREQUENT_STEPS: Readonly<Record<string, Step>> = {
  sweepMails,
  sweepLogouts,
  endRevokedGrants,
  removeDueAccounts,
  endExpiredLockouts,
  endUnprovenCustomers,
  linkEntries,
  retryPendingWork,
  moveEvents,
  reconcileSessions,
  sumPlatform,
  forgetSettledLetters,
  resealSecrets,
  announceWithdrawals,
  expireFaceChallenges,
  forgetExpiredSessions,
  forgetExpiredDevices,
  forgetExpiredGrants,
  forgetOldAttempts,
  forgetEarlierLines,
  shortenRequestLogs,
  forgetOldFallThrough,
  forgetEndedStaffSessions,
  forgetOldInvitations,
  foldFunnels,
  moveSessions,
  moveOutcomes,
  moveAuditEntries,
  forgetDeploymentLinks,
  forgetOldSessions,
  forgetFaces,
  forgetBlockedFaces,
  forgetUnusedFaces,
  forgetExpiredAges,
  forgetExpiredKeys,
  forgetExpiredChanges,
  fetchStatusLists,
  recheckDomains,
  mailLawChanges,
};

/**
 * Steps that run once a day: key rotation, upkeep of the age-pass keys, the recount of statistics,
 * and other work that is rarely due.
 */
const DAILY_STEPS: Readonly<Record<string, Step>> = {
  rotateKeys: (ctx) => Promise.all(PURPOSES.map((purpose) => rotateKeys(ctx, purpose))),
  keepPassKeys,
  signAuditHead,
  recountRollups,
  forgetStatusLists,
  forgetOwnReceivers,
};

/**
 * Steps that run when the local service starts. Local queues are kept in memory, so a restart loses
 * their messages. These steps resend the affected emails and webhook deliveries immediately, rather
 * than only once they are overdue.
 */
const RESTART_STEPS: Readonly<Record<string, Step>> = {
  resendMails,
  resendDeliveries,
};

const SCHEDULES: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  [FREQUENT]: FREQUENT_STEPS,
  [DAILY]: DAILY_STEPS,
  [RESTART]: RESTART_STEPS,
};

/**
 * @throws Error for an unknown queue, so that the batch is redelivered and ends up in the
 *   dead-letter queue
 */
export async function consumeBatch(ctx: Context, batch: MessageBatch): Promise<void> {
  switch (batch.queue) {
    case 'agate-session-events':
      return receiveSessionEvents(
        ctx,
        batch.messages as readonly Message<SessionEvent>[],
        settleFaceSession,
      );
    case 'agate-session-events-dead':
      return receiveDeadEvents(ctx, batch as MessageBatch<SessionEvent>, settleFaceSession);
    case 'agate-mail':
      return sendMails(ctx, batch.messages as readonly Message<MailMessage>[]);
    case 'agate-mail-dead':
      return noteLetters(ctx, batch as MessageBatch<MailMessage>, ({ mailId }) => mailId);
    case 'agate-webhooks':
      return deliverWebhooks(ctx, batch.messages as readonly Message<WebhookMessage>[]);
    case 'agate-webhooks-dead':
      return noteLetters(ctx, batch as MessageBatch<WebhookMessage>, subjectOfMessage);
    case 'agate-logouts':
      return deliverLogouts(ctx, batch.messages as readonly Message<LogoutNotice>[]);
    default:
      throw new Error(`The queue ${batch.queue} has no consumer.`);
  }
}

/**
 * Runs every step of a schedule. A step that fails or times out is logged by name and does not
 * block the others. The run is recorded for operators (domain/operations/health).
 * @param cron the schedule that fired, as written in wrangler.toml
 * @param around calls each step; bench/nightly passes its own function to measure the steps
 * @throws Error when a step failed or the schedule is unknown, so that the platform reports the run
 *   as failed
 */
export async function runSchedule(
  ctx: Context,
  cron: string,
  around = (_name: string, step: () => Promise<unknown>): Promise<unknown> => step(),
): Promise<void> {
  const steps = SCHEDULES[cron];
  if (steps === undefined) throw new Error(`No steps are scheduled for ${cron}.`);
  const startedAtMs = ctx.now();
  const failed: string[] = [];
  for (const [name, step] of Object.entries(steps)) {
    try {
      await around(name, () => inTime(step(ctx), STEP_MS));
    } catch (error) {
      failed.push(name);
      logIncident('scheduled_step_failed', {
        step: name,
        error: error instanceof Error ? error.name : 'unknown',
      });
    }
  }
  await noteRun(ctx, { cron, startedAtMs, finishedAtMs: ctx.now(), failed });
  if (failed.length > 0) throw new Error(`Scheduled steps failed: ${failed.join(', ')}.`);
}
