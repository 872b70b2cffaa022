// How many rows D1 reads for a request, and tables with more rows than any page may read.
import { env } from 'cloudflare:workers';
import { rotateKeys } from '../../src/domain/signing-keys/key-ring.ts';
import type { Purpose } from '../../src/domain/signing-keys/ring.ts';
import { withContext } from './context.ts';
import { recordStatements } from './recorded-statements.ts';
import { serviceWith } from './service-with.ts';

/** Of a table that a list is over. */
export const SEEDED_ROWS = 12_000;
/** What the first page of a list may read, also of one that nothing passes. The days of the seeded rows are 60. */
export const FEW_ROWS = 400;
/** Where totals stop that are counted one by one: what they read has this end, whatever the table holds. */
export const MOST_COUNTED = 10_000;

/** SQL of the numbers from 0 on, as `i`. */
export const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${SEEDED_ROWS - 1})`;
/** Rows of each of the 60 days before today: whole days, so that it is the same at every hour. */
const ROWS_OF_A_DAY = SEEDED_ROWS / 60;
/** What a later page may read: it skips the rows of one day, each with what belongs to it. */
export const FEW_AND_A_DAY = FEW_ROWS + 5 * ROWS_OF_A_DAY;
const DAY_MS = 86_400_000;
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** SQL of a time within the 60 days before today, the earlier the larger `i` is. */
export const TIME_OF_ROW = `(${TODAY_MS - 1} - i * ${DAY_MS / ROWS_OF_A_DAY})`;

/** @param path with its query @returns its first page's answer, and how many rows the statements of the request read */
export async function countRowsRead(path: string, headers: Record<string, string>) {
  const { db, statements } = recordStatements();
  const request = new Request(`http://localhost:8787${path}`, { headers });
  const response = await serviceWith({ ...env, DB: db })(request);
  const { data, meta } = await response.json<any>();
  let rows = 0;
  for (const { sql, params } of statements.filter((one) => /^\s*(select|with)\b/i.test(one.sql)))
    rows += (
      await env.DB.prepare(sql)
        .bind(...params)
        .all()
    ).meta.rows_read;
  return { status: response.status, data, total: meta?.pagination?.total, rows };
}

/** The keys that tokens of staff are signed with are those of this test's database. */
export const makeKeys = (purpose: Purpose): Promise<void> =>
  withContext((ctx) => rotateKeys(ctx, purpose));
