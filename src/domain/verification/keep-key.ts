// Use cases for creating and deleting an age key (D-154): a passkey that proves an age, without an
// account.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError } from '../../errors.ts';
import { findShownKey, forgetKey, keepAgeKey } from '../platform/age-keys/age-keys.ts';
import {
  keyCreationOptions,
  keyRequestOptions,
  readKeyAnswer,
  verifyNewKey,
} from '../platform/age-keys/key-ceremony.ts';
import { callSession, type BrowserProof, type HostedSession } from './browser-session.ts';
import { framesOf, invalidKey, refuseTooMany } from './key-refusals.ts';
import type { KeyAct } from './rules/key/key-state.ts';
import { keyOf } from './rules/key/key-step.ts';

/** Options that the page passes to `navigator.credentials`. */
type KeyOptions =
  | { creation: Awaited<ReturnType<typeof keyCreationOptions>> }
  | { request: Awaited<ReturnType<typeof keyRequestOptions>> };

/**
 * Creates a challenge for an action with an age key. Makes one object call, in which the session
 * stores the hash of the challenge.
 * @param age an age in years that the session's view offers; for `make`, the owner sees it in the
 *   key's name
 * @throws AppError CONFLICT when this action is not possible now
 */
export async function askForKey(
  ctx: Context,
  proof: BrowserProof,
  act: KeyAct,
  age: number,
): Promise<KeyOptions> {
  const made = act === 'make' ? { creation: await keyCreationOptions(ctx, age) } : undefined;
  const asked = made ?? { request: await keyRequestOptions(ctx) };
  const { challenge } = 'creation' in asked ? asked.creation : asked.request;
  const drawn = { act, hash: await sha256Hex(challenge) };
  await callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'ask_key', browserHash, drawn, policy: ctx.config.keptAges }),
  );
  return asked;
}

/**
 * Verifies the response, records it in the session, and then stores the key. If storing fails, the
 * same response can be sent again within a minute.
 * @param response the response of `navigator.credentials.create`
 * @throws AppError KEY_INVALID; CONFLICT when this check has already created a key, or does not
 *   allow creating one
 */
export async function makeAgeKey(
  ctx: Context,
  proof: BrowserProof,
  response: unknown,
): Promise<HostedSession> {
  const policy = ctx.config.keptAges;
  const answer = await readKeyAnswer(response);
  const key = answer && (await verifyNewKey(ctx, answer));
  if (answer === undefined || key === undefined) throw invalidKey();
  const made = { challengeHash: answer.challengeHash, answerHash: answer.hash };
  const session = await callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'make_key', browserHash, made, policy }),
  );
  const facts = keyOf(session.record, policy, ctx.now());
  if (facts === undefined)
    throw new AppError('CONFLICT', 'This check does not allow the creation of a key.');
  if (!(await keepAgeKey(ctx, { ...facts, ...key }))) throw invalidKey();
  return session;
}

/**
 * @param response the response of `navigator.credentials.get`, signed with the key to delete
 * @returns whether the key existed
 * @throws AppError KEY_INVALID; CONFLICT when no challenge is open; TOO_MANY_REQUESTS
 */
export async function forgetAgeKey(
  ctx: Context,
  proof: BrowserProof,
  response: unknown,
): Promise<boolean> {
  const answer = await readKeyAnswer(response);
  if (answer === undefined) throw invalidKey();
  const { challengeHash } = answer;
  const { record } = await callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'show_key_to_forget', browserHash, challengeHash }),
  );
  refuseTooMany(ctx, record);
  const shown = await findShownKey(ctx, answer, framesOf(record));
  if (shown === 'unknown') return false;
  if (shown === undefined) throw invalidKey();
  return forgetKey(ctx, shown);
}
