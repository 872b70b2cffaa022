// An alarm that survives failures: the platform retries one that throws six times, within minutes,
// and then gives up.
import { logIncident } from '../../log.ts';

const AGAIN_MS = 10 * 60_000;

/**
 * @param steps are run in this order; the last one sets the next alarm. When one throws, all are
 *   run again later
 */
export async function runAlarm(
  { id, storage }: DurableObjectState,
  steps: readonly (() => Promise<void>)[],
): Promise<void> {
  try {
    for (const step of steps) await step();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('session_alarm_failed', { session: id.toString(), error: name });
    await storage.setAlarm(Date.now() + AGAIN_MS);
  }
}
