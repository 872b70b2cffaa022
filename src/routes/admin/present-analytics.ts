// Maps analytics to wire fields.
import type { AccountTotals } from '../../domain/operations/account-directory/directory.ts';
import type {
  Comparison,
  Period,
  PlatformOverview,
} from '../../domain/operations/analytics/analytics.ts';
import { presentSums } from '../../http/contracts/figures.ts';
import { presentTotals } from './present-account.ts';

export function presentPlatform(platform: PlatformOverview, users: AccountTotals) {
  return {
    tenants: { total: platform.tenants },
    users: presentTotals(users),
    verifications: { total: platform.verifications.created, ...platform.verifications },
    revenue: {
      month: platform.month,
      by_currency: platform.revenue.map(({ currency, amountMinor }) => ({
        currency,
        amount_minor: amountMinor,
      })),
    },
  };
}

export function presentComparison(days: number, { current, previous, change }: Comparison) {
  const { newAccounts: new_users, newTenants: new_tenants, ...changes } = change;
  return {
    days,
    current: presentPeriod(current),
    previous: presentPeriod(previous),
    change_percent: { ...changes, new_users, new_tenants },
    funnel: { current: current.funnel, previous: previous.funnel },
    series: { current: current.series, previous: previous.series },
  };
}

function presentPeriod(period: Period) {
  return {
    from: period.from,
    to: period.to,
    ...presentSums(period),
    new_users: period.newAccounts,
    new_tenants: period.newTenants,
    risk: period.risk,
    corrected: period.corrected,
  };
}
