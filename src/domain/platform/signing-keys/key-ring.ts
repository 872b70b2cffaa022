// Use cases of the key ring: reads the ring through a short-lived cache, creates keys, and rotates
// them by cron.
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { unseal } from '../../../crypto/sealed-box.ts';
import { Memory } from '../../terms/memory.ts';
import { addKey, importAs, type JwkOf, type PublicJwk } from './make-key.ts';
import {
  arrangeRing,
  dueActivation,
  forgettable,
  keptKeys,
  PURPOSES,
  TOKEN_RINGS,
  type Purpose,
} from './ring.ts';
import { deleteKeys, forgetPrivateHalves, listKeys, type StoredKey } from './store.ts';

/**
 * How long a ring is cached. A new key is published a day before it signs, so a cached ring may be
 * this old; a revoked key is gone from every isolate after this time.
 */
const CACHE_MS = 5 * 60_000;

type KeyContext = Pick<Context, 'config' | 'db' | 'now'>;

type Rings = ReadonlyMap<Purpose, StoredKey[]>;

/**
 * Returns the given ring and the rings that are read together with it. The token rings are read
 * together, so that an isolate that signs with one of them has loaded the whole key set, and can
 * serve the key set even while D1 fails.
 */
const togetherWith = (purpose: Purpose): readonly Purpose[] =>
  TOKEN_RINGS.some((ring) => ring === purpose) ? TOKEN_RINGS : [purpose];

const nameOf = (purpose: Purpose): string => togetherWith(purpose).join(' ');

const memory = new Memory<Rings>({
  name: 'signing_keys',
  freshMs: CACHE_MS,
  most: PURPOSES.length,
  // Allows for clock skew: the first key of a ring may have been created by a machine whose clock
  // is ahead. Until that key is active by this machine's clock, the ring is not served from the
  // cache.
  serves: (rings, nowMs) =>
    [...rings.values()].every((keys) => arrangeRing(keys, nowMs).active !== undefined),
});
const verifiers = new WeakMap<Config, Map<string, Promise<CryptoKey>>>();
const signers = new WeakMap<Config, Map<string, Promise<CryptoKey>>>();

/** Returns every key that a relying party may need, oldest first. */
export async function publishedJwks<P extends Purpose>(
  ctx: KeyContext,
  purpose: P,
): Promise<JwkOf<P>[]> {
  const { published } = arrangeRing(await readKeys(ctx, purpose), ctx.now());
  return published.map((key) => JSON.parse(key.publicJwk) as JwkOf<P>);
}

/** Returns the key that signs now, imported as non-extractable, once per isolate. */
export async function signingKey(
  ctx: KeyContext,
  purpose: Purpose,
): Promise<{ kid: string; key: CryptoKey }> {
  const { active } = arrangeRing(await readKeys(ctx, purpose), ctx.now());
  if (active === undefined) throw new Error('The ring has no active key.');
  const cache = signers.get(ctx.config) ?? new Map<string, Promise<CryptoKey>>();
  signers.set(ctx.config, cache);
  const imported = cache.get(active.kid) ?? importSigner(ctx.config, purpose, active);
  cache.set(active.kid, imported);
  return { kid: active.kid, key: await imported };
}

/**
 * Returns the published key with the given id, imported once per isolate.
 * @returns undefined for unknown and revoked keys
 */
export async function verificationKey(
  ctx: KeyContext,
  purpose: Purpose,
  kid: string,
): Promise<CryptoKey | undefined> {
  const { published } = arrangeRing(await readKeys(ctx, purpose), ctx.now());
  const found = published.find((key) => key.kid === kid);
  if (found === undefined) return undefined;
  const cache = verifiers.get(ctx.config) ?? new Map<string, Promise<CryptoKey>>();
  verifiers.set(ctx.config, cache);
  const imported = cache.get(kid) ?? importVerifier(purpose, found);
  cache.set(kid, imported);
  return imported;
}

/**
 * Returns the public keys whose signatures are still accepted, oldest first, without revoked keys.
 * They verify ID token hints and receipts, whose keys may no longer be published.
 */
export async function keptJwks<P extends Purpose>(
  ctx: KeyContext,
  purpose: P,
): Promise<JwkOf<P>[]> {
  const kept = keptKeys(await readKeys(ctx, purpose), purpose, ctx.now());
  return kept.map((key) => JSON.parse(key.publicJwk) as JwkOf<P>);
}

/** Returns every key, including revoked ones, because earlier signatures must remain verifiable. */
export async function everyJwk<P extends Purpose>(
  ctx: KeyContext,
  purpose: P,
): Promise<JwkOf<P>[]> {
  const keys = await readKeys(ctx, purpose);
  return keys.map((key) => JSON.parse(key.publicJwk) as JwkOf<P>);
}

/**
 * Creates the next key when it is due, deletes private keys that no longer sign, and deletes rows
 * that are no longer needed. Called daily by cron.
 */
export async function rotateKeys(ctx: KeyContext, purpose: Purpose): Promise<void> {
  const nowMs = ctx.now();
  const keys = await listKeys(ctx.db, purpose);
  const ring = arrangeRing(keys, nowMs);
  const activeFromMs = dueActivation(ring, nowMs);
  if (activeFromMs !== undefined) await addKey(ctx, purpose, keys, activeFromMs);
  const gone = forgettable(keys, purpose, nowMs);
  const spent = ring.retired.filter((key) => key.privateKey !== '' && !gone.includes(key));
  await forgetPrivateHalves(
    ctx.db,
    spent.map(({ kid }) => kid),
  );
  await deleteKeys(
    ctx.db,
    gone.map(({ kid }) => kid),
  );
  memory.forget(ctx, nameOf(purpose));
}

async function readKeys(ctx: KeyContext, purpose: Purpose): Promise<StoredKey[]> {
  const rings = await memory.read(ctx, nameOf(purpose), async () => {
    const loading = togetherWith(purpose).map(
      async (one) => [one, await loadKeys(ctx, one)] as const,
    );
    return { value: new Map(await Promise.all(loading)) };
  });
  return rings?.get(purpose) ?? [];
}

/** Reads a ring, and creates its first key if it has none. */
async function loadKeys(ctx: KeyContext, purpose: Purpose): Promise<StoredKey[]> {
  const keys = await listKeys(ctx.db, purpose);
  if (arrangeRing(keys, ctx.now()).active !== undefined) return keys;
  await addKey(ctx, purpose, keys, ctx.now());
  return listKeys(ctx.db, purpose);
}

async function importSigner(config: Config, purpose: Purpose, key: StoredKey): Promise<CryptoKey> {
  const pkcs8 = await unseal(config.keyEncryptionKey, key.kid, key.privateKey);
  return crypto.subtle.importKey('pkcs8', pkcs8, importAs(purpose), false, ['sign']);
}

async function importVerifier(purpose: Purpose, key: StoredKey): Promise<CryptoKey> {
  const jwk = JSON.parse(key.publicJwk) as PublicJwk;
  return crypto.subtle.importKey('jwk', { ...jwk }, importAs(purpose), false, ['verify']);
}
