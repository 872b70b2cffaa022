// Decides which changes of law concern a customer, and which to email now (D-163). Pure.
import type { Jurisdiction, LawRule } from '../../../config/jurisdiction.ts';
import type { LawContext } from '../../../config/law-contexts.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { holdsIn, knownCountries, localDay } from '../../terms/rules-of-law.ts';

/** A change is emailed this many days before it takes effect. */
const NOTICE_DAYS = 30;

/**
 * The maximum number of changes per customer and run. Most customers have one or two; a larger
 * update is spread over several runs.
 */
const MAX_AT_ONCE = 10;

export interface LawChange {
  /** Rule, kind and day. A rule whose day moves is a new change. */
  id: string;
  kind: 'starts' | 'ends';
  /** `YYYY-MM-DD`, local time where the rule holds. */
  day: string;
  rule: LawRule;
  file: Jurisdiction;
}

export interface CustomerPolicy {
  /** `auto`, or a jurisdiction. */
  policy: string;
  context: LawContext;
}

/** What earlier runs stored about a customer. */
export interface Noticed extends CustomerPolicy {
  /** Ids of changes that need no email. */
  noticed: readonly string[];
}

interface Look {
  /** Changes to email now, earliest first. */
  fresh: LawChange[];
  /** Ids of changes that need no email once `fresh` are emailed. */
  noticed: string[];
  /** When to look again if neither rules nor settings change; `YYYY-MM-DD`, UTC. */
  dueDay: string;
}

/**
 * Lists the changes of the rules in force; drafts change nothing. Under `auto` only the visitor's
 * country is known, so the rules of states do not count.
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
 * Compares the rules with what a customer was told. The page on which the customer chose its policy
 * showed the rules that held then, so these are not emailed. Later changes are, however late they
 * are found.
 * @param before undefined the first time
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
 * The day before a change must be emailed, since days begin earlier east of Greenwich. Looking too
 * early finds nothing and does no harm.
 */
function dueDayOf({ day }: LawChange, nowMs: number): string {
  const early = dayOf(Date.parse(day) - (NOTICE_DAYS + 1) * DAY_MS);
  return early > dayOf(nowMs) ? early : dayOf(nowMs + DAY_MS);
}
