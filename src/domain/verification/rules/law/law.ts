// What the law asks of one session (D-157): the rules that hold for it, joined so that each only narrows the others. Pure.
import type { Jurisdiction, LawRule, RequiredWay } from '../../../../config/jurisdiction.ts';
import type { LawContext } from '../../../../config/law-contexts.ts';
import {
  ASSURANCES,
  LIVENESS_LEVELS,
  type Assurance,
  type LivenessLevel,
} from '../../../terms/age-proof.ts';
import type { AcceptMethod } from '../methods.ts';

/** What it says of proofs. It narrows settings and requests, and names no method that nobody else has named. */
export interface AcceptByLaw {
  methods?: readonly AcceptMethod[];
  refuseMethods?: readonly AcceptMethod[];
  maxProofAgeDays?: number;
  minAssurance?: Assurance;
  livenessLevel?: LivenessLevel;
}

/** All that holds, as one. */
export interface Law {
  context: LawContext;
  /** Ids, in alphabetical order. */
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

/** ISO 3166-1, of `US-TX` such as of `US`. */
const countryOf = (jurisdiction: string): string => jurisdiction.slice(0, 2);

/** Rules of a state's country hold in it, and rules of a union in its members. */
export const holdsIn = (file: Jurisdiction, jurisdiction: string): boolean =>
  file.jurisdiction === jurisdiction ||
  file.jurisdiction === countryOf(jurisdiction) ||
  file.members?.includes(countryOf(jurisdiction)) === true;

/** Whether there is a file of it, of its country or of a union that its country is in, with or without rules. */
export const isKnown = (files: readonly Jurisdiction[], jurisdiction: string): boolean =>
  files.some((file) => holdsIn(file, jurisdiction));

/** @returns ISO 3166-1 of those that there are files of, which is all that an address of the internet says of a place */
export const knownCountries = (files: readonly Jurisdiction[]): string[] =>
  distinct(
    files.flatMap(({ jurisdiction, members = [] }) => [
      ...(jurisdiction.length === 2 && members.length === 0 ? [jurisdiction] : []),
      ...members,
    ]),
  ).toSorted();

const formats = new Map<string, Intl.DateTimeFormat>();

/** @returns the day there, `YYYY-MM-DD`: Swedish writes it so */
export function localDay(timeZone: string, nowMs: number): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(nowMs);
}

/** A rule starts and ends at midnight where it holds; a draft never does. */
export const holdsOn = (
  { status, effective_from: from, effective_to: to }: LawRule,
  day: string,
): boolean =>
  status === 'in_force' && from !== null && from <= day && (to === undefined || day < to);

/** Those of a context, drafts and later ones included. */
function rulesFor(
  files: readonly Jurisdiction[],
  jurisdictions: readonly string[],
  context: LawContext,
): { rule: LawRule; timeZone: string }[] {
  const found = files
    .filter((file) => jurisdictions.some((one) => holdsIn(file, one)))
    .flatMap(({ rules, time_zone: timeZone }) => rules.map((rule) => ({ rule, timeZone })));
  return found.filter(({ rule }) => rule.context === context);
}

/**
 * @param jurisdictions whose rules hold, all at once
 * @returns the rules that hold at that time, as the files have them, by id
 */
export const rulesAt = (
  files: readonly Jurisdiction[],
  jurisdictions: readonly string[],
  context: LawContext,
  nowMs: number,
): LawRule[] =>
  rulesFor(files, jurisdictions, context)
    .filter(({ rule, timeZone }) => holdsOn(rule, localDay(timeZone, nowMs)))
    .map(({ rule }) => rule)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** @returns what is asked at that time; without rules it asks nothing */
export const lawAt = (...[files, jurisdictions, context, nowMs]: Parameters<typeof rulesAt>): Law =>
  joinRules(context, rulesAt(files, jurisdictions, context, nowMs));

/** Ways that answer with an age that was shown before; a pass is spent by each answer, and one is as good as a new proof. */
const KEPT: readonly AcceptMethod[] = ['account', 'key'];

/** Each rule narrows, so that their order is of no account. */
export function joinRules(context: LawContext, rules: readonly LawRule[]): Law {
  const accepts = rules.flatMap(({ accept }) => (accept === undefined ? [] : [accept]));
  const gate = most(rules.map((rule) => rule.gate));
  const offerAtLeast = most(rules.map((rule) => rule.offer_at_least));
  const retentionDaysMax = least(rules.map((rule) => rule.retention_days_max));
  const maxProofAgeDays = least(accepts.map((accept) => accept.max_proof_age_days));
  const methods = common(accepts.map((accept) => accept.methods));
  const perAccess = rules.some((rule) => rule.per_access === true);
  const refused = distinct([
    ...accepts.flatMap((accept) => accept.refuse_methods ?? []),
    ...(perAccess ? KEPT : []),
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
      ...(maxProofAgeDays !== undefined && { maxProofAgeDays }),
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

/** @returns undefined where nothing is said */
const common = <T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined =>
  said(lists).reduce<T[] | undefined>(
    (kept, list) => (kept ?? [...list]).filter((one) => list.includes(one)),
    undefined,
  );

const strictest = <T>(order: readonly T[], list: readonly (T | undefined)[]): T | undefined =>
  order.findLast((value) => list.includes(value));
