// Use case: an age key answers a check, in place of a camera (D-154).
import type { Context } from '../../context.ts';
import { logIncident } from '../../log.ts';
import { DAY_MS } from '../../time/durations.ts';
import { type AgeKey, dayOf, isCounting, MOST_USES } from '../platform/age-keys/age-key.ts';
import {
  type KeyAnswer,
  readKeyAnswer,
  verifyKeyAnswer,
} from '../platform/age-keys/key-ceremony.ts';
import { countKeyUse, deleteAgeKey, findAgeKey, isKeyUsedUp } from '../platform/age-keys/store.ts';
import { tooManyGuesses } from '../terms/guess-limits.ts';
import { callSession, type BrowserProof, type HostedSession } from './browser-session.ts';
import { framesOf, invalidKey, refuseTooMany } from './key-refusals.ts';
import { acceptsKey } from './rules/key/key-step.ts';

const USES = { policy: 'key-uses', limit: MOST_USES, windowSeconds: DAY_MS / 1000 };

/**
 * Verified and judged, then counted, then the session: what fails in between is healed by the same answer, which is counted once.
 * @param response of `navigator.credentials.get`
 * @throws AppError KEY_INVALID, also of a key that was forgotten, has ended, or shows too little for this check; CONFLICT when no key is
 *   asked for; TOO_MANY_REQUESTS, also of one that has answered five times on this day
 */
export async function answerByKey(
  ctx: Context,
  proof: BrowserProof,
  response: unknown,
): Promise<HostedSession> {
  const answer = await readKeyAnswer(response);
  if (answer === undefined) throw invalidKey();
  const { challengeHash } = answer;
  const session = await callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'show_key', browserHash, challengeHash }),
  );
  const { record } = session;
  // The answer got lost.
  if (record.steps.key?.proven !== undefined) return session;
  refuseTooMany(ctx, record);
  const key = await findAgeKey(ctx.db, answer.id);
  const counter = key && (await verifyKeyAnswer(ctx, answer, key, framesOf(record)));
  if (key === undefined || counter === undefined) throw invalidKey();
  const isGood = isCounting(key, ctx.config.keptAges, ctx.now());
  if (!isGood || !acceptsKey(record, key, ctx.now())) throw invalidKey();
  const { refills } = await countUse(ctx, key, answer, counter);
  const { bracket, proof: shown, verifiedAtMs, expiresAtMs } = key;
  const used = { bracket, proof: shown, verifiedAtMs, expiresAtMs, refills };
  return callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'answer_by_key', browserHash, key: used }),
  );
}

/** @throws AppError KEY_INVALID for a copy, which ends the key; TOO_MANY_REQUESTS */
async function countUse(
  ctx: Context,
  key: AgeKey,
  answer: KeyAnswer,
  counter: number,
): Promise<{ refills: boolean }> {
  const day = dayOf(ctx.now());
  const { id } = key;
  const counted = await countKeyUse(ctx.db, { id, counter, answer: answer.hash, day });
  if (counted !== undefined) return counted;
  // Two devices count with one key (WebAuthn 6.1.1): nobody can say which of them is its owner's. Of two uses at once the one that
  // comes second is refused alone, since what was read before was lower.
  if (isBehind(key, counter)) {
    await deleteAgeKey(ctx.db, id);
    logIncident('age_key_cloned', {});
    throw invalidKey();
  }
  if (!(await isKeyUsedUp(ctx.db, id, day))) throw invalidKey();
  const endOfDayMs = (Math.floor(ctx.now() / DAY_MS) + 1) * DAY_MS;
  throw tooManyGuesses(ctx, USES, endOfDayMs, 'This key was used as often as it may be today.');
}

const isBehind = (key: AgeKey, counter: number): boolean =>
  counter <= key.counter && (counter > 0 || key.counter > 0);
