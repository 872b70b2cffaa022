// Tables with more rows than any page may read, of the 60 days before today.

/** Of a table that a list is over. */
export const SEEDED_ROWS = 12_000;
/** Where totals stop that are counted one by one: what they read has this end, whatever the table holds. */
export const MOST_COUNTED = 10_000;
/** Rows of each of the 60 days: whole days, so that it is the same at every hour. */
export const ROWS_OF_A_DAY = SEEDED_ROWS / 60;

const DAY_MS = 86_400_000;
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** SQL of the numbers from 0 on, as `i`. */
export const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${SEEDED_ROWS - 1})`;
/** SQL of a time within those days, the earlier the larger `i` is. */
export const TIME_OF_ROW = `(${TODAY_MS - 1} - i * ${DAY_MS / ROWS_OF_A_DAY})`;
