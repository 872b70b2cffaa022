// An alarm that survives failures: the platform retries a failing alarm six times, within minutes,
// and then gives up, so a failed run sets a new alarm.
import { logIncident } from '../../log.ts';

const AGAIN_MS = 10 * 60_000;

/**
 * @param steps run in this order; the last step sets the next alarm. If a step throws, all steps
 *   are run again later
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
