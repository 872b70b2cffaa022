// Decides which changes in the law affect a customer, and which of them to email now (D-163). Pure.
import type { Jurisdiction, LawRule } from '../../../config/jurisdiction.ts';
import type { LawContext } from '../../../config/law-contexts.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { holdsIn, knownCountries, localDay } from '../../terms/rules-of-law.ts';

/** A change is emailed this many days before it takes effect. */
const NOTICE_DAYS = 30;

/**
 * The maximum number of changes emailed to a customer in one run. Most customers have one or two; a
 * larger update is spread over several runs.
 */
const MAX_AT_ONCE = 10;

export interface LawChange {
  /**
   * Consists of the rule's id, the kind and the day, so a change that is moved to another day has a
   * new id.
   */
  id: string;
  kind: 'starts' | 'ends';
  /** The day of the change, `YYYY-MM-DD`, in local time where the rule applies. */
  day: string;
  rule: LawRule;
  file: Jurisdiction;
}

export interface CustomerPolicy {
  /** The customer's policy: `auto`, or a jurisdiction. */
  policy: string;
  context: LawContext;
}

/** The data that earlier runs stored about a customer. */
export interface Noticed extends CustomerPolicy {
  /** Ids of changes that need no email. */
  noticed: readonly string[];
}

interface Look {
  /** Changes to email now, earliest first. */
  fresh: LawChange[];
  /** Ids of changes that need no email once the changes in `fresh` have been emailed. */
  noticed: string[];
  /** The day of the next check if neither the rules nor the settings change; `YYYY-MM-DD`, UTC. */
  dueDay: string;
}

/**
 * Lists the days on which a rule with status `in_force` starts or ends, earliest first; drafts are
 * ignored. Under `auto` only the visitor's country is known, so state rules are ignored.
 */
function changesFor(
  files: readonly Jurisdiction[],
  { policy, context }: CustomerPolicy,
): LawChange[] {
  const places = policy === 'auto' ? knownCountries(files) : [policy];
  return files
    .filter((file) => places.some((place) => holdsIn(file, place)))
    .flatMap((file) => file.rules.map((rule) => ({ file, rule })))
    .filter(({ rule }) => rule.context === context && rule.status === 'in_force')
    .flatMap(({ file, rule }) => [
      ...changeOf(file, rule, 'starts', rule.effective_from),
      ...changeOf(file, rule, 'ends', rule.effective_to),
    ])
    .toSorted((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1));
}

const changeOf = (
  file: Jurisdiction,
  rule: LawRule,
  kind: LawChange['kind'],
  day: string | null | undefined,
): LawChange[] =>
  day === null || day === undefined
    ? []
    : [{ id: `${rule.id} ${kind} ${day}`, kind, day, rule, file }];

/**
 * Compares the rules with what the customer has already been told. The rules in force when the
 * customer chose its policy were shown on the page where the policy was chosen, so they are not
 * emailed. Every later change is emailed, even if it is found late.
 * @param before undefined on the first run for the customer
 */
export function findLawChanges(
  files: readonly Jurisdiction[],
  customer: CustomerPolicy,
  before: Noticed | undefined,
  nowMs: number,
): Look {
  const changes = changesFor(files, customer);
  const isAnew = before?.policy !== customer.policy || before.context !== customer.context;
  const isBy = ({ day, file }: LawChange, ms: number) => day <= localDay(file.time_zone, ms);
  const held = isAnew ? changes.filter((change) => isBy(change, nowMs)) : [];
  const known = new Set([...(before?.noticed ?? []), ...held.map(({ id }) => id)]);
  const pending = changes.filter(({ id }) => !known.has(id));
  const soonMs = nowMs + NOTICE_DAYS * DAY_MS;
  const fresh = pending.filter((change) => isBy(change, soonMs)).slice(0, MAX_AT_ONCE);
  for (const { id } of fresh) known.add(id);
  const next = pending.find(({ id }) => !known.has(id));
  return { fresh, noticed: [...known], dueDay: next === undefined ? NEVER : dueDayOf(next, nowMs) };
}

const NEVER = '9999-12-31';

/**
 * Returns the day of the next check: the day before the next change must be emailed, because days
 * begin earlier east of Greenwich, but tomorrow at the earliest. Checking a day early is harmless.
 */
function dueDayOf({ day }: LawChange, nowMs: number): string {
  const early = dayOf(Date.parse(day) - (NOTICE_DAYS + 1) * DAY_MS);
  return early > dayOf(nowMs) ? early : dayOf(nowMs + DAY_MS);
}
