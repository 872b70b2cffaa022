import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import type { ScheduleRun } from './schedule.ts';
import { upsertRun } from './store.ts';

/** Records a run that has ended. Never throws, because recording must not make the run fail. */
export async function noteRun(
  ctx: Pick<Context, 'db'>,
  run: Omit<ScheduleRun, 'succeededAtMs'>,
): Promise<void> {
  try {
    await upsertRun(ctx.db, run);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('schedule_run_not_noted', { cron: run.cron, error: name });
  }
}
