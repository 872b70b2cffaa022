// What a load of checks adds up to: computed from measured bytes and rows of one check. Pure.

/** What one check uses, as bench/cost meters it. */
export interface CheckUse {
  d1Rows: number;
  objectRows: number;
  /** Alarms that objects set; some are moved before they ring. */
  alarms: number;
  messages: number;
  /** Lines of the request log. */
  lines: number;
  /** Rows of the object that knows all pictures of a customer. */
  pictureRows: number;
}

/** Rows in D1 that a check leaves, and that the schedules delete later. */
export interface Kind {
  name: string;
  bytesPerCheck: number;
  keptDays: number;
  /** How many such rows the schedules have to delete for a check. */
  rows: number;
}

export interface Load {
  checksPerDay: number;
  /** The share of each customer, largest first. */
  shares: readonly number[];
}

const DAY_SECONDS = 86_400;
/** A peak, as a multiple of the mean. */
export const PEAK = 5;

export const D1_BYTES = 10e9;
const DEGRADED = 0.7;
const DOWN = 0.95;
/** The schedules delete 5,000 rows of a kind every ten minutes (src/db/delete-in-slices.ts). */
export const DELETED_PER_DAY = 144 * 5_000;
/** The size at which a volume is full (src/domain/platform/ledgers/volumes.ts). */
const VOLUME_BYTES = 4e9;
const LINES_KEPT_DAYS = 7;
/**
 * The size of an event with its delivery and attempts in a ledger, measured by `npm run storm`
 * (docs/capacity.md).
 */
const BYTES_PER_EVENT = 2_190;
const EVENTS_KEPT_DAYS = 30;
/**
 * Calls to a ledger for a check: for its lines, its end, and the claim and the outcome of a
 * delivery.
 */
const LEDGER_CALLS = 5;
/**
 * The lines that one alarm of a ledger deletes; the alarm rings at least once an hour
 * (src/objects/ledger/request-lines.ts).
 */
const LINES_PER_ALARM = 20_000;
const SWEEPS_PER_DAY = 24;
/**
 * D1 transactions for a check: one at its end, and one that records a webhook attempt in its
 * endpoint.
 */
const TRANSACTIONS_PER_CHECK = 2;

