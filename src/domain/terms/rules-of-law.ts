// Which rules of law hold at a place and a time (D-157), and what they ask of ages that were shown before. Pure. What becomes of them
// for a session is verification/rules/law.
import type { Jurisdiction, LawRule } from '../../config/jurisdiction.ts';
import type { LawContext } from '../../config/law-contexts.ts';
import { joinRechecks, type Recheck, type RecheckRule } from './recheck.ts';

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

/** Whenever it holds. */
export const recheckOf = ({ accept = {} }: LawRule): RecheckRule => ({
  ...(accept.max_proof_age_days !== undefined && { maxProofAgeDays: accept.max_proof_age_days }),
  ...(accept.recheck !== undefined && { recheck: accept.recheck }),
});

/** A site's customer, as far as it decides about ages that were shown before. */
export interface AgePolicy extends RecheckRule {
  /** As its settings say: `off`, `auto` or a jurisdiction. */
  policy: string;
  context: LawContext | null;
}

/** @param row the columns of db/age-policy-columns.ts */
export const toAgePolicy = (row: {
  policy: string;
  context: LawContext | null;
  days: number | null;
  recheck: string;
}): AgePolicy => ({
  policy: row.policy,
  context: row.context,
  ...(row.days !== null && { maxProofAgeDays: row.days }),
  recheck: JSON.parse(row.recheck) as Recheck[],
});

/**
 * For a sign-in. By `auto` no law does, since claims are read where nobody knows of the person's country.
 * @returns what settings and law ask together
 */
export function recheckAt(
  files: readonly Jurisdiction[],
  { policy, context, ...own }: AgePolicy,
  nowMs: number,
): RecheckRule {
  if (context === null || policy === 'off' || policy === 'auto') return joinRechecks(own);
  return joinRechecks(own, ...rulesAt(files, [policy], context, nowMs).map(recheckOf));
}

const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)];
