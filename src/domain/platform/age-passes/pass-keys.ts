// The keys of age passes (D-152): created by cron a month ahead, sealed like signing keys, and
// deleted once all passes that they signed are invalid. No request causes a key to be created, so
// nobody can have a key created to single out a person.
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { decodeBase64Url, encodeBase64Url, encodeHex } from '../../../crypto/encoding.ts';
import {
  importBlindSigner,
  importTokenKey,
  keyIdOf,
  PASS_KEY_PARAMETERS,
  toTokenKey,
} from '../../../crypto/privacy-pass.ts';
import { seal, unseal } from '../../../crypto/sealed-box.ts';
import { AGE_BRACKETS } from '../../terms/age-bracket.ts';
import { Memory } from '../../terms/memory.ts';
import { generatePair } from '../signing-keys/generate-pair.ts';
import { isOfKind, type PassKey, type PassKind } from './pass-key.ts';
import { PASS_CLASSES } from '../../terms/pass-class.ts';
import { isKept, LATE_MS, monthAfter, monthOf } from './pass-month.ts';
import { deletePassKeys, forgetPassSecrets, insertPassKey, listPassKeys } from './store.ts';

/**
 * How long an isolate caches the keys. Keys are published a month in advance, so an outdated cache
 * is harmless.
 */
const CACHE_MS = 5 * 60_000;
/** The maximum number of imported keys: all existing keys, plus one more month's keys. */
const MAX_IMPORTED = 60;

export type PassContext = Pick<Context, 'config' | 'db' | 'now'>;

const memory = new Memory<PassKey[]>({
  name: 'pass_keys',
  freshMs: CACHE_MS,
  most: 1,
  // Until this month has keys, every call reads D1 again.
  serves: (keys, nowMs) => keys.some(({ month }) => month === monthOf(nowMs)),
});
const verifiers = new WeakMap<Config, Map<string, Promise<CryptoKey>>>();
const signers = new WeakMap<Config, Map<string, Promise<CryptoKey>>>();

/** Reads every key whose passes are valid now or later, oldest month first. */
export async function readPassKeys(ctx: PassContext): Promise<PassKey[]> {
  const keys = await memory.read(ctx, '', async () => ({ value: await listPassKeys(ctx.db) }));
  return (keys ?? []).filter(({ month }) => isKept(month, ctx.now()));
}

/** @returns undefined until the scheduled job has created the keys */
export const findPassKey = async (ctx: PassContext, kind: PassKind): Promise<PassKey | undefined> =>
  (await readPassKeys(ctx)).find((key) => isOfKind(key, kind));

/** Imports the public key, once per isolate. */
export const passVerifier = ({ config }: PassContext, { id, tokenKey }: PassKey) =>
  imported(verifiers, config, id, () => importTokenKey(decodeBase64Url(tokenKey)));

/**
 * Imports the private key as non-extractable, once per isolate.
 * @throws OperationError once the stored private key has been deleted, after the end of its month
 */
export const passSigner = ({ config }: PassContext, { id, privateKey }: PassKey) =>
  imported(signers, config, id, async () =>
    importBlindSigner(await unseal(config.keyEncryptionKey, id, privateKey)),
  );

/**
 * Creates the keys of this month and the next, and deletes keys that are no longer needed. Called
 * daily by cron, and when a local service starts.
 */
export async function keepPassKeys(ctx: PassContext): Promise<void> {
  const nowMs = ctx.now();
  const known = await listPassKeys(ctx.db);
  const month = monthOf(nowMs);
  for (const kind of [month, monthAfter(month)].flatMap(kindsOf))
    if (!known.some((key) => isOfKind(key, kind))) {
      const key = await makeDistinctKey(ctx.config, kind, known);
      known.push(key);
      await insertPassKey(ctx.db, key, nowMs);
    }
  await forgetPassSecrets(ctx.db, monthOf(nowMs - 2 * LATE_MS));
  const gone = known.filter((key) => !isKept(key.month, nowMs));
  await deletePassKeys(
    ctx.db,
    gone.map(({ id }) => id),
  );
  memory.forget(ctx, '');
}

const kindsOf = (month: string): PassKind[] =>
  AGE_BRACKETS.flatMap((bracket) =>
    PASS_CLASSES.map((passClass) => ({ bracket, passClass, month })),
  );

/**
 * Creates a key whose id ends in a different byte from the ids of all other keys of its bracket and
 * class. A request identifies its key only by that last byte (RFC 9578 6.1), and shortly after the
 * end of a month two keys of the same bracket and class sign at the same time.
 */
async function makeDistinctKey(
  config: Config,
  kind: PassKind,
  known: readonly PassKey[],
): Promise<PassKey> {
  const others = known.filter((key) => isOfKind({ ...key, month: kind.month }, kind));
  const taken = others.map(({ id }) => id.slice(-2));
  let key = await makeKey(config, kind);
  while (taken.includes(key.id.slice(-2))) key = await makeKey(config, kind);
  return key;
}

async function makeKey({ keyEncryptionKey }: Config, kind: PassKind): Promise<PassKey> {
  const pair = await generatePair(PASS_KEY_PARAMETERS);
  const spki = (await crypto.subtle.exportKey('spki', pair.publicKey)) as ArrayBuffer;
  const pkcs8 = (await crypto.subtle.exportKey('pkcs8', pair.privateKey)) as ArrayBuffer;
  const tokenKey = toTokenKey(new Uint8Array(spki));
  const id = encodeHex(await keyIdOf(tokenKey));
  const privateKey = await seal(keyEncryptionKey, id, pkcs8);
  return { ...kind, id, tokenKey: encodeBase64Url(tokenKey), privateKey, issued: 0, redeemed: 0 };
}

function imported(
  known: WeakMap<Config, Map<string, Promise<CryptoKey>>>,
  config: Config,
  id: string,
  load: () => Promise<CryptoKey>,
): Promise<CryptoKey> {
  const keys = known.get(config) ?? new Map<string, Promise<CryptoKey>>();
  known.set(config, keys);
  const key = keys.get(id) ?? load();
  const [oldest] = keys.keys();
  if (keys.size >= MAX_IMPORTED && oldest !== undefined) keys.delete(oldest);
  keys.set(id, key);
  // Forgets a failed import, so that the next call tries again.
  key.catch(() => keys.delete(id));
  return key;
}
