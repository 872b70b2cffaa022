// What is said of an age key that does not do. Of all that can be wrong with one the page learns the same.
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { tooManyGuesses } from '../terms/guess-limits.ts';
import { areTooManyKeys, KEYS_SHOWN_WINDOW_MS, MOST_KEYS_SHOWN } from './rules/key/key-step.ts';
import type { SessionRecord } from './rules/session/session.ts';

const LIMIT = {
  policy: 'keys-shown',
  limit: MOST_KEYS_SHOWN,
  windowSeconds: KEYS_SHOWN_WINDOW_MS / 1000,
};

export const invalidKey = (): AppError =>
  new AppError('KEY_INVALID', 'This is no age key of this service, or it does not answer this.');

/** @throws AppError TOO_MANY_REQUESTS */
export function refuseTooMany(ctx: Context, record: SessionRecord): void {
  if (areTooManyKeys(record)) throw tooManyGuesses(ctx, LIMIT, ctx.now() + KEYS_SHOWN_WINDOW_MS);
}

/** Origins whose pages may show this session's in a frame. */
export const framesOf = ({ tenant }: SessionRecord): readonly string[] => tenant.embedOrigins ?? [];
