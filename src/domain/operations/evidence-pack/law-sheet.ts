// The rules of a jurisdiction in an evidence pack, and which of their conditions the customer's
// settings meet (D-161, D-157). Pure.
import type { Jurisdiction, LawRule } from '../../../config/jurisdiction.ts';
import {
  ASSURANCES,
  isAtLeast,
  LIVENESS_LEVELS,
  type Assurance,
  type LivenessLevel,
} from '../../terms/age-proof.ts';
import { joinRules } from '../../verification/rules/law/law.ts';
import { holdsIn, holdsOn, localDay } from '../../terms/rules-of-law.ts';
import { missingOf } from '../../verification/rules/law/missing.ts';
import type { SessionAccept } from '../../verification/rules/opening/accepted.ts';

/**
 * `by_request`: whether the condition is met depends on each request, not only on the settings;
 * `not_known`: only the site knows whether it is met.
 */
type LawFinding = 'met' | 'not_met' | 'by_request' | 'not_known';

interface LawCondition {
  condition: string;
  asked: string | number | boolean;
  finding: LawFinding;
}

interface RuleSheet extends Pick<
  LawRule,
  | 'id'
  | 'context'
  | 'status'
  | 'effective_from'
  | 'effective_to'
  | 'note'
  | 'sources'
  | 'reviewed_by'
  | 'records'
> {
  jurisdiction: string;
  name: string;
  /** Whether the rule is in force on the period's last day, in the jurisdiction's time zone. */
  in_force: boolean;
  conditions: LawCondition[];
}

/** The customer's settings at the end of the period. */
interface LawSubject {
  /**
   * The proofs that a session accepts if its request does not restrict them; undefined when the
   * settings allow none.
   */
  accept: SessionAccept | undefined;
  canContest: boolean;
  retentionDays: number;
}

export const filesOf = (files: readonly Jurisdiction[], jurisdiction: string): Jurisdiction[] =>
  files.filter((file) => holdsIn(file, jurisdiction));

/** @param endMs the first moment after the period */
export const rulesOf = (
  files: readonly Jurisdiction[],
  subject: LawSubject,
  endMs: number,
): RuleSheet[] =>
  files.flatMap((file) =>
    file.rules.map((rule) => ({
      id: rule.id,
      jurisdiction: file.jurisdiction,
      name: file.name,
      context: rule.context,
      status: rule.status,
      effective_from: rule.effective_from,
      ...(rule.effective_to !== undefined && { effective_to: rule.effective_to }),
      in_force: holdsOn(rule, localDay(file.time_zone, endMs - 1)),
      note: rule.note,
      ...(rule.records !== undefined && { records: rule.records }),
      conditions: conditionsOf(rule, subject),
      sources: rule.sources,
      reviewed_by: rule.reviewed_by,
    })),
  );

function conditionsOf(rule: LawRule, subject: LawSubject): LawCondition[] {
  const found: LawCondition[] = [];
  const add = (
    condition: string,
    asked: LawCondition['asked'] | undefined,
    finding: LawFinding,
  ) => {
    if (asked !== undefined && asked !== false) found.push({ condition, asked, finding });
  };
  add('gate', rule.gate, 'by_request');
  for (const [condition, asked, isMet] of ofProofs(rule, subject.accept))
    add(condition, asked, isMet ? 'met' : 'not_met');
  const lacks = subject.accept === undefined ? undefined : lacksOf(rule, subject.accept, subject);
  const byLack = (field: string): LawFinding =>
    lacks === undefined || lacks.includes(field) ? 'not_met' : 'met';
  add('offer_at_least', rule.offer_at_least, byLack('policy.offer_at_least'));
  for (const way of rule.must_offer ?? []) add('must_offer', way, byLack(`policy.${way}`));
  add('contest', rule.contest, byLack('policy.contest'));
  add('per_access', rule.per_access, 'not_known');
  const { retention_days_max: most } = rule;
  add('retention_days_max', most, subject.retentionDays <= (most ?? 0) ? 'met' : 'not_met');
  return found;
}

type Judged = [condition: string, asked: LawCondition['asked'] | undefined, isMet: boolean];

/** Judges the rule's conditions on the accepted proofs. */
function ofProofs({ accept: law = {} }: LawRule, accept: SessionAccept | undefined): Judged[] {
  const { methods = [], maxProofAgeDays, minAssurance, livenessLevel } = accept ?? {};
  const takesOnly = (allowed: readonly string[]) => methods.every((one) => allowed.includes(one));
  const refused: readonly string[] = law.refuse_methods ?? [];
  return [
    ['methods', law.methods?.join(' '), takesOnly(law.methods ?? [])],
    [
      'refuse_methods',
      law.refuse_methods?.join(' '),
      !methods.some((one) => refused.includes(one)),
    ],
    ['min_assurance', law.min_assurance, isAssured(minAssurance, law.min_assurance)],
    [
      'max_proof_age_days',
      law.max_proof_age_days,
      maxProofAgeDays !== undefined && maxProofAgeDays <= (law.max_proof_age_days ?? 0),
    ],
    ['liveness_level', law.liveness_level, isAsStrict(livenessLevel, law.liveness_level)],
  ];
}

const isAssured = (own: Assurance | undefined, asked: Assurance | undefined): boolean =>
  own !== undefined && asked !== undefined && isAtLeast(ASSURANCES, own, asked);

const isAsStrict = (own: LivenessLevel | undefined, asked: LivenessLevel | undefined): boolean =>
  own !== undefined && asked !== undefined && isAtLeast(LIVENESS_LEVELS, own, asked);

const lacksOf = (rule: LawRule, accept: SessionAccept, subject: LawSubject): string[] =>
  missingOf(joinRules(rule.context, [rule]), accept, subject).map(({ field }) => field);
