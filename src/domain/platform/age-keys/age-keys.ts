// The keys that there are (D-154): kept, shown by an answer of their own, counted, ended. What a key may answer, its session judges.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { type AgeKey, dayOf, isCounting } from './age-key.ts';
import { type KeyAnswer, verifyKeyAnswer } from './key-ceremony.ts';
import {
  countKeyUse,
  deleteAgeKey,
  deleteAgeKeysUntil,
  findAgeKey,
  insertAgeKey,
  isKeyUsedUp,
} from './store.ts';

/** The same key again changes nothing. @returns false where another key has its id */
export const keepAgeKey = (ctx: Context, key: AgeKey): Promise<boolean> =>
  insertAgeKey(ctx.db, key);

/** A key that has answered. */
interface ShownKey {
  key: AgeKey;
  /** Of the answer. */
  counter: number;
  /** It is in its time, and of a proof that the service stands by today. */
  counts: boolean;
}

/**
 * @param frames origins whose pages may show ours in a frame
 * @returns `unknown`: there is no such key; undefined for an answer that is not its own
 */
export async function findShownKey(
  ctx: Context,
  answer: KeyAnswer,
  frames: readonly string[],
): Promise<ShownKey | 'unknown' | undefined> {
  const key = await findAgeKey(ctx.db, answer.id);
  if (key === undefined) return 'unknown';
  const counter = await verifyKeyAnswer(ctx, answer, key, frames);
  if (counter === undefined) return undefined;
  return { key, counter, counts: isCounting(key, ctx.config.keptAges, ctx.now()) };
}

/**
 * Counts a use, and ends a key of which there is a copy.
 * @returns whether passes may be taken for it; `used_up`: it has answered as often as it may today
 */
export async function countUse(
  ctx: Context,
  { key, counter }: ShownKey,
  { hash }: KeyAnswer,
): Promise<{ refills: boolean } | 'used_up' | 'refused'> {
  const day = dayOf(ctx.now());
  const counted = await countKeyUse(ctx.db, { id: key.id, counter, answer: hash, day });
  if (counted !== undefined) return counted;
  // Two devices count with one key (WebAuthn 6.1.1): nobody can say which of them is its owner's. Of two uses at once the one that
  // comes second is refused alone, since what was read before was lower.
  if (isBehind(key, counter)) {
    await deleteAgeKey(ctx.db, key.id);
    logIncident('age_key_cloned', {});
    return 'refused';
  }
  return (await isKeyUsedUp(ctx.db, key.id, day)) ? 'used_up' : 'refused';
}

const isBehind = (key: AgeKey, counter: number): boolean =>
  counter <= key.counter && (counter > 0 || key.counter > 0);

/** @returns whether it was there still */
export const forgetKey = (ctx: Context, { key }: ShownKey): Promise<boolean> =>
  deleteAgeKey(ctx.db, key.id);

/** By cron: keys whose year is over. */
export const forgetExpiredKeys = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteAgeKeysUntil(db, now());
