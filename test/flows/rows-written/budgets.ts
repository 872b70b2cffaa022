// The number of D1 rows that a check may write, counted the way D1 bills them, including index
// entries and rows written by triggers. The figures are for the second check of a day, since the
// first check creates the day's counts. They are defined only here: the test next to this file
// counts the rows, and docs/performance.md prints the figures.

interface Budget {
  rows: number;
  why: string;
}

/** The budgets for a check's writes, in the order in which they happen. */
export const CHECK = {
  end: {
    rows: 14,
    why: 'the row of the session 8, its counts 6',
  },
  'a delivery that succeeds': { rows: 0, why: 'it is in a ledger' },
} satisfies Readonly<Record<string, Budget>>;

/**
 * The budgets for a check that is still running when its row in the list of sessions is written.
 */
export const LONG_CHECK: Readonly<Record<string, Budget>> = {
  'a check that runs for a minute': { rows: 8, why: 'the row of the session 6, counts 2' },
  'the end of a long check': {
    rows: 13,
    why: 'the row 6, counts 7',
  },
};

export const ERASURE: Readonly<Record<string, Budget>> = {
  'an erasure': { rows: 6, why: 'the row 5, counts 1' },
};