/** @returns shares by Zipf's law, which sum to 1: the n-th customer has 1/n of the first one's */
export function zipf(customers: number): number[] {
  const weights = Array.from({ length: customers }, (_, at) => 1 / (at + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const perSecond = (perDay: number): number => perDay / DAY_SECONDS;

/**
 * What D1 holds of a kind after that many days, if its size had no limit.
 * @returns bytes, and the number of rows whose deletion is late
 */
export function keptOf(kind: Kind, checksPerDay: number, day: number) {
  const due = Math.max(0, day - kind.keptDays) * checksPerDay * kind.rows;
  const deletable = Math.max(0, day - kind.keptDays) * DELETED_PER_DAY;
  const late = Math.max(0, due - deletable);
  const checks = Math.min(day, kind.keptDays) * checksPerDay + (kind.rows && late / kind.rows);
  return { bytes: checks * kind.bytesPerCheck, late };
}

export const d1BytesOn = (kinds: readonly Kind[], checksPerDay: number, day: number): number =>
  kinds.reduce((sum, kind) => sum + keptOf(kind, checksPerDay, day).bytes, 0);

/** @returns bytes that a check adds to D1, until old rows are deleted */
export const bytesPerCheck = (kinds: readonly Kind[]): number =>
  kinds.reduce((sum, kind) => sum + kind.bytesPerCheck, 0);

/** @returns the day on which D1 reaches each limit, if nothing is deleted before then */
export function daysUntilFull(kinds: readonly Kind[], checksPerDay: number) {
  const daysOf = (share: number) => (share * D1_BYTES) / (checksPerDay * bytesPerCheck(kinds));
  return { degraded: daysOf(DEGRADED), down: daysOf(DOWN), full: daysOf(1) };
}

/** @returns mean rates per second; at a peak they are PEAK times as high */
export function ratesOf({ checksPerDay, shares }: Load, use: CheckUse) {
  const checks = perSecond(checksPerDay);
  const busiest = checks * (shares[0] ?? 0);
  return {
    checks,
    d1Rows: checks * use.d1Rows,
    d1Transactions: checks * TRANSACTIONS_PER_CHECK,
    objectRows: checks * use.objectRows,
    alarms: checks * use.alarms,
    messages: checks * use.messages,
    busiest: {
      checks: busiest,
      lines: busiest * use.lines,
      pictureRows: busiest * use.pictureRows,
    },
  };
}

/**
 * @param bytesPerLine the measured size of a line
 * @param eventsPerDay the number of events, each of which has a delivery
 */
export function ledgerOf(linesPerDay: number, bytesPerLine: number, eventsPerDay = 0) {
  const [ofLines, ofEvents] = [linesPerDay * bytesPerLine, eventsPerDay * BYTES_PER_EVENT];
  const bytesPerDay = ofLines + ofEvents;
  return {
    bytesPerDay,
    keptBytes: ofLines * LINES_KEPT_DAYS + ofEvents * EVENTS_KEPT_DAYS,
    volumesPerMonth: (30 * bytesPerDay) / VOLUME_BYTES,
    alarmsPerDay: Math.max(SWEEPS_PER_DAY, Math.ceil(linesPerDay / LINES_PER_ALARM)),
  };
}

/** @returns how many alarms delete lines on a day, in the ledgers of all customers */
export const ledgerAlarms = ({ checksPerDay, shares }: Load, { lines }: CheckUse): number =>
  shares.reduce((sum, share) => sum + ledgerOf(share * checksPerDay * lines, 0).alarmsPerDay, 0);

/** A limit, and the number of checks a day that reaches it. */
export interface Limit {
  what: string;
  checksPerDay: number;
  /** The assumption behind the figure, where something is not measured. */
  assumes?: string;
}

/**
 * Assumed times of a commit in ms, which no local run can measure. D1 commits one transaction after
 * another.
 */
const ASSUMED_COMMITS_MS = [10, 5] as const;
/**
 * The requests that one object answers per second
 * (https://developers.cloudflare.com/durable-objects/platform/limits/).
 */
const REQUESTS_OF_AN_OBJECT = 1_000;
/**
 * The messages that one queue takes per second
 * (https://developers.cloudflare.com/queues/platform/limits/).
 */
const MESSAGES_OF_A_QUEUE = 5_000;

const atPeak = (perSecondAtMost: number, perCheck: number): number =>
  (perSecondAtMost * DAY_SECONDS) / (PEAK * perCheck);

/** @returns limits in the order in which growing installations meet them */
export function limitsOf(kinds: readonly Kind[], use: CheckUse, busiestShare: number): Limit[] {
  const steadyBytes = kinds.reduce((sum, kind) => sum + kind.bytesPerCheck * kind.keptDays, 0);
  const limits: Limit[] = [
    { what: 'D1 is full once old rows are deleted', checksPerDay: D1_BYTES / steadyBytes },
    ...kinds
      .filter(({ rows }) => rows > 0)
      .map(({ name, rows }) => ({
        what: `the schedules fall behind: ${name}`,
        checksPerDay: DELETED_PER_DAY / rows,
      })),
    ...ASSUMED_COMMITS_MS.map((ms) => ({
      what: 'D1 commits no faster, at the peak',
      checksPerDay: atPeak(1_000 / ms, TRANSACTIONS_PER_CHECK),
      assumes: `${ms} ms for a commit`,
    })),
    {
      what: 'the ledger of the busiest customer, at the peak',
      checksPerDay: atPeak(REQUESTS_OF_AN_OBJECT, LEDGER_CALLS * busiestShare),
      assumes: 'one call for a line, 1,000 requests a second of an object',
    },
    {
      what: 'a queue, at the peak',
      checksPerDay: atPeak(MESSAGES_OF_A_QUEUE, use.messages),
      assumes: 'all messages in one queue',
    },
  ];
  return limits.toSorted((one, other) => one.checksPerDay - other.checksPerDay);
}
