// Computes the sizes, rates and limits for a load of checks from the measured usage of one check.
// Pure.

/** How much of each resource one check uses, as metered by bench/cost. */
export interface CheckUse {
  d1Rows: number;
  objectRows: number;
  /** Alarms that objects set; some are rescheduled before they fire. */
  alarms: number;
  messages: number;
  /** Lines of the request log. */
  lines: number;
  /** Rows written to the object that records which pictures were sent in a customer's checks. */
  pictureRows: number;
}

/**
 * The size of a session's list row with its index entries, measured with `dbstat` after a storm
 * (docs/capacity.md, "What it holds").
 */
export const BYTES_PER_SESSION = 666;
/** How long D1 keeps a session after its end (domain/verification/rules/session/moved-rows.ts). */
export const SESSION_DAYS = 7;
/**
 * How many days D1 keeps a customer's figures, including today
 * (domain/operations/analytics/outcomes.ts).
 */
const FIGURE_DAYS = 9;
/**
 * The maximum number of sessions that the schedules move per day: 17,500 every ten minutes
 * (src/domain/integration/moved-sessions/move-sessions.ts).
 */
export const MOVED_PER_DAY = 144 * 17_500;

export interface Load {
  checksPerDay: number;
  /** The share of the checks that each customer makes, largest first. */
  shares: readonly number[];
}

const DAY_SECONDS = 86_400;
/** The load at a peak, as a multiple of the mean. */
export const PEAK = 5;

export const D1_BYTES = 10e9;
const DEGRADED = 0.7;
const DOWN = 0.95;
/** The size at which a volume is full (src/domain/platform/ledgers/volumes.ts). */
export const VOLUME_BYTES = 4e9;
const LINES_KEPT_DAYS = 7;
/**
 * The size of an event with its delivery and attempts in a ledger, measured by `npm run storm`
 * (docs/capacity.md).
 */
const BYTES_PER_EVENT = 2_190;
const EVENTS_KEPT_DAYS = 30;
/** How long a ledger keeps a session by default, counted from its creation. */
const LISTED_DAYS = 180;
/**
 * The duration of the nightly recount's longest call, in ms per session of the recounted day (`npm
 * run bench -- nightly`, docs/performance.md). D1 stops a call after 30 s.
 */
const RECOUNT_MS_PER_SESSION = 1_194 / (1_000_000 / 9);
const MAX_CALL_MS = 30_000;
/**
 * The number of calls to a ledger per check: two for lines of the request log, one for the check's
 * end, and one each for the claim and the outcome of a delivery.
 */
const LEDGER_CALLS = 5;
/**
 * The number of lines that one alarm of a ledger deletes. The alarm fires at least once an hour
 * (src/objects/ledger/request-lines.ts).
 */
const LINES_PER_ALARM = 20_000;
const SWEEPS_PER_DAY = 24;
/**
 * The number of D1 transactions per check: one when it ends, and one that records a webhook attempt
 * with its endpoint.
 */
const TRANSACTIONS_PER_CHECK = 2;

/**
 * @returns shares by Zipf's law, which add up to 1: the n-th customer has 1/n of the largest
 *   customer's share
 */
