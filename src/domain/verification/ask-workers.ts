// How the use cases that take pictures wait for the Workers that look at them: not for ever, and without loss to the visitor.
import { unavailable } from '../../errors.ts';
import { logIncident } from '../../log.ts';
import { inTime } from '../../time/patience.ts';

/** The models may have to be loaded first. */
const PATIENCE_MS = 15_000;

/** @throws what the Worker throws; Error when it takes longer than 15 s */
export const soon = <T>(answer: Promise<T>): Promise<T> =>
  inTime(Promise.resolve(answer), PATIENCE_MS);

/**
 * @param incident its name in the log @param postpone gives back what the session took
 * @throws AppError UNAVAILABLE when the Workers do not answer, once it is postponed
 */
export async function orPostpone<T>(
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
