// A scheduled use case: tells owners by mail, 30 days ahead, when the law changes for their checks
// (D-163).
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { listOwners } from '../../customers/team/owners.ts';
import { findCustomer } from '../../customers/tenants/api-keys.ts';
import { prepareMailOfChange } from '../../platform/mail/queue-mail.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { versionOf } from '../../verification/law-of-session.ts';
import type { Customer } from '../../verification/customer.ts';
import { previewLaw } from '../../verification/preview-law.ts';
import { lookAtLaw, type LawChange } from './changes.ts';
import { listDue, writeNotice, type DueCustomer } from './notice-store.ts';
import { shortAsks } from './short-asks.ts';

/**
 * Allows 2,160 customers a day. Most take one statement; a customer with an unmet rule takes
 * several, and all steps of a run share 700 (bench/nightly/limits.ts).
 */
const CUSTOMERS_PER_RUN = 15;

/**
 * Mails each change once, even when runs repeat, overlap or come late: the mails and the row that
 * records them are one batch.
 * @throws Error of the first customer that failed, after all others are done
 */
export async function mailLawChanges(ctx: Context): Promise<void> {
  const version = await versionOf(ctx.config.jurisdictions.flatMap(({ rules }) => rules));
  const due = await listDue(ctx.db, { version, today: dayOf(ctx.now()) }, CUSTOMERS_PER_RUN);
  const done = await Promise.allSettled(due.map((customer) => notify(ctx, customer, version)));
  const failed = done.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function notify(ctx: Context, customer: DueCustomer, version: string): Promise<void> {
  const { before } = customer;
  const { fresh, ...seen } = lookAtLaw(ctx.config.jurisdictions, customer, before, ctx.now());
  if (fresh.length === 0) {
    await writeNotice(ctx.db, customer, { ...seen, version }, []);
    return;
  }
  const mails = await mailsOf(ctx, customer, fresh);
  // Without an owner to write to, tries again the next day.
  const next =
    mails.length > 0
      ? seen
      : { noticed: withoutFresh(seen.noticed, fresh), dueDay: dayOf(ctx.now() + DAY_MS) };
  const statements = mails.map(({ statement }) => statement);
  if (await writeNotice(ctx.db, customer, { ...next, version }, statements))
    for (const { announce } of mails) announce();
}

const withoutFresh = (noticed: readonly string[], fresh: readonly LawChange[]): string[] =>
  noticed.filter((id) => fresh.every((change) => change.id !== id));

async function mailsOf(ctx: Context, { tenantId }: DueCustomer, fresh: readonly LawChange[]) {
  const owners = await listOwners(ctx, tenantId);
  if (owners.length === 0) return [];
  const customer = await findCustomer(ctx, tenantId, false);
  const changes = await Promise.all(
    fresh.map(async (change) => [change, await isUnmet(ctx, customer, change)] as const),
  );
  return changes.flatMap(([change, unmet]) =>
    owners.map(({ email, locale, team }) =>
      prepareMailOfChange(ctx, {
        to: email,
        locale,
        template: `law_${change.kind}`,
        details: { team, ...detailsOf(ctx, change), ...(unmet && { unmet: 'yes' }) },
      }),
    ),
  );
}

/** Whether the customer's current settings could not satisfy the rule from that day on. */
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
    asks: shortAsks(rule),
    source: rule.sources.map(({ title, url }) => `${title} (${url})`).join('; '),
    link: `${ctx.config.baseUrl}/dashboard/law`,
  };
}
