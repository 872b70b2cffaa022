// Use cases around the ring: reading it with a short memory, making keys, rotating by cron.
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { encodeBase64Url } from '../../crypto/encoding.ts';
import { importSealingKey, seal, unseal } from '../../crypto/sealed-box.ts';
import { arrangeRing, dueActivation, type Purpose } from './ring.ts';
import { deleteKeys, insertKey, listKeys, type StoredKey } from './store.ts';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
/** A rotation is announced a day ahead, so a ring may be this old; a revoked key is gone within it. */
const MEMORY_MS = 5 * 60_000;

/** The public half of a key, with RFC 7517 members (spec 2.8). */
export interface PublicJwk {
  kty: 'RSA';
  use: 'sig';
  alg: 'RS256';
  kid: string;
  n: string;
  e: string;
}

interface Remembered {
  keys: StoredKey[];
  untilMs: number;
}

type KeyContext = Pick<Context, 'config' | 'db' | 'now'>;

const memories = new WeakMap<Config, Map<Purpose, Remembered>>();
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
  const memory = signers.get(ctx.config) ?? new Map<string, Promise<CryptoKey>>();
  signers.set(ctx.config, memory);
  const known = memory.get(active.kid) ?? importSigner(ctx.config, active);
  memory.set(active.kid, known);
  return { kid: active.kid, key: await known };
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
  const memory = verifiers.get(ctx.config) ?? new Map<string, Promise<CryptoKey>>();
  verifiers.set(ctx.config, memory);
  const known = memory.get(kid) ?? importVerifier(found);
  memory.set(kid, known);
  return known;
}

/** Makes the key that is due, if one is, and forgets keys whose tokens have all ended. By cron, daily. */
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
  forget(ctx, purpose);
}

async function readKeys(ctx: KeyContext, purpose: Purpose): Promise<StoredKey[]> {
  const memory = memories.get(ctx.config) ?? new Map<Purpose, Remembered>();
  memories.set(ctx.config, memory);
  const known = memory.get(purpose);
  // Clocks of machines differ: what was remembered may have been made by one that is ahead.
  const isUsable = known !== undefined && arrangeRing(known.keys, ctx.now()).active !== undefined;
  if (isUsable && ctx.now() < known.untilMs) return known.keys;
  let keys = await listKeys(ctx.db, purpose);
  if (arrangeRing(keys, ctx.now()).active === undefined) {
    await addKey(ctx, purpose, keys, ctx.now());
    keys = await listKeys(ctx.db, purpose);
  }
  memory.set(purpose, { keys, untilMs: ctx.now() + MEMORY_MS });
  return keys;
}

function forget(ctx: KeyContext, purpose: Purpose): void {
  memories.get(ctx.config)?.delete(purpose);
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
