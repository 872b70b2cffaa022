// Use cases of the key ring: reading it through a short-lived cache, creating keys, rotating by cron.
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { encodeBase64Url } from '../../crypto/encoding.ts';
import { importSealingKey, seal, unseal } from '../../crypto/sealed-box.ts';
import { arrangeRing, dueActivation, type Purpose } from './ring.ts';
import { deleteKeys, insertKey, listKeys, type StoredKey } from './store.ts';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
/** A rotation is published a day ahead, so a ring may be this old; a revoked key is gone after this time. */
const CACHE_MS = 5 * 60_000;

/** The public half of a key, with RFC 7517 members (spec 2.8). */
interface PublicJwk {
  kty: 'RSA';
  use: 'sig';
  alg: 'RS256';
  kid: string;
  n: string;
  e: string;
}

interface CachedKeys {
  keys: StoredKey[];
  untilMs: number;
}

type KeyContext = Pick<Context, 'config' | 'db' | 'now'>;

const keyCaches = new WeakMap<Config, Map<Purpose, CachedKeys>>();
const verifiers = new WeakMap<Config, Map<string, Promise<CryptoKey>>>();
const signers = new WeakMap<Config, Map<string, Promise<CryptoKey>>>();

/** Every key a relying party may need, oldest first. */
export async function publishedJwks(ctx: KeyContext, purpose: Purpose): Promise<PublicJwk[]> {
  const { published } = arrangeRing(await readKeys(ctx, purpose), ctx.now());
  return published.map((key) => JSON.parse(key.publicJwk) as PublicJwk);
}

/** The key that signs now, imported non-extractable once per isolate. */
export async function signingKey(
  ctx: KeyContext,
  purpose: Purpose,
): Promise<{ kid: string; key: CryptoKey }> {
  const { active } = arrangeRing(await readKeys(ctx, purpose), ctx.now());
  if (active === undefined) throw new Error('The ring has no active key.');
  const cache = signers.get(ctx.config) ?? new Map<string, Promise<CryptoKey>>();
  signers.set(ctx.config, cache);
  const imported = cache.get(active.kid) ?? importSigner(ctx.config, active);
  cache.set(active.kid, imported);
  return { kid: active.kid, key: await imported };
}

/** The published key of that id, imported once per isolate. @returns undefined for unknown and revoked keys */
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
  const imported = cache.get(kid) ?? importVerifier(found);
  cache.set(kid, imported);
  return imported;
}

/** Daily cron: creates the next key when it is due, and deletes keys whose tokens have all expired. */
export async function rotateKeys(ctx: KeyContext, purpose: Purpose): Promise<void> {
  const nowMs = ctx.now();
  const keys = await listKeys(ctx.db, purpose);
  const ring = arrangeRing(keys, nowMs);
  const activeFromMs = dueActivation(ring, nowMs);
  if (activeFromMs !== undefined) await addKey(ctx, purpose, keys, activeFromMs);
  await deleteKeys(
    ctx.db,
    ring.expired.map((key) => key.kid),
  );
  keyCaches.get(ctx.config)?.delete(purpose);
}

async function readKeys(ctx: KeyContext, purpose: Purpose): Promise<StoredKey[]> {
  const cache = keyCaches.get(ctx.config) ?? new Map<Purpose, CachedKeys>();
  keyCaches.set(ctx.config, cache);
  const cached = cache.get(purpose);
  // Clock skew: a machine that is ahead may have cached a ring whose first key is not active here yet.
  const isUsable = cached !== undefined && arrangeRing(cached.keys, ctx.now()).active !== undefined;
  if (isUsable && ctx.now() < cached.untilMs) return cached.keys;
  let keys = await listKeys(ctx.db, purpose);
  if (arrangeRing(keys, ctx.now()).active === undefined) {
    await addKey(ctx, purpose, keys, ctx.now());
    keys = await listKeys(ctx.db, purpose);
  }
  cache.set(purpose, { keys, untilMs: ctx.now() + CACHE_MS });
  return keys;
}

async function addKey(
  ctx: KeyContext,
  purpose: Purpose,
  known: readonly StoredKey[],
  activeFromMs: number,
): Promise<void> {
  const youngest = Math.max(0, ...known.map((key) => key.activeFromMs));
  const made = await makeKey(ctx.config, activeFromMs);
  await insertKey(ctx.db, purpose, made, ctx.now(), youngest);
}

async function makeKey(config: Config, activeFromMs: number): Promise<StoredKey> {
  const parameters = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
  if (!('publicKey' in pair)) throw new Error('RSA keys come in pairs.');
  const { kty, n, e } = await exportJwk(pair.publicKey);
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey);
  const kid = encodeBase64Url(await crypto.subtle.digest('SHA-256', spki as ArrayBuffer)).slice(
    0,
    16,
  );
  const jwk: PublicJwk = { kty, use: 'sig', alg: 'RS256', kid, n, e };
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const sealingKey = await importSealingKey(config.keyEncryptionKey);
  const privateKey = await seal(sealingKey, kid, pkcs8 as ArrayBuffer);
  return { kid, activeFromMs, revokedAtMs: null, publicJwk: JSON.stringify(jwk), privateKey };
}

async function exportJwk(key: CryptoKey): Promise<{ kty: 'RSA'; n: string; e: string }> {
  const jwk = await crypto.subtle.exportKey('jwk', key);
  if (!('n' in jwk) || jwk.n === undefined || jwk.e === undefined)
    throw new Error('The public key is not RSA.');
  return { kty: 'RSA', n: jwk.n, e: jwk.e };
}

async function importSigner(config: Config, key: StoredKey): Promise<CryptoKey> {
  const sealingKey = await importSealingKey(config.keyEncryptionKey);
  const pkcs8 = await unseal(sealingKey, key.kid, key.privateKey);
  return crypto.subtle.importKey('pkcs8', pkcs8, RSA, false, ['sign']);
}

async function importVerifier(key: StoredKey): Promise<CryptoKey> {
  const jwk = JSON.parse(key.publicJwk) as PublicJwk;
  return crypto.subtle.importKey('jwk', { ...jwk }, RSA, false, ['verify']);
}
