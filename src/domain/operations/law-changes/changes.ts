// Which changes of law concern a customer, and which of them it is mailed (D-163). Pure.
import type { Jurisdiction, LawRule } from '../../../config/jurisdiction.ts';
import type { LawContext } from '../../../config/law-contexts.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { holdsIn, knownCountries, localDay } from '../../terms/rules-of-law.ts';

/** How long before it takes effect a change is mailed. */
const NOTICE_DAYS = 30;

/** Most customers have one or two; an update with many is spread over several runs. */
const MOST_AT_ONCE = 10;

export interface LawChange {
  /** The rule, what happens to it and the day: another day is another change. */
  id: string;
  kind: 'starts' | 'ends';
  /** `YYYY-MM-DD` where the rule holds. */
  day: string;
  rule: LawRule;
  file: Jurisdiction;
}

export interface CustomerPolicy {
  /** `auto`, or a jurisdiction. */
  policy: string;
  context: LawContext;
}

/** What is known of a customer from earlier looks. */
export interface Noticed extends CustomerPolicy {
  /** Ids of changes. */
  noticed: readonly string[];
}

interface Look {
  /** To be mailed now, the earliest first. */
  fresh: LawChange[];
  /** Ids of changes that need no mail once that is done. */
  noticed: string[];
  /** The next look while neither rules nor settings change, `YYYY-MM-DD` of UTC. */
  dueDay: string;
}

/** Drafts change nothing. By `auto`, rules of states do not hold, since the visitor's country alone is known. */
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
 * @param before undefined at the first look. What holds already when a customer chooses a policy is on the page on which it is
 *   chosen, and is not mailed; what takes effect afterwards is, however late it is found
 */
export function lookAtLaw(
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
  const fresh = pending.filter((change) => isBy(change, soonMs)).slice(0, MOST_AT_ONCE);
  for (const { id } of fresh) known.add(id);
  const next = pending.find(({ id }) => !known.has(id));
  return { fresh, noticed: [...known], dueDay: next === undefined ? NEVER : dueDayOf(next, nowMs) };
}

const NEVER = '9999-12-31';

/** A day early, since days begin earlier east of Greenwich; on the days until then the look finds nothing. */
function dueDayOf({ day }: LawChange, nowMs: number): string {
  const early = utcDay(Date.parse(day) - (NOTICE_DAYS + 1) * DAY_MS);
  return early > utcDay(nowMs) ? early : utcDay(nowMs + DAY_MS);
}

export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
