// Nightly job: recomputes all counts, logs by how much the stored ones had drifted, and replaces them.
import type { Context } from '../../context.ts';
import { logIncident } from '../../log.ts';
import { findDrift, replaceCounts, type Drift } from './recount-store.ts';

/** @returns how many counts differed */
export async function recountRollups(ctx: Pick<Context, 'db'>): Promise<Drift> {
  const drift = await findDrift(ctx.db);
  if (Object.values(drift).some((rows) => rows > 0)) {
    logIncident('rollup_drift', {
      daily_counts: drift.dailyCounts,
      account_days: drift.accountDays,
      session_days: drift.sessionDays,
      outcome_days: drift.outcomeDays,
    });
    await replaceCounts(ctx.db);
  }
  return drift;
}
