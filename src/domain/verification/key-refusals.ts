// The errors for an age key that is not accepted. Whatever is wrong with a key, the page receives
// the same error.
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { tooManyGuesses } from '../terms/guess-limits.ts';
import {
  areTooManyPresented,
  PRESENTATION_WINDOW_MS,
  presentationLimit,
} from './rules/session/reusable-proofs.ts';
import type { SessionRecord } from './rules/session/session.ts';

const LIMIT = presentationLimit('keys-shown');

export const invalidKey = (): AppError =>
  new AppError(
    'KEY_INVALID',
    'This is not an age key of this service, or it cannot complete this check.',
  );

/** @throws AppError TOO_MANY_REQUESTS when too many keys were presented within a minute */
export function refuseTooMany(ctx: Context, record: SessionRecord): void {
  if (areTooManyPresented(record.steps.key))
    throw tooManyGuesses(ctx, LIMIT, ctx.now() + PRESENTATION_WINDOW_MS);
}

/** Returns the origins whose pages may embed this session's page in a frame. */
export const framesOf = ({ tenant }: SessionRecord): readonly string[] => tenant.embedOrigins ?? [];
