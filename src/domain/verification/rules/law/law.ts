// The law's requirements for one session (D-157): all rules that apply to the session, joined into
// one law that is at least as strict as each of them. Pure.
import type { LawRule, RequiredWay } from '../../../../config/jurisdiction.ts';
import type { LawContext } from '../../../../config/law-contexts.ts';
import {
  ASSURANCES,
  LIVENESS_LEVELS,
  type Assurance,
  type LivenessLevel,
} from '../../../terms/age-proof.ts';
import { joinRechecks, type RecheckRule } from '../../../terms/recheck.ts';
import { recheckOf, rulesAt } from '../../../terms/rules-of-law.ts';
import type { AcceptMethod } from '../methods.ts';

/**
 * The law's requirements for proofs. They narrow settings and requests, and never add a method.
 */
export interface AcceptByLaw extends RecheckRule {
  methods?: readonly AcceptMethod[];
  refuseMethods?: readonly AcceptMethod[];
  minAssurance?: Assurance;
  livenessLevel?: LivenessLevel;
}

/** All applicable rules, joined into one law. */
export interface Law {
  context: LawContext;
  /** The rules' ids, in alphabetical order. */
  rules: string[];
  gate?: number;
  accept: AcceptByLaw;
  offerAtLeast?: number;
  mustOffer: RequiredWay[];
  perAccess: boolean;
  contest: boolean;
  retentionDaysMax?: number;
  records: string[];
}

/**
 * @returns the applicable rules in force at `nowMs`, joined into one law; if no rule applies, the
 *   law requires nothing
 */
export const lawAt = (...[files, jurisdictions, context, nowMs]: Parameters<typeof rulesAt>): Law =>
  joinRules(context, rulesAt(files, jurisdictions, context, nowMs));

/**
 * Methods that reuse an age that was proven before. Passes are not among them: each pass can be
 * redeemed only once, and so counts as a new proof.
 */
const STORED_AGE_METHODS: readonly AcceptMethod[] = ['account', 'key'];

/**
 * Joins the rules into one law. Each rule can only make the law stricter, so their order does not
 * matter.
 */
export function joinRules(context: LawContext, rules: readonly LawRule[]): Law {
  const accepts = rules.flatMap(({ accept }) => (accept === undefined ? [] : [accept]));
  const gate = most(rules.map((rule) => rule.gate));
  const offerAtLeast = most(rules.map((rule) => rule.offer_at_least));
  const retentionDaysMax = least(rules.map((rule) => rule.retention_days_max));
  const rechecks = joinRechecks(...rules.map(recheckOf));
  const methods = common(accepts.map((accept) => accept.methods));
  const perAccess = rules.some((rule) => rule.per_access === true);
  const refused = distinct([
    ...accepts.flatMap((accept) => accept.refuse_methods ?? []),
    ...(perAccess ? STORED_AGE_METHODS : []),
  ]);
  const minAssurance = strictest(
    ASSURANCES,
    accepts.map((accept) => accept.min_assurance),
  );
  const livenessLevel = strictest(
    LIVENESS_LEVELS,
    accepts.map((accept) => accept.liveness_level),
  );
  return {
    context,
    rules: distinct(rules.map(({ id }) => id)).toSorted(),
    ...(gate !== undefined && { gate }),
    accept: {
      ...(methods !== undefined && { methods }),
      ...(refused.length > 0 && { refuseMethods: refused }),
      ...rechecks,
      ...(minAssurance !== undefined && { minAssurance }),
      ...(livenessLevel !== undefined && { livenessLevel }),
    },
    ...(offerAtLeast !== undefined && { offerAtLeast }),
    mustOffer: distinct(rules.flatMap((rule) => rule.must_offer ?? [])).toSorted(),
    perAccess,
    contest: rules.some((rule) => rule.contest === true),
    ...(retentionDaysMax !== undefined && { retentionDaysMax }),
    records: distinct(rules.flatMap((rule) => rule.records ?? [])).toSorted(),
  };
}

const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)];

const said = <T>(list: readonly (T | undefined)[]): T[] =>
  list.filter((one): one is T & ({} | null) => one !== undefined);

const most = (list: readonly (number | undefined)[]): number | undefined =>
  said(list).reduce<number | undefined>((max, one) => Math.max(max ?? one, one), undefined);

const least = (list: readonly (number | undefined)[]): number | undefined =>
  said(list).reduce<number | undefined>((min, one) => Math.min(min ?? one, one), undefined);

/**
 * Returns the members that all defined lists have in common.
 * @returns undefined when no list is defined
 */
const common = <T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined =>
  said(lists).reduce<T[] | undefined>(
    (kept, list) => (kept ?? [...list]).filter((one) => list.includes(one)),
    undefined,
  );

const strictest = <T>(order: readonly T[], list: readonly (T | undefined)[]): T | undefined =>
  order.findLast((value) => list.includes(value));
