// Counts the rows that D1 reads for a request.
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { rotateKeys } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import type { Purpose } from '../../../src/domain/platform/signing-keys/ring.ts';
import { withContext } from '../installation/context.ts';
import { recordStatements } from './recorded-statements.ts';
import { ROWS_OF_A_DAY } from './seeded-rows.ts';
import { serviceWith } from '../installation/service-with.ts';

/** The maximum number of rows that the first page of a list may read, even if no row matches. */
export const FEW_ROWS = 400;
/**
 * The maximum number of rows that a later page may read: it skips the rows of one day, each with
 * its related rows.
 */
export const FEW_AND_A_DAY = FEW_ROWS + 5 * ROWS_OF_A_DAY;

/**
 * @param path the path with its query
 * @returns the response, and how many rows the statements of the request read
 */
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

/**
 * Returns functions that read pages of lists with a staff member's access token.
 * @param tokenOf returns the access token; called each time a page is read
 */
export function rowsReadBy(group: 'admin' | 'dashboard', tokenOf: () => string) {
  const read = (path: string) =>
    countRowsRead(`/${group}/v1${path}`, { Authorization: `Bearer ${tokenOf()}` });
  /**
   * @param most the maximum number of rows read; more than FEW_ROWS for totals that are counted row
   *   by row
   */
  const expectFew = async (path: string, total: number, most = FEW_ROWS): Promise<void> => {
    const page = await read(path);
    expect([path, page.status, page.total]).toEqual([path, 200, total]);
    expect([path, page.data.length]).toEqual([path, Math.min(20, total)]);
    expect([path, page.rows <= most ? 'few' : page.rows]).toEqual([path, 'few']);
  };
  return { read, expectFew };
}

/** Creates the keys that sign staff tokens, in this test's database. */
export const makeKeys = (purpose: Purpose): Promise<void> =>
  withContext((ctx) => rotateKeys(ctx, purpose));
