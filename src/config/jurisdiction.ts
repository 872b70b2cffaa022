// The format and validation of jurisdiction files: those in data/jurisdictions and those written by
// an operator. Pure.

import { CONTEXTS, type LawContext } from './law-contexts.ts';

/** Methods of proof that a rule may require a site to offer its visitors. */
const WAYS = ['double_anonymous', 'non_document'] as const;
export type RequiredWay = (typeof WAYS)[number];

const METHODS = ['face', 'document', 'wallet', 'account', 'pass', 'key'] as const;
const ASSURANCES = ['device', 'edge', 'document', 'wallet'] as const;
const LEVELS = ['standard', 'strict'] as const;
const RECHECKS = ['next_bracket', 'new_device'] as const;

interface Source {
  title: string;
  /** The https address of the source. */
  url: string;
  /** The day when the source was read, `YYYY-MM-DD`. */
  read_on: string;
}

interface AcceptedByLaw {
  methods?: (typeof METHODS)[number][];
  refuse_methods?: (typeof METHODS)[number][];
  min_assurance?: (typeof ASSURANCES)[number];
  max_proof_age_days?: number;
  /**
   * Events after which an age must be proved again, even if its maximum age in days has not been
   * reached (D-163).
   */
  recheck?: (typeof RECHECKS)[number][];
  liveness_level?: (typeof LEVELS)[number];
}

export interface LawRule {
  /**
   * The rule's id, composed of the jurisdiction, the context, and the first day, or `draft` when
   * the day is unknown.
   */
  id: string;
  context: LawContext;
  /** `draft`: announced, or still before parliament. A draft is displayed but never applied. */
  status: 'in_force' | 'draft';
  /**
   * The first day on which the rule applies, `YYYY-MM-DD` in local time; null when the day is
   * unknown, which is possible only for a draft.
   */
  effective_from: string | null;
  /** The first day on which the rule no longer applies. */
  effective_to?: string;
  /** The minimum age, in years. */
  gate?: number;
  accept?: AcceptedByLaw;
  /** The minimum number of methods of proof that a visitor must be able to choose from. */
  offer_at_least?: number;
  must_offer?: RequiredWay[];
  /** Whether the site must request proof at each access and may not reuse an earlier result. */
  per_access?: boolean;
  /** Whether a decision must be contestable. */
  contest?: boolean;
  /** The maximum number of days for which results may be kept. */
  retention_days_max?: number;
  /** Records that the site must be able to produce. */
  records?: string[];
  note: string;
  sources: Source[];
  /** Who reviewed the rule; null when nobody has. */
  reviewed_by: string | null;
}

export interface Jurisdiction {
  /** The place that the file is about: ISO 3166-1 alpha-2 or 3166-2, or `EU`. */
  jurisdiction: string;
  name: string;
  /** The IANA name of the jurisdiction's time zone, in which rules start and end at midnight. */
  time_zone: string;
  /** Other countries in which these rules apply. */
  members?: string[];
  rules: LawRule[];
}

export const JURISDICTION_CODE = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

type Judge = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Judge = (value) => typeof value === 'string' && value.trim() !== '';
const isDay: Judge = (value) =>
  typeof value === 'string' && DAY.test(value) && toDay(Date.parse(value)) === value;
const isFlag: Judge = (value) => typeof value === 'boolean';
const isWhole =
  (from: number, to: number): Judge =>
  (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
const isOneOf =
  (choices: readonly unknown[]): Judge =>
  (value) =>
    choices.includes(value);
const isListOf =
  (judge: Judge): Judge =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(judge);
const isCode: Judge = (value) => typeof value === 'string' && JURISDICTION_CODE.test(value);
const isHttps: Judge = (value) =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:';

const toDay = (ms: number): string | undefined =>
  Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 10);

interface Form {
  needed: Readonly<Record<string, Judge>>;
  optional?: Readonly<Record<string, Judge>>;
}

const SOURCE: Form = { needed: { title: isText, url: isHttps, read_on: isDay } };
const ACCEPT: Form = {
  needed: {},
  optional: {
    methods: isListOf(isOneOf(METHODS)),
    refuse_methods: isListOf(isOneOf(METHODS)),
    min_assurance: isOneOf(ASSURANCES),
    max_proof_age_days: isWhole(1, 365),
    recheck: isListOf(isOneOf(RECHECKS)),
    liveness_level: isOneOf(LEVELS),
  },
};
const isA =
  (form: Form): Judge =>
  (value) =>
    faultOf(form, value) === undefined;
const RULE: Form = {
  needed: {
    id: isText,
    context: isOneOf(CONTEXTS),
    status: isOneOf(['in_force', 'draft']),
    effective_from: (value) => value === null || isDay(value),
    note: isText,
    sources: isListOf(isA(SOURCE)),
    reviewed_by: (value) => value === null || isText(value),
  },
  optional: {
    effective_to: isDay,
    gate: isWhole(1, 99),
    accept: isA(ACCEPT),
    offer_at_least: isWhole(1, METHODS.length),
    must_offer: isListOf(isOneOf(WAYS)),
    per_access: isFlag,
    contest: isFlag,
    retention_days_max: isWhole(1, 365),
    records: isListOf(isText),
  },
};
const FILE: Form = {
  needed: {
    jurisdiction: isCode,
    name: isText,
    time_zone: isTimeZone,
    rules: (value) => Array.isArray(value),
  },
  optional: { members: isListOf(isCode) },
};

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/**
 * @returns the first member that is missing, invalid or unknown; `no object` for anything but an
 *   object; undefined for a valid value
 */
function faultOf({ needed, optional = {} }: Form, value: unknown): string | undefined {
  if (!isObject(value)) return 'no object';
  const wrong = Object.entries(needed).find(([name, judge]) => !judge(value[name]));
  if (wrong !== undefined) return wrong[0];
  const all = { ...needed, ...optional };
  return Object.keys(value).find((name) => all[name]?.(value[name]) !== true);
}

/**
 * @param file parsed JSON
 * @returns the jurisdiction, or an error message that names the first invalid member
 */
export function parseJurisdiction(file: unknown): Jurisdiction | string {
  const wrong = faultOf(FILE, file);
  if (wrong !== undefined) return `a file has an invalid member: ${wrong}.`;
  // The members of the file have been validated; its rules are validated below.
  const parsed = file as Jurisdiction;
  const { jurisdiction } = parsed;
  const seen = new Set<string>();
  for (const rule of parsed.rules) {
    const fault = faultOf(RULE, rule) ?? faultOfRule(rule, jurisdiction, seen);
    if (fault !== undefined) return `a rule of ${jurisdiction} has an invalid member: ${fault}.`;
    seen.add(rule.id);
  }
  return parsed;
}

/**
 * Checks that the members of a rule are consistent with each other.
 * @returns the first inconsistent member; undefined when there is none
 */
function faultOfRule(rule: LawRule, jurisdiction: string, seen: Set<string>): string | undefined {
  const { context, effective_from: from, effective_to: to, id, status } = rule;
  if (id !== `${jurisdiction}-${context}-${from ?? 'draft'}` || seen.has(id)) return 'id';
  if (from === null && status !== 'draft') return 'effective_from';
  if (to !== undefined && (from === null || to <= from)) return 'effective_to';
  return undefined;
}
