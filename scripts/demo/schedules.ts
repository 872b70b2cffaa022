// Runs the schedules of wrangler.toml, which `wrangler dev` does not run: on every start, and then
// whenever they are due.
import { PERIOD_MS, RESTART } from '../../src/domain/operations/health/schedule.ts';

const TRIGGER = '/cdn-cgi/local/scheduled';

/**
 * Sends the mails and deliveries that an earlier run left unsent, because a local service loses its
 * queues when it stops. Then runs every schedule immediately, and again whenever it is due. Never
 * throws.
 */
export async function runSchedules(baseUrl: string): Promise<void> {
  await fireSchedule(baseUrl, RESTART);
  for (const [cron, periodMs] of Object.entries(PERIOD_MS)) {
    await fireSchedule(baseUrl, cron);
    setInterval(() => void fireSchedule(baseUrl, cron), periodMs).unref();
  }
}

/**
 * Runs one schedule. Never throws: the service logs a failed schedule, which is run again when it
 * is next due.
 */
export async function fireSchedule(baseUrl: string, cron: string): Promise<void> {
  try {
    const response = await fetch(
      `${baseUrl}${TRIGGER}?${new URLSearchParams({ cron }).toString()}`,
    );
    await response.body?.cancel();
    if (!response.ok) console.error(`The schedule ${cron} failed.`);
  } catch {
    console.error(`The schedule ${cron} could not be fired.`);
  }
}
