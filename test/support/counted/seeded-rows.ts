// Numbers and SQL for filling tables with more rows than any page may read, spread over the 60 days
// before today.

/** The number of rows in the table that a list reads. */
export const SEEDED_ROWS = 12_000;
/**
 * The limit up to which totals are counted row by row, so that the number of rows read is bounded
 * regardless of the table's size.
 */
export const MAX_COUNTED = 10_000;
/**
 * The number of rows on each of the 60 days. The period consists of whole days, so that the result
 * does not depend on the hour at which the test runs.
 */
export const ROWS_OF_A_DAY = SEEDED_ROWS / 60;

const DAY_MS = 86_400_000;
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** SQL for a common table expression `n`, whose column `i` counts from 0 up to SEEDED_ROWS - 1. */
export const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${SEEDED_ROWS - 1})`;
/** SQL for a time within the 60 days: the larger `i`, the earlier the time. */
export const TIME_OF_ROW = `(${TODAY_MS - 1} - i * ${DAY_MS / ROWS_OF_A_DAY})`;
