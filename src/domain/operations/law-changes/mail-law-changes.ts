// Scheduled use case: emails owners 30 days before a change in the law takes effect for their
// checks (D-163).
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { listOwners } from '../../customers/team/owners.ts';
import { findCustomer } from '../../customers/tenants/api-keys.ts';
import { prepareMailOfChange } from '../../platform/mail/queue-mail.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { versionOf } from '../../verification/law-of-session.ts';
import type { Customer } from '../../verification/customer.ts';
import { previewLaw } from '../../verification/preview-law.ts';
import { findLawChanges, type LawChange } from './changes.ts';
import { listDue, writeNotice, type DueCustomer } from './notice-store.ts';
import { requirementWords } from './requirement-words.ts';

/**
 * The maximum number of database statements in a run: one for each email, and one to three for each
 * customer. All steps of a run share 800 statements (bench/nightly/limits.ts). This share is enough
 * for 2,160 customers a day without a change, or for 432 with one change and two owners.
 */
const STATEMENTS_PER_RUN = 15;

/**
 * The number of statements for a customer with a change, apart from the emails: one reads the
 * owners, one reads the settings, and one writes the row.
 */
const STATEMENTS_OF_CHANGE = 3;

/**
 * Emails each change once, even when runs repeat, overlap or start late: the emails and the row
 * that records them are written in one batch.
 * @throws Error the error of the first customer that failed, after all other customers of the run
 *   have been processed
 */
export async function mailLawChanges(ctx: Context): Promise<void> {
  const version = await versionOf(ctx.config.jurisdictions.flatMap(({ rules }) => rules));
  const due = await listDue(ctx.db, { version, today: dayOf(ctx.now()) }, STATEMENTS_PER_RUN);
  const errors: unknown[] = [];
  let left = STATEMENTS_PER_RUN;
  for (const customer of due) {
    if (left <= 0) break;
    try {
      left -= await notify(ctx, customer, version, left);
    } catch (error) {
      errors.push(error);
      left -= STATEMENTS_OF_CHANGE;
    }
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * @param left the number of statements that may still run; if there is an owner, at least one
 *   change is emailed regardless
 * @returns the number of statements that ran
 */
async function notify(
  ctx: Context,
  customer: DueCustomer,
  version: string,
  left: number,
): Promise<number> {
  const { before, tenantId } = customer;
  const { fresh, ...seen } = findLawChanges(ctx.config.jurisdictions, customer, before, ctx.now());
  if (fresh.length === 0) {
    await writeNotice(ctx.db, customer, { ...seen, version }, []);
    return 1;
  }
  const owners = await listOwners(ctx, tenantId);
  const most = Math.max(1, Math.floor((left - STATEMENTS_OF_CHANGE) / owners.length));
  const mailed = owners.length === 0 ? [] : fresh.slice(0, most);
  const later = fresh.slice(mailed.length);
  const next =
    later.length === 0
      ? seen
      : { noticed: without(seen.noticed, later), dueDay: dueAgain(ctx, mailed) };
  const mails = await mailsOf(ctx, customer, owners, mailed);
  const statements = mails.map(({ statement }) => statement);
  if (await writeNotice(ctx.db, customer, { ...next, version }, statements))
    for (const { announce } of mails) announce();
  return STATEMENTS_OF_CHANGE + mails.length;
}

/**
 * Returns the day on which the customer is due again: today if the next run must email the rest, or
 * tomorrow if there was no owner to email.
 */
const dueAgain = (ctx: Context, mailed: readonly LawChange[]): string =>
  dayOf(ctx.now() + (mailed.length === 0 ? DAY_MS : 0));

const without = (noticed: readonly string[], later: readonly LawChange[]): string[] =>
  noticed.filter((id) => later.every((change) => change.id !== id));

async function mailsOf(
  ctx: Context,
  { tenantId }: DueCustomer,
  owners: Awaited<ReturnType<typeof listOwners>>,
  changes: readonly LawChange[],
) {
  if (changes.length === 0) return [];
  const customer = await findCustomer(ctx, tenantId, false);
  return (
    await Promise.all(
      changes.map(async (change) => {
        const unmet = await isUnmet(ctx, customer, change);
        return owners.map(({ email, locale, team }) =>
          prepareMailOfChange(ctx, {
            to: email,
            locale,
            template: `law_${change.kind}`,
            details: { team, ...detailsOf(ctx, change), ...(unmet && { unmet: 'yes' }) },
          }),
        );
      }),
    )
  ).flat();
}

/** Whether the customer's current settings will fail to satisfy the rule once it takes effect. */
async function isUnmet(
  ctx: Context,
  customer: Customer | undefined,
  { kind, day, rule, file }: LawChange,
): Promise<boolean> {
  if (kind === 'ends' || customer === undefined) return false;
  const question = { context: rule.context, day, jurisdiction: file.jurisdiction };
  const { places } = await previewLaw(ctx, customer, question);
  return places.some(({ session }) => session === undefined);
}

function detailsOf(ctx: Context, { day, rule, file }: LawChange): Record<string, string> {
  return {
    rule: rule.id,
    date: day,
    jurisdiction: file.jurisdiction,
    place: file.name,
    context: rule.context,
    asks: requirementWords(rule),
    source: rule.sources.map(({ title, url }) => `${title} (${url})`).join('; '),
    link: `${ctx.config.baseUrl}/dashboard/law`,
  };
}
