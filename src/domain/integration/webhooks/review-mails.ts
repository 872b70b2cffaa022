// Emails to reviewers (D-95): one as soon as a session waits for review while no other does, and
// one for every session whose review is due within a day.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { prepareMailOfChange } from '../../platform/mail/queue-mail.ts';
import { listReviewers } from '../../customers/team/owners.ts';
import { listWaiting } from '../../verification/review-store.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';

interface ReviewMails {
  /**
   * Statements that must run directly after the statement that writes the event's session row. They
   * write only if that row changed, so that each email is sent once.
   */
  behind: (event: SessionEvent) => readonly Statement[];
  /** Sends a message to the mail queue for each email. Must be called after the commit. */
  announce: () => void;
}

/** Reads D1 only for review events. Test sessions send no email. */
export async function prepareReviewMails(
  ctx: Context,
  events: readonly SessionEvent[],
): Promise<ReviewMails> {
  const due = await Promise.all(
    events.map(async (event) => [event, await mailsOf(ctx, event)] as const),
  );
  const mails = new Map(due);
  return {
    behind: (event) => (mails.get(event) ?? []).map(({ statement }) => statement),
    announce: () => {
      for (const mail of [...mails.values()].flat()) mail.announce();
    },
  };
}

async function mailsOf(ctx: Context, { type, row }: SessionEvent) {
  const isWaiting = type === 'review_required';
  if (row.test || !(isWaiting || type === 'review_due')) return [];
  if (isWaiting && (await isAnotherWaiting(ctx, row))) return [];
  const template = isWaiting ? 'review_waiting' : 'review_due';
  const reviewers = await listReviewers(ctx, row.tenantId);
  // The link leads to the list of reviews, earliest deadline first, because the URL of a single
  // review contains a token that events do not have.
  const link = `${ctx.config.baseUrl}/dashboard/reviews`;
  return reviewers.map(({ email, locale, team }) =>
    prepareMailOfChange(ctx, { to: email, locale, template, details: { team, link } }),
  );
}

async function isAnotherWaiting(ctx: Context, row: SessionEvent['row']): Promise<boolean> {
  const filter = { tenantId: row.tenantId, test: false };
  const { rows } = await listWaiting(ctx.db, filter, { offset: 0, limit: 2 });
  return rows.some(({ id }) => id !== row.id);
}
