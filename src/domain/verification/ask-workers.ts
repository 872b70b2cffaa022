// How use cases with pictures wait for the Workers that examine them: with a timeout, and without
// any loss for the visitor.
import { unavailable } from '../../errors.ts';
import { logIncident } from '../../log.ts';
import { inTime } from '../../time/patience.ts';

/** Long enough to load the models first. */
const PATIENCE_MS = 15_000;

/** @throws whatever the Worker throws; Error when it takes longer than 15 s */
export const answerInTime = <T>(answer: Promise<T>): Promise<T> =>
  inTime(Promise.resolve(answer), PATIENCE_MS);

/**
 * @param incident the incident's name in the log
 * @param postpone reverts what the session has already recorded
 * @throws AppError UNAVAILABLE when the Workers do not answer, after postponing
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
