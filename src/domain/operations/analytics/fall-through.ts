// Use cases for the numbers of visitors who left a customer's checks at each step, by language and
// device class (D-124).
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { monthsBefore, shownFromMs } from '../../verification/rules/session/fall-through.ts';
import { showDropOffs, type ShownDropOff } from './fall-through-cells.ts';
import { deleteMonthsBefore, readMonth } from './fall-through-store.ts';

/** The number of months before the current one whose counts are kept. */
const KEPT_MONTHS = 13;

export interface FallThrough {
  /** Whether the customer collects the counts; if not, nothing is stored. */
  isCollecting: boolean;
  month: string;
  /** The months that can be requested, newest first. */
  months: string[];
  leavings: ShownDropOff[];
}

/**
 * Reads the counts of one calendar month, but only once they are final, so that two responses never
 * differ by a few visitors.
 * @param month the month, `YYYY-MM`; defaults to the latest available month
 * @throws AppError VALIDATION_FAILED for a month that is not available yet, or no longer available
 */
export async function readFallThrough(
  ctx: Pick<Context, 'db' | 'now'>,
  tenantId: string,
  month: string | undefined,
): Promise<FallThrough> {
  const nowMs = ctx.now();
  const months = monthsBefore(nowMs, KEPT_MONTHS).filter((each) => nowMs >= shownFromMs(each));
  const asked = month ?? months[0] ?? '';
  if (!months.includes(asked)) throw notShown();
  const { isCollecting, counts } = await readMonth(ctx.db, tenantId, asked);
  return { isCollecting, month: asked, months, leavings: showDropOffs(counts) };
}

/**
 * Keeps the counts of the 13 months before the current one, and deletes older ones. The latest of
 * the 13 may not be shown yet, so at least twelve can be requested. Called by cron.
 */
export const forgetOldFallThrough = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteMonthsBefore(db, monthsBefore(now(), KEPT_MONTHS).at(-1) ?? '');

function notShown(): AppError {
  const message =
    'month must be a past month of the last year; a month is available from the eighth of the next one.';
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'month', message }] });
}
