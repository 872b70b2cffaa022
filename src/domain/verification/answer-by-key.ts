// Use case: an age key answers a check instead of the camera (D-154).
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../time/durations.ts';
import { MAX_USES } from '../platform/age-keys/age-key.ts';
import { countUse, findShownKey } from '../platform/age-keys/age-keys.ts';
import { readKeyAnswer } from '../platform/age-keys/key-ceremony.ts';
import { tooManyGuesses } from '../terms/guess-limits.ts';
import { callSession, type BrowserProof, type HostedSession } from './browser-session.ts';
import { framesOf, invalidKey, refuseTooMany } from './key-refusals.ts';
import { acceptsKey } from './rules/key/key-step.ts';

const USES = { policy: 'key-uses', limit: MAX_USES, windowSeconds: DAY_MS / 1000 };

/**
 * Verifies the response, decides whether this check accepts the key, counts the use, and then
 * records the answer in the session. If one of these steps fails, the same response can be sent
 * again and is counted only once.
 * @param response the response of `navigator.credentials.get`
 * @throws AppError KEY_INVALID, also for a key that was deleted, has expired, or proves too little
 *   for this check; CONFLICT when no key is requested; TOO_MANY_REQUESTS, also for a key that has
 *   already been used for five checks on this day
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
  // An earlier attempt has already succeeded, but its response was lost.
  if (record.steps.key?.proven !== undefined) return session;
  refuseTooMany(ctx, record);
  const shown = await findShownKey(ctx, answer, framesOf(record));
  if (shown === undefined || shown === 'unknown') throw invalidKey();
  const { key, counts } = shown;
  if (!counts || !acceptsKey(record, key, ctx.now())) throw invalidKey();
  const counted = await countUse(ctx, shown, answer);
  if (counted === 'used_up') throw tooManyUses(ctx);
  if (counted === 'refused') throw invalidKey();
  const { bracket, proof: of, verifiedAtMs, expiresAtMs } = key;
  const used = { bracket, proof: of, verifiedAtMs, expiresAtMs, refills: counted.refills };
  return callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'answer_by_key', browserHash, key: used }),
  );
}

function tooManyUses(ctx: Context) {
  const endOfDayMs = (Math.floor(ctx.now() / DAY_MS) + 1) * DAY_MS;
  return tooManyGuesses(ctx, USES, endOfDayMs, 'This key has reached its limit of uses for today.');
}
