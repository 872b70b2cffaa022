// Use cases: a customer claims its email domains and proves them with a TXT record; a scheduled job
// checks them again every month (D-159).
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound } from '../../../errors.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import { prepareAudit, type Actor, type TenantActor } from '../../platform/audit/record.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { readTextRecords } from './dns-text.ts';
import { MAX_DOMAINS, parseDomain } from './domain-name.ts';
import {
  deleteDomain,
  findDomain,
  insertDomain,
  listDueDomains,
  markMissed,
  markProven,
  postponeCheck,
} from './domain-store.ts';
import { recordOf, type SsoDomain } from './sso-domain.ts';

const CHECKED_EVERY_MS = 30 * DAY_MS;
/**
 * The number of checks on consecutive days that must find no record before a domain lapses. One
 * check is not enough, since a missing record may reappear soon.
 */
const MISSES = 3;
const CHECKED_PER_RUN = 20;

/**
 * @returns the domain, with the token that its TXT record must contain
 * @throws AppError VALIDATION_FAILED; CONFLICT when the customer has already claimed the domain or
 *   MAX_DOMAINS domains, or another customer has proven the domain
 */
export async function addDomain(ctx: Context, by: TenantActor, text: string): Promise<SsoDomain> {
  const domain = parseDomain(text);
  if (domain === undefined) {
    const message = 'domain must be an email domain such as company.example.';
    throw new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'domain', message }] });
  }
  const { tenantId } = by;
  const token = randomToken(18);
  const added = { tenantId, domain, token };
  const { statement, announce } = auditOf(ctx, by, domain, 'add');
  const rules = { most: MAX_DOMAINS, nowMs: ctx.now() };
  if (!(await insertDomain(ctx.db, added, rules, statement)))
    throw new AppError(
      'CONFLICT',
      `This domain was already added, belongs to another customer, or you already have ${MAX_DOMAINS} domains.`,
    );
  announce();
  return { ...added, state: 'pending', misses: 0 };
}

/**
 * Checks immediately whether the domain has its TXT record.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED when the record is missing; CONFLICT when another
 *   customer has proven the domain; UNAVAILABLE when the resolver does not respond;
 *   TOO_MANY_REQUESTS
 */
export async function checkDomain(
  ctx: Context,
  by: TenantActor,
  domain: string,
): Promise<SsoDomain> {
  const named = await findDomain(ctx.db, by.tenantId, domain);
  if (named === undefined) throw notFound();
  await countAgainst(ctx, [ctx.config.guessLimits.webhookChallenge, `domain:${by.tenantId}`]);
  const texts = await readTextRecords(ctx, domain);
  if (texts === undefined)
    throw new AppError(
      'UNAVAILABLE',
      'The DNS resolver did not respond. Please try again shortly.',
    );
  if (!texts.includes(recordOf(named))) {
    const message = `domain has no TXT record "${recordOf(named)}" yet. A new record can take an hour to become visible.`;
    throw new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'domain', message }] });
  }
  if (!(await prove(ctx, by, named)))
    throw new AppError('CONFLICT', 'Another customer has verified this domain.');
  return { ...named, state: 'proven', misses: 0, checkedAtMs: ctx.now() };
}

/**
 * Removes a domain. Members with an address in the domain remain, and sign in like members with any
 * other address.
 * @throws AppError NOT_FOUND
 */
export async function removeDomain(ctx: Context, by: TenantActor, domain: string): Promise<void> {
  const { statement, announce } = auditOf(ctx, by, domain, 'remove');
  if (!(await deleteDomain(ctx.db, by.tenantId, domain, statement))) throw notFound();
  announce();
}

/**
 * Checks domains that are due. If the resolver does not respond, the domain's state does not
 * change. Called by cron.
 */
export async function recheckDomains(ctx: Context): Promise<void> {
  const due = await listDueDomains(ctx.db, ctx.now(), CHECKED_PER_RUN);
  await Promise.all(due.map((one) => recheck(ctx, one)));
}

async function recheck(ctx: Context, due: SsoDomain): Promise<void> {
  const nowMs = ctx.now();
  const by = { audience: 'system' as const, tenantId: due.tenantId };
  const texts = await readTextRecords(ctx, due.domain);
  if (texts === undefined) return postponeCheck(ctx.db, due, nowMs + HOUR_MS);
  // If another customer has proven a lapsed domain in the meantime, the record counts as missing.
  if (texts.includes(recordOf(due)) && (await prove(ctx, by, due))) return;
  const misses = due.misses + 1;
  const lapses = due.state === 'proven' && misses >= MISSES;
  const audit = lapses ? auditOf(ctx, by, due.domain, 'lapse') : undefined;
  const state = lapses ? 'lapsed' : due.state;
  const dueAtMs = nowMs + (state === 'lapsed' ? CHECKED_EVERY_MS : DAY_MS);
  await markMissed(ctx.db, due, { state, misses, nowMs, dueAtMs }, audit?.statement);
  audit?.announce();
}

/** @returns false when another customer has proven the domain */
async function prove(ctx: Context, by: Actor, named: SsoDomain): Promise<boolean> {
  const nowMs = ctx.now();
  const audit = named.state === 'proven' ? undefined : auditOf(ctx, by, named.domain, 'prove');
  const times = { nowMs, dueAtMs: nowMs + CHECKED_EVERY_MS };
  const isProven = await markProven(ctx.db, named, times, audit?.statement);
  if (isProven) audit?.announce();
  return isProven;
}

const auditOf = (ctx: Context, actor: Actor, domain: string, verb: string) =>
  prepareAudit(ctx, {
    actor,
    action: `sso_domain.${verb}`,
    target: { type: 'sso_domain', id: domain },
  });
