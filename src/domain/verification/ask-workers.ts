// Waits for the Workers that examine pictures, with a timeout, and ensures that a Worker's failure
// does not count against the visitor.
import { unavailable } from '../../errors.ts';
import { logIncident } from '../../log.ts';
import { inTime } from '../../time/patience.ts';

/** How long to wait for a Worker, which may need to load its models first. */
const PATIENCE_MS = 15_000;

/** @throws any error from the Worker; Error when it takes longer than 15 s */
export const answerInTime = <T>(answer: Promise<T>): Promise<T> =>
  inTime(Promise.resolve(answer), PATIENCE_MS);

/**
 * @param incident the incident's name in the log
 * @param postpone reverts what the session has already recorded
 * @throws AppError UNAVAILABLE when `answer` rejects, once `postpone` has run
 */
export async function postponeOnFailure<T>(
  incident: string,
  answer: Promise<T>,
  postpone: () => Promise<unknown>,
): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const error = cause instanceof Error ? cause.name : 'unknown';
    logIncident(incident, { error });
    await postpone();
    throw unavailable(cause);
  }
}
