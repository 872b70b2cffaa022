// Computes prices from counts.
import type { Counts } from './counts.ts';
import { OBJECT_GIGABYTES, OPERATIONS_PER_MESSAGE, PRICES } from './prices.ts';

/** A figure that is only known to lie between two bounds. */
export interface Least {
  least: number;
  most: number;
}

/** The usage of one journey. */
export interface Use {
  counts: Counts;
  /** CPU time of the main Worker, in ms. */
  cpuMs: number;
  /** CPU time of the other Workers, in ms. */
  elsewhereMs: Least;
}

/** The parts of a price, in the order they are printed. */
export const PARTS = [
  'D1 rows',
  'object requests',
  'object rows',
  'object time',
  'queues',
  'requests',
  'main CPU',
  'other CPU',
] as const;
export type Part = (typeof PARTS)[number];

const exactly = (usd: number): Least => ({ least: usd, most: usd });

const usdOf = (name: keyof typeof PRICES, units: number): number =>
  (units * PRICES[name].perMillion) / 1e6;

/**
 * Returns the price of an object's time in memory. An object is billed for at least the time during
 * which it has work, and for at most the time until it leaves memory.
 */
const usdInMemory = (ms: number): number =>
  usdOf('objectGigabyteSecond', (ms / 1000) * OBJECT_GIGABYTES);

/** @returns the price of one journey in US dollars, by part */
export function priceOf({ counts, cpuMs, elsewhereMs }: Use): Record<Part, Least> {
  const { d1RowsRead, d1RowsWritten, objectRowsRead, objectRowsWritten } = counts;
  return {
    'D1 rows': exactly(usdOf('d1RowRead', d1RowsRead) + usdOf('d1RowWritten', d1RowsWritten)),
    'object requests': exactly(usdOf('objectRequest', counts.objectCalls + counts.alarmsRun)),
    'object rows': exactly(
      usdOf('objectRowRead', objectRowsRead) + usdOf('objectRowWritten', objectRowsWritten),
    ),
    'object time': { least: usdInMemory(counts.activeMs), most: usdInMemory(counts.residentMs) },
    queues: exactly(usdOf('queueOperation', counts.messages * OPERATIONS_PER_MESSAGE)),
    // The batches that queues deliver add at most one request each. Under load, many messages share
    // a batch, so the lower bound leaves them out.
    requests: {
      least: usdOf('workerRequest', counts.requests),
      most: usdOf('workerRequest', counts.requests + counts.batches),
    },
    'main CPU': exactly(usdOf('workerCpuMs', cpuMs)),
    'other CPU': {
      least: usdOf('workerCpuMs', elsewhereMs.least),
      most: usdOf('workerCpuMs', elsewhereMs.most),
    },
  };
}

export const sumOfParts = (parts: Readonly<Record<Part, Least>>): Least => ({
  least: PARTS.reduce((sum, part) => sum + parts[part].least, 0),
  most: PARTS.reduce((sum, part) => sum + parts[part].most, 0),
});

/** The goals for a check at the edge with one webhook. */
const WANTED = { d1Rows: 15, allRows: 70, usdPerThousand: 0.12 } as const;

interface Goal {
  what: string;
  figure: number;
  wanted: number;
  isKept: boolean;
}

/** Compares the usage of a check with the goals. */
export function judgeCheck(use: Use): Goal[] {
  const { d1RowsWritten, objectRowsWritten } = use.counts;
  const goal = (what: string, figure: number, wanted: number): Goal => ({
    what,
    figure,
    wanted,
    isKept: figure <= wanted,
  });
  return [
    goal('rows written to D1', d1RowsWritten, WANTED.d1Rows),
    goal('rows written to D1 and objects', d1RowsWritten + objectRowsWritten, WANTED.allRows),
    goal(
      'US dollars for 1,000, at most',
      1000 * sumOfParts(priceOf(use)).most,
      WANTED.usdPerThousand,
    ),
  ];
}
