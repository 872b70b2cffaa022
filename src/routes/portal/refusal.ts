// Converts a rate-limit error to a message on the form's own page, which keeps the input.
import type { Context as HonoContext } from 'hono';
import { AppError } from '../../errors.ts';
import type { Texts } from '../../http/pages/texts.ts';
import { waitText } from '../../http/pages/wait.ts';

export interface Busy {
  ok: false;
  reason: 'busy';
  retryAfterSeconds: number;
}

/**
 * A handler for `.catch` that converts a rate-limit error to a result, and rethrows everything
 * else.
 */
export function refusalAlert(error: unknown): Busy {
  if (!(error instanceof AppError) || error.refusal === undefined) throw error;
  return { ok: false, reason: 'busy', retryAfterSeconds: error.refusal.retryAfterSeconds };
}

/**
 * Describes how long to wait, and sets the Retry-After header.
 * @returns the sentence to display
 */
export function describeWait(
  c: HonoContext,
  t: Texts,
  { retryAfterSeconds = 60 }: { retryAfterSeconds?: number },
): string {
  c.header('Retry-After', String(retryAfterSeconds));
  return waitText(t, retryAfterSeconds);
}
