// Use cases: comparing the current law with the rules that a customer last confirmed having seen,
// and recording such a confirmation (D-163).
import type { LawRule } from '../../../config/jurisdiction.ts';
import type { LawContext } from '../../../config/law-contexts.ts';
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { AppError } from '../../../errors.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import { versionOf } from '../../verification/law-of-session.ts';
import { differencesOf, type LawDifferences } from './differences.ts';
import { findSeenLaw, insertFirstSeen, writeSeenLaw } from './store.ts';

/** `version` is the SHA-256 of the context's current rules, in hex. */
export interface LawChanges extends LawDifferences {
  version: string;
  /**
   * When the rules were last confirmed; absent when nobody has confirmed them yet, so there is
   * nothing to compare.
   */
  seenAtMs?: number;
}

const NONE: LawDifferences = { added: [], changed: [], removed: [] };

const rulesOf = ({ config }: Pick<Context, 'config'>, context: LawContext): LawRule[] =>
  config.jurisdictions.flatMap(({ rules }) => rules).filter((rule) => rule.context === context);

export async function readLawChanges(
  ctx: Context,
  tenantId: string,
  context: LawContext,
): Promise<LawChanges> {
  const rules = rulesOf(ctx, context);
  const [version, seen] = await Promise.all([
    versionOf(rules),
    findSeenLaw(ctx.db, tenantId, context),
  ]);
  if (seen === undefined) return { version, ...NONE };
  return { version, seenAtMs: seen.seenAtMs, ...differencesOf(seen.rules, rules) };
}

/**
 * Records that the customer has seen the rules; any of its members can confirm this on behalf of
 * all.
 * @param version the version that the member has read, so that unread rules cannot be confirmed
 * @throws AppError CONFLICT when the rules have changed since
 */
export async function noteLawSeen(
  ctx: Context,
  by: TenantActor,
  { context, version }: { context: LawContext; version: string },
): Promise<LawChanges> {
  const { tenantId } = by;
  const rules = rulesOf(ctx, context);
  if ((await versionOf(rules)) !== version)
    throw new AppError('CONFLICT', 'The rules have changed since you read them. Read them again.');
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'law.seen',
    target: { type: 'tenant', id: tenantId },
    after: { context, version },
  });
  const seen = { version, rules, seenAtMs: ctx.now() };
  if (await writeSeenLaw(ctx.db, tenantId, context, seen, statement)) announce();
  return readLawChanges(ctx, tenantId, context);
}

/**
 * Prepares the statement that records the current rules as seen, for the batch in which a customer
 * chooses a policy. The page for choosing a policy shows these rules.
 * @returns the statement in an array, since resolving a promise with the statement itself would run
 *   it
 */
export async function prepareFirstSeenLaw(
  ctx: Context,
  tenantId: string,
  context: LawContext,
): Promise<[Statement]> {
  const rules = rulesOf(ctx, context);
  const seen = { version: await versionOf(rules), rules, seenAtMs: ctx.now() };
  return [insertFirstSeen(ctx.db, tenantId, context, seen)];
}
