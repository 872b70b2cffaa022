// Use case: the calls of a customer's API keys in the last days, latest first.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { firstIdAt, type RequestLine } from './line.ts';
import { selectLines } from './line-store.ts';

interface Wanted {
  test: boolean;
  onlyErrors: boolean;
  /** The id of a line; only older lines are returned. */
  before: number | undefined;
  limit: number;
}

export async function readLines(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  tenantId: string,
  wanted: Wanted,
): Promise<RequestLine[]> {
  // After the log is switched off, the remaining lines are shown until the next sweep deletes them.
  const days = config.requestLogDays;
  const from = days === 0 ? 0 : firstIdAt(now() - days * DAY_MS);
  return selectLines(db, { ...wanted, tenantId, from });
}
