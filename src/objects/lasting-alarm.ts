// An alarm that no failure ends: the platform tries one that throws six times, within minutes, and then gives it up.
import { logIncident } from '../log.ts';

const AGAIN_MS = 10 * 60_000;

/** @param wake sets the next alarm; when it throws, it is called again later */
export async function runAlarm(
  { id, storage }: DurableObjectState,
  wake: () => Promise<void>,
): Promise<void> {
  try {
    await wake();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('session_alarm_failed', { session: id.toString(), error: name });
    await storage.setAlarm(Date.now() + AGAIN_MS);
  }
}
