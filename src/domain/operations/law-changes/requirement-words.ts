// The short form of a rule's requirements. platform/mail/law-words.ts turns it into sentences.
// Pure.
import type { LawRule } from '../../../config/jurisdiction.ts';
import type { RequirementWord } from '../../platform/mail/law-words.ts';

/**
 * @returns space-separated words, some followed by `:` and a number; empty if the rule requires
 *   nothing
 */
export function requirementWords({ accept = {}, ...rule }: LawRule): string {
  const isSure = accept.min_assurance === 'document' || accept.min_assurance === 'wallet';
  const isMore =
    accept.methods !== undefined ||
    accept.refuse_methods !== undefined ||
    accept.liveness_level === 'strict' ||
    accept.min_assurance === 'edge';
  const asks: (RequirementWord | false)[] = [
    rule.gate !== undefined && `age:${rule.gate}`,
    isSure && 'sure',
    rule.offer_at_least !== undefined && `ways:${rule.offer_at_least}`,
    ...(rule.must_offer ?? []),
    rule.per_access === true && 'access',
    rule.contest === true && 'contest',
    accept.max_proof_age_days !== undefined && `proof:${accept.max_proof_age_days}`,
    accept.recheck?.includes('next_bracket') === true && 'bracket',
    accept.recheck?.includes('new_device') === true && 'device',
    rule.retention_days_max !== undefined && `retention:${rule.retention_days_max}`,
    isMore && 'more',
  ];
  return asks.filter((one) => one !== false).join(' ');
}
