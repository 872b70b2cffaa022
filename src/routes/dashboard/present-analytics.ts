// Maps a customer's figures to wire fields.
import type { FallThrough } from '../../domain/operations/analytics/fall-through.ts';
import { MIN_SESSIONS } from '../../domain/operations/analytics/fall-through-cells.ts';
import type { OutcomeCount } from '../../domain/operations/analytics/outcomes.ts';
import {
  FUNNEL_STEPS,
  type TenantFigures,
  type TenantFunnel,
} from '../../domain/operations/analytics/tenant-figures.ts';
import { parseReason } from '../../domain/verification/rules/session/reasons.ts';
import { presentFigures } from '../../http/contracts/figures.ts';

export function presentOverview(overview: TenantFigures) {
  return {
    ...presentFigures(overview),
    median_duration_seconds: overview.medianSeconds,
    by_country: overview.byCountry.map(({ item: country, ...verdicts }) => ({
      country,
      ...verdicts,
    })),
    by_verification_type: overview.byType.map(({ item, ...verdicts }) => ({
      verification_type: item,
      ...verdicts,
    })),
    by_reason: overview.byReason.map(presentReason),
    contests: overview.contests,
  };
}

const presentReason = ({ item, failed }: OutcomeCount) => ({ reason: parseReason(item), failed });

export const presentFallThrough = ({ isCollecting, month, months, leavings }: FallThrough) => ({
  collecting: isCollecting,
  minimum: MIN_SESSIONS,
  month,
  months,
  leavings: leavings.map(({ leftAt, sessions, groups }) => ({
    left_at: leftAt,
    sessions,
    groups,
  })),
});

export function presentFunnel(days: number, { running, reached }: TenantFunnel) {
  return {
    days,
    running,
    steps: FUNNEL_STEPS.map((step) => ({
      step,
      sessions: reached[step],
      share: reached.created === 0 ? null : reached[step] / reached.created,
    })),
  };
}
