// Counts of everything that the platform bills for a piece of work. The metered Worker
// (test/support/counted/metered) counts; the bench computes the prices.

export interface Counts {
  /** External requests, all of which the main Worker handles. */
  requests: number;
  /** Batches that queues deliver to the main Worker. */
  batches: number;
  /** Messages sent to queues. */
  messages: number;
  d1RowsRead: number;
  /** Rows written to D1, including index entries and the rows that triggers write. */
  d1RowsWritten: number;
  /** Method calls on Durable Objects, each of which is billed as a request. */
  objectCalls: number;
  alarmsRun: number;
  objectRowsRead: number;
  /**
   * SQL rows and key-value pairs that objects write or delete, plus one row for each alarm that is
   * set.
   */
  objectRowsWritten: number;
  /** How many of `objectRowsWritten` were written by setting alarms. */
  alarmsSet: number;
  /** Milliseconds during which an object was busy; overlapping calls count once. */
  activeMs: number;
  /**
   * Milliseconds during which an object was in memory: while it was busy, and for some time after
   * its last call.
   */
  residentMs: number;
  /** Calls to the other Workers, which are billed only for CPU time. */
  faceCalls: number;
  documentCalls: number;
  walletCalls: number;
}

/** A reading of the meter. */
export interface Taken {
  counts: Counts;
  /** The rows that objects wrote, by binding and by kind of data. */
  written: Record<string, number>;
}

const NAMES = [
  'requests',
  'batches',
  'messages',
  'd1RowsRead',
  'd1RowsWritten',
  'objectCalls',
  'alarmsRun',
  'objectRowsRead',
  'objectRowsWritten',
  'alarmsSet',
  'activeMs',
  'residentMs',
  'faceCalls',
  'documentCalls',
  'walletCalls',
] as const satisfies readonly (keyof Counts)[];

/** @param valueOf returns the count with the given name */
export const countsBy = (valueOf: (name: keyof Counts) => number): Counts =>
  Object.fromEntries(NAMES.map((name) => [name, valueOf(name)])) as unknown as Counts;

export const noCounts = (): Counts => countsBy(() => 0);

export const sumOf = (all: readonly Counts[]): Counts =>
  countsBy((name) => all.reduce((sum, one) => sum + one[name], 0));

/** A stretch of time, in milliseconds. */
export type Span = readonly [beginMs: number, endMs: number];

/**
 * Returns the total time that is covered by at least one span.
 * @param lingerMs how many milliseconds each span is extended by
 */
export function lengthOf(spans: readonly Span[], lingerMs = 0): number {
  let [length, reachedMs] = [0, -Infinity];
  for (const [beginMs, endMs] of spans.toSorted(([a], [b]) => a - b)) {
    const untilMs = endMs + lingerMs;
    if (untilMs <= reachedMs) continue;
    length += untilMs - Math.max(beginMs, reachedMs);
    reachedMs = untilMs;
  }
  return length;
}
