// Finds the legal rules that apply in a jurisdiction at a given time (D-157), and the requirements
// of these rules for an age that was proven earlier. Pure. verification/rules/law applies the rules
// to a session.
import type { Jurisdiction, LawRule } from '../../config/jurisdiction.ts';
import type { LawContext } from '../../config/law-contexts.ts';
import { joinRechecks, type Recheck, type RecheckRule } from './recheck.ts';

/** Returns the ISO 3166-1 code of the country: `US` for `US-TX` and for `US` itself. */
const countryOf = (jurisdiction: string): string => jurisdiction.slice(0, 2);

/**
 * Whether the rules of a file apply in a jurisdiction: the rules of a country apply in its states,
 * and the rules of a union in its members.
 */
export const holdsIn = (file: Jurisdiction, jurisdiction: string): boolean =>
  file.jurisdiction === jurisdiction ||
  file.jurisdiction === countryOf(jurisdiction) ||
  file.members?.includes(countryOf(jurisdiction)) === true;

/**
 * Whether there is a file, with or without rules, for the jurisdiction, for its country, or for a
 * union that the country belongs to.
 */
export const isKnown = (files: readonly Jurisdiction[], jurisdiction: string): boolean =>
  files.some((file) => holdsIn(file, jurisdiction));

/**
 * @returns ISO 3166-1 codes of the countries that the files cover, without their states, because an
 *   IP address reveals nothing more precise than a country
 */
export const knownCountries = (files: readonly Jurisdiction[]): string[] =>
  [
    ...new Set(
      files.flatMap(({ jurisdiction, members = [] }) => [
        ...(jurisdiction.length === 2 && members.length === 0 ? [jurisdiction] : []),
        ...members,
      ]),
    ),
  ].toSorted();

const formats = new Map<string, Intl.DateTimeFormat>();

/** @returns the local day as `YYYY-MM-DD`, which is the Swedish date format */
export function localDay(timeZone: string, nowMs: number): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(nowMs);
}

/**
 * Whether a rule applies on a local day. A rule takes effect and ends at local midnight; a draft
 * never applies.
 */
export const holdsOn = (
  { status, effective_from: from, effective_to: to }: LawRule,
  day: string,
): boolean =>
  status === 'in_force' && from !== null && from <= day && (to === undefined || day < to);

/**
 * Returns all rules for a kind of content in the jurisdictions, including drafts and rules that
 * take effect later.
 */
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
 * @param jurisdictions the jurisdictions whose rules all apply together
 * @returns the rules that apply at that time, unchanged from the files, ordered by id
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

/** Returns what a rule requires of an earlier age, whether or not the rule is in force. */
export const recheckOf = ({ accept = {} }: LawRule): RecheckRule => ({
  ...(accept.max_proof_age_days !== undefined && { maxProofAgeDays: accept.max_proof_age_days }),
  ...(accept.recheck !== undefined && { recheck: accept.recheck }),
});

/** A customer's settings that decide whether an earlier age counts for the customer's sites. */
export interface AgePolicy extends RecheckRule {
  /** Which law applies: `off`, `auto` or a jurisdiction. */
  policy: string;
  context: LawContext | null;
}

/** @param row the columns defined in db/age-policy-columns.ts */
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
 * Determines the requirements for a sign-in. With the policy `auto`, no law applies, because the
 * person's country is unknown when claims are read.
 * @returns the combined requirements of the settings and the law
 */
export function recheckAt(
  files: readonly Jurisdiction[],
  { policy, context, ...own }: AgePolicy,
  nowMs: number,
): RecheckRule {
  if (context === null || policy === 'off' || policy === 'auto') return joinRechecks(own);
  return joinRechecks(own, ...rulesAt(files, [policy], context, nowMs).map(recheckOf));
}
