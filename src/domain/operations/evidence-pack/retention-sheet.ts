// The retention periods in an evidence pack, from the settings, and counts showing that data was
// erased (D-161). Pure.
import { LIFETIMES } from '../../../config/config.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import { REVIEW_MS } from '../../verification/rules/review/review.ts';
import { closeCells, closeOne, type Cell } from './closed-cells.ts';
import type { PackFacts } from './evidence-store.ts';
import type { PackPeriod } from './pack-period.ts';
import type { PolicyFacts } from './policy-history.ts';

interface RetentionSheet {
  schedule: { what: string; kept: string; set_by: 'customer' | 'operator' | 'product' }[];
  proof: {
    /**
     * Sessions erased in the period, whether by a person or on schedule; null when the number is
     * withheld or the erasures were not counted.
     */
    sessions_erased: Cell;
    sessions_erased_by_members: Cell;
    faces_erased_by_members: Cell;
    /** The first day on which erasures were counted; null if there is none. */
    counted_from: string | null;
    counts_whole_period: boolean;
    failures: 'not recorded';
    receipts_given: 'not recorded';
  };
}

const days = (count: unknown): string => `P${String(count)}D`;

/**
 * @param requestLogDays the operator's setting; 0 when no request log is kept
 * @returns durations in ISO 8601
 */
export const retentionSheet = (
  policy: PolicyFacts,
  requestLogDays: number,
  facts: Pick<PackFacts, 'acts' | 'erased' | 'erasedCountedFrom'>,
  period: PackPeriod,
): RetentionSheet => ({
  schedule: [
    { what: 'pictures_of_checks', kept: 'PT30S', set_by: 'product' },
    {
      what: 'pictures_for_reviews',
      kept: policy.reviews === true ? `PT${REVIEW_MS / HOUR_MS}H` : 'none',
      set_by: 'product',
    },
    { what: 'results', kept: days(policy.retention_days), set_by: 'customer' },
    { what: 'list_of_sessions', kept: days(policy.history_days), set_by: 'customer' },
    {
      what: 'faces_of_checks',
      kept: policy.keep_faces_days === 0 ? 'none' : days(policy.keep_faces_days),
      set_by: 'customer',
    },
    {
      what: 'enrolled_faces',
      kept: days(LIFETIMES.faceTemplateMs / DAY_MS),
      set_by: 'product',
    },
    {
      what: 'request_log',
      kept: requestLogDays === 0 ? 'none' : days(requestLogDays),
      set_by: 'operator',
    },
    { what: 'counts', kept: 'without end', set_by: 'product' },
    { what: 'audit', kept: 'without end', set_by: 'product' },
  ],
  proof: proofOf(facts, period),
});

function proofOf(
  { acts, erased, erasedCountedFrom }: Pick<PackFacts, 'acts' | 'erased' | 'erasedCountedFrom'>,
  { from, to }: PackPeriod,
): RetentionSheet['proof'] {
  const byMembers = acts.get('session.erase') ?? 0;
  const isCounted = erasedCountedFrom !== undefined && erasedCountedFrom <= to;
  const [own = null] = closeCells([byMembers, Math.max(0, erased - byMembers)]);
  return {
    sessions_erased: isCounted ? closeOne(erased) : null,
    sessions_erased_by_members: isCounted ? own : closeOne(byMembers),
    faces_erased_by_members: closeOne(acts.get('face.erase') ?? 0),
    counted_from: erasedCountedFrom ?? null,
    counts_whole_period: erasedCountedFrom !== undefined && erasedCountedFrom <= from,
    failures: 'not recorded',
    receipts_given: 'not recorded',
  };
}