export function zipf(customers: number): number[] {
  const weights = Array.from({ length: customers }, (_, at) => 1 / (at + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const perSecond = (perDay: number): number => perDay / DAY_SECONDS;

/**
 * @param measured sizes of a customer's figures for one day, by the number of checks on that day
 * @returns bytes per day for all customers, interpolated between the measured points by the
 *   logarithm of the number of checks
 */
export function figureBytes(
  { checksPerDay, shares }: Load,
  measured: readonly { checks: number; bytes: number }[],
): number {
  const bytesAt = (checks: number): number => {
    const above = measured.findIndex((point) => point.checks >= checks);
    const [low, high] =
      above === -1 ? [measured.at(-1), undefined] : [measured[above - 1], measured[above]];
    if (low === undefined || high === undefined) return (low ?? high)?.bytes ?? 0;
    const part = Math.log(checks / low.checks) / Math.log(high.checks / low.checks);
    return low.bytes + part * (high.bytes - low.bytes);
  };
  return shares.reduce((sum, share) => sum + bytesAt(share * checksPerDay), 0);
}

/** How much space all customers' figures for one day take up in D1. */
export interface FiguresPerDay {
  /** The bytes that stay in D1 forever. */
  bytes: number;
  /** The bytes that D1 holds only until they are moved to ledgers. */
  leavingBytes: number;
}

/**
 * Computes how much data D1 would store after the given number of days if its size had no limit.
 */
export function d1On(
  { checksPerDay }: Pick<Load, 'checksPerDay'>,
  { bytes, leavingBytes }: FiguresPerDay,
  day: number,
) {
  const due = Math.max(0, day - SESSION_DAYS) * checksPerDay;
  const late = Math.max(0, due - Math.max(0, day - SESSION_DAYS) * MOVED_PER_DAY);
  const sessions = Math.min(day, SESSION_DAYS) * checksPerDay + late;
  const ofFigures = day * bytes + Math.min(day, FIGURE_DAYS) * leavingBytes;
  return { ofSessions: sessions * BYTES_PER_SESSION, ofFigures, late };
}

/**
 * @returns the first day on which D1 has reached each limit; undefined if that takes more than ten
 *   years
 */
export function daysUntilFull(load: Pick<Load, 'checksPerDay'>, figures: FiguresPerDay) {
  const dayOf = (share: number): number | undefined => {
    for (let day = 1; day <= 3_650; day += 1) {
      const { ofSessions, ofFigures } = d1On(load, figures, day);
      if (ofSessions + ofFigures >= share * D1_BYTES) return day;
    }
    return undefined;
  };
  return { degraded: dayOf(DEGRADED), down: dayOf(DOWN), full: dayOf(1) };
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

/** The data that is written to a customer's ledger in a day. */
interface LedgerLoad {
  lines: number;
  bytesPerLine: number;
  /** The number of checks, each of which leaves a session and an event with its delivery. */
  checks?: number;
  bytesPerSession?: number;
}

export function ledgerOf({ lines, bytesPerLine, checks = 0, bytesPerSession = 0 }: LedgerLoad) {
  const ofLines = lines * bytesPerLine;
  const [ofEvents, ofSessions] = [checks * BYTES_PER_EVENT, checks * bytesPerSession];
  const bytesPerDay = ofLines + ofEvents + ofSessions;
  return {
    bytesPerDay,
    keptBytes: ofLines * LINES_KEPT_DAYS + ofEvents * EVENTS_KEPT_DAYS + ofSessions * LISTED_DAYS,
    volumesPerMonth: (30 * bytesPerDay) / VOLUME_BYTES,
    alarmsPerDay: Math.max(SWEEPS_PER_DAY, Math.ceil(lines / LINES_PER_ALARM)),
  };
}

/** @returns how many alarms per day delete lines, in the ledgers of all customers */
export const ledgerAlarms = ({ checksPerDay, shares }: Load, { lines }: CheckUse): number =>
  shares.reduce(
    (sum, share) =>
      sum + ledgerOf({ lines: share * checksPerDay * lines, bytesPerLine: 0 }).alarmsPerDay,
    0,
  );

/** A limit, and the number of checks per day at which it is reached. */
export interface Limit {
  what: string;
  checksPerDay: number;
  /** The assumption behind the figure, if it rests on values that were not measured. */
  assumes?: string;
}

/**
 * Assumed durations of a D1 commit, in ms, which cannot be measured locally. D1 commits one
 * transaction at a time.
 */
const ASSUMED_COMMITS_MS = [10, 5] as const;
/**
 * The number of requests that one object can handle per second
 * (https://developers.cloudflare.com/durable-objects/platform/limits/).
 */
const REQUESTS_OF_AN_OBJECT = 1_000;
/**
 * The number of messages that one queue accepts per second
 * (https://developers.cloudflare.com/queues/platform/limits/).
 */
const MESSAGES_OF_A_QUEUE = 5_000;

const atPeak = (perSecondAtMost: number, perCheck: number): number =>
  (perSecondAtMost * DAY_SECONDS) / (PEAK * perCheck);

/** @returns limits in the order in which a growing installation reaches them */
export function limitsOf(use: CheckUse, busiestShare: number): Limit[] {
  const limits: Limit[] = [
    {
      what: 'D1 is full with the sessions of seven days',
      checksPerDay: D1_BYTES / (SESSION_DAYS * BYTES_PER_SESSION),
      assumes: 'no figures and no accounts',
    },
    { what: 'the schedules move no more sessions', checksPerDay: MOVED_PER_DAY },
    {
      what: 'the nightly recount of a day takes 30 s',
      checksPerDay: MAX_CALL_MS / RECOUNT_MS_PER_SESSION,
      assumes: 'the speed of the machine that measured it',
    },
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
