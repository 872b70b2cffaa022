// Making a key of the ring: a pair whose private half is sealed. Without the service's context, so that a script can.
import type { Config } from '../../../config/config.ts';
import { encodeBase64Url } from '../../../crypto/encoding.ts';
import { seal } from '../../../crypto/sealed-box.ts';
import type { Database, Statement } from '../../../db/client.ts';
import { generatePair } from './generate-pair.ts';
import type { Purpose } from './ring.ts';
import { insertKey, type StoredKey } from './store.ts';

export const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** The public half of a key, with RFC 7517 members (spec 2.8). */
export interface PublicJwk {
  kty: 'RSA';
  use: 'sig';
  alg: 'RS256';
  kid: string;
  n: string;
  e: string;
}

export interface KeyMaker {
  config: Pick<Config, 'keyEncryptionKey'>;
  db: Database;
  now: () => number;
}

/**
 * Creates a key, unless another request has created one since `known` was read.
 * @param known every key of the ring
 * @param beside written with the key, or not at all, directly behind its insertion
 */
export async function addKey(
  ctx: KeyMaker,
  purpose: Purpose,
  known: readonly StoredKey[],
  activeFromMs: number,
  beside: (made: Pick<StoredKey, 'kid' | 'activeFromMs'>) => readonly Statement[] = () => [],
): Promise<void> {
  const youngest = Math.max(0, ...known.map((key) => key.activeFromMs));
  const made = await makeKey(ctx.config, activeFromMs);
  await insertKey(ctx.db, purpose, made, ctx.now(), youngest, beside(made));
}

async function makeKey(config: KeyMaker['config'], activeFromMs: number): Promise<StoredKey> {
  const parameters = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await generatePair(parameters);
  const { kty, n, e } = await exportJwk(pair.publicKey);
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey);
  const kid = encodeBase64Url(await crypto.subtle.digest('SHA-256', spki as ArrayBuffer)).slice(
    0,
    16,
  );
  const jwk: PublicJwk = { kty, use: 'sig', alg: 'RS256', kid, n, e };
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const privateKey = await seal(config.keyEncryptionKey, kid, pkcs8 as ArrayBuffer);
  return { kid, activeFromMs, revokedAtMs: null, publicJwk: JSON.stringify(jwk), privateKey };
}

async function exportJwk(key: CryptoKey): Promise<{ kty: 'RSA'; n: string; e: string }> {
  const jwk = await crypto.subtle.exportKey('jwk', key);
  if (!('n' in jwk) || jwk.n === undefined || jwk.e === undefined)
    throw new Error('The public key is not RSA.');
  return { kty: 'RSA', n: jwk.n, e: jwk.e };
}
