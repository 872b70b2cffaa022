// Use cases of making and forgetting an age key (D-154): a passkey that says an age, without an account.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError } from '../../errors.ts';
import {
  keyCreationOptions,
  keyRequestOptions,
  readKeyAnswer,
  verifyKeyAnswer,
  verifyNewKey,
} from '../platform/age-keys/key-ceremony.ts';
import {
  deleteAgeKey,
  deleteAgeKeysUntil,
  findAgeKey,
  insertAgeKey,
} from '../platform/age-keys/store.ts';
import { callSession, type BrowserProof, type HostedSession } from './browser-session.ts';
import { framesOf, invalidKey, refuseTooMany } from './key-refusals.ts';
import type { KeyAct } from './rules/key/key-state.ts';
import { keyOf } from './rules/key/key-step.ts';

/** For the page, which hands them to the browser. @property publicKey of `navigator.credentials` */
type KeyOptions =
  | { creation: Awaited<ReturnType<typeof keyCreationOptions>> }
  | { request: Awaited<ReturnType<typeof keyRequestOptions>> };

/**
 * One object call: the session notes the hash of the challenge.
 * @param age years that the view has named; of `make` the name under which its owner sees the key
 * @throws AppError CONFLICT when nothing of the kind can be done now
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
 * Verified, then noted by the session, then kept: what fails in between is healed by the same answer, within a minute.
 * @param response of `navigator.credentials.create`
 * @throws AppError KEY_INVALID; CONFLICT when this check has made one, or makes none
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
  if (facts === undefined) throw new AppError('CONFLICT', 'No key is made after this check.');
  if (!(await insertAgeKey(ctx.db, { ...facts, ...key }))) throw invalidKey();
  return session;
}

/**
 * @param response of `navigator.credentials.get`, by the key itself
 * @returns whether there was such a key
 * @throws AppError KEY_INVALID; CONFLICT without an open challenge; TOO_MANY_REQUESTS
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
  const key = await findAgeKey(ctx.db, answer.id);
  if (key === undefined) return false;
  if ((await verifyKeyAnswer(ctx, answer, key, framesOf(record))) === undefined) throw invalidKey();
  return deleteAgeKey(ctx.db, key.id);
}

/** By cron: keys whose year is over. */
export const forgetExpiredKeys = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteAgeKeysUntil(db, now());
