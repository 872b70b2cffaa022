// Use cases: what has changed in the law since a customer last said that it has seen it, and to say so (D-163).
import type { LawRule } from '../../../config/jurisdiction.ts';
import type { LawContext } from '../../../config/law-contexts.ts';
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { AppError } from '../../../errors.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import { versionOf } from '../../verification/law-of-session.ts';
import { differencesOf, type LawDifferences } from './differences.ts';
import { findSeenLaw, insertFirstSeen, writeSeenLaw } from './store.ts';

/** @member version of the context's rules of today, SHA-256 in hex */
export interface LawChanges extends LawDifferences {
  version: string;
  /** Absent: nobody has said so, and there is nothing to compare with. */
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
 * For the whole customer, whoever of its members says it.
 * @param version as it was read: what nobody has read is not seen
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
    throw new AppError('CONFLICT', 'The rules have changed since they were read: read them again.');
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
 * For the batch in which a customer chooses a policy: its page shows the rules as they are.
 * @returns in an array, since a promise of a statement would run it
 */
export async function firstSeenLaw(
  ctx: Context,
  tenantId: string,
  context: LawContext,
): Promise<[Statement]> {
  const rules = rulesOf(ctx, context);
  const seen = { version: await versionOf(rules), rules, seenAtMs: ctx.now() };
  return [insertFirstSeen(ctx.db, tenantId, context, seen)];
}
