// Stores age keys, verifies their responses, counts their uses and deletes them (D-154). The
// session decides which requests a key may answer.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { type AgeKey, isCounting } from './age-key.ts';
import { type KeyAnswer, verifyKeyAnswer } from './key-ceremony.ts';
import {
  countKeyUse,
  deleteAgeKey,
  deleteAgeKeysUntil,
  findAgeKey,
  insertAgeKey,
  isKeyUsedUp,
} from './store.ts';

/**
 * Stores a key; storing it again changes nothing.
 * @returns false when another key already has this id
 */
export const keepAgeKey = (ctx: Context, key: AgeKey): Promise<boolean> =>
  insertAgeKey(ctx.db, key);

/** A key whose response to the challenge has been verified. */
interface ShownKey {
  key: AgeKey;
  /** The signature counter in the key's response. */
  counter: number;
  /** Whether the key is still accepted (isCounting). */
  counts: boolean;
}

/**
 * Finds the key that produced a response and verifies the response.
 * @param frames origins whose pages may embed the service's pages in a frame
 * @returns `unknown` when there is no such key; undefined when the key did not produce the response
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
 * Counts a use of a key, or deletes the key if its counter shows that it has been cloned.
 * @returns whether passes may be issued for this use; `used_up` when the key has reached its limit
 *   for today
 */
export async function countUse(
  ctx: Context,
  { key, counter }: ShownKey,
  { hash }: KeyAnswer,
): Promise<{ refills: boolean } | 'used_up' | 'refused'> {
  const day = dayOf(ctx.now());
  const counted = await countKeyUse(ctx.db, { id: key.id, counter, answer: hash, day });
  if (counted !== undefined) return counted;
  // A counter that did not increase means that two devices have the key (WebAuthn 6.1.1), and there
  // is no way to know which device is the owner's. Two simultaneous uses on one device are not
  // mistaken for a clone, because both read the older counter: the second use is refused, but the
  // key is kept.
  if (isBehind(key, counter)) {
    await deleteAgeKey(ctx.db, key.id);
    logIncident('age_key_cloned', {});
    return 'refused';
  }
  return (await isKeyUsedUp(ctx.db, key.id, day)) ? 'used_up' : 'refused';
}

const isBehind = (key: AgeKey, counter: number): boolean =>
  counter <= key.counter && (counter > 0 || key.counter > 0);

/** @returns whether the key still existed */
export const forgetKey = (ctx: Context, { key }: ShownKey): Promise<boolean> =>
  deleteAgeKey(ctx.db, key.id);

/** Deletes keys that have expired. Called by cron. */
export const forgetExpiredKeys = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteAgeKeysUntil(db, now());
