// Operator use case: lists the status lists that are unusable now. WALLET_STATUS_LISTS decides
// whether credentials that refer to such a list are accepted (D-150).
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { listUnusable } from './store.ts';
import type { UnusableList } from './unusable-list.ts';

/**
 * A list that no credential has referred to for a week is left out: its issuer may have stopped
 * publishing it.
 */
const NAMED_WITHIN_MS = 7 * DAY_MS;
const MAX_SHOWN = 50;

/** @returns at most 50 lists; none when WALLET_STATUS_LISTS is `off` */
export async function unusableLists({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<UnusableList[]> {
  if (config.walletStatusLists === 'off') return [];
  const nowMs = now();
  return listUnusable(db, { nowMs, namedFromMs: nowMs - NAMED_WITHIN_MS, limit: MAX_SHOWN });
}
