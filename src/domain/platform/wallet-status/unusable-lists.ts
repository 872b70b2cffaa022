// Use case of operators: which lists of withdrawn credentials say nothing now, so that the setting decides in their place (D-150).
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { listUnusable } from './store.ts';
import type { UnusableList } from './unusable-list.ts';

/** A list that no credential has named for a week is left out: its issuer may have closed it. */
const NAMED_WITHIN_MS = 7 * DAY_MS;
const MOST_SHOWN = 50;

/** @returns none where the setting is off; at most 50 */
export async function unusableLists({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<UnusableList[]> {
  if (config.walletStatusLists === 'off') return [];
  const nowMs = now();
  return listUnusable(db, { nowMs, namedFromMs: nowMs - NAMED_WITHIN_MS, limit: MOST_SHOWN });
}
