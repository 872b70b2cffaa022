// How many D1 rows a check may write, as they are billed, including index entries and rows written
// by triggers. The figures are for the second check of a day, since the first one creates the day's
// counts. This is the only place for them: the test beside it counts, and docs/performance.md
// prints the table.

interface Budget {
  rows: number;
  why: string;
}

/** In the order in which they are written. */
export const CHECK = {
  end: {
    rows: 37,
    why: 'the row of the session 8, its counts 14, the event 6, the delivery 9',
  },
  'opened, behind the end': { rows: 0, why: 'the row is newer' },
  'created, behind the end': { rows: 0, why: 'the row is newer' },
  'a delivery that succeeds': { rows: 8, why: 'the claim, the attempt and the state' },
} satisfies Readonly<Record<string, Budget>>;

/** A check that takes longer than the delay of its list row. */
export const LONG_CHECK: Readonly<Record<string, Budget>> = {
  created: { rows: 9, why: 'the row of the session 6, counts 3' },
  opened: { rows: 5, why: 'the row 3, its state among the counts 2' },
  'the end of a long check': { rows: 34, why: 'the row 6, counts 13, event and delivery 15' },
};

export const ERASURE: Readonly<Record<string, Budget>> = {
  'an erasure': { rows: 9, why: 'the row 5, the event 1, the attempt 1, counts 2' },
};
