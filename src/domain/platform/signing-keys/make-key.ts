// Creates keys for the key ring: key pairs whose private keys are sealed. Independent of the
// service's context, so that a script can use it.
import type { Config } from '../../../config/config.ts';
import { encodeBase64Url } from '../../../crypto/encoding.ts';
import { seal } from '../../../crypto/sealed-box.ts';
import type { Database, Statement } from '../../../db/client.ts';
import { generatePair } from './generate-pair.ts';
import { algorithmOf, type Purpose } from './ring.ts';
import { insertKey, type StoredKey } from './store.ts';

export const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The Web Crypto parameters for importing a ring's keys. */
export const importAs = (purpose: Purpose) => (algorithmOf(purpose) === 'ES256' ? P256 : RSA);

interface RsaJwk {
  kty: 'RSA';
  use: 'sig';
  alg: 'RS256';
  kid: string;
  n: string;
  e: string;
}

interface EcJwk {
  kty: 'EC';
  use: 'sig';
  alg: 'ES256';
  kid: string;
  crv: 'P-256';
  x: string;
  y: string;
}

/** A public key as a JWK (RFC 7517, spec 2.8). */
export type PublicJwk = RsaJwk | EcJwk;

/** The type of a ring's public keys. */
export type JwkOf<P extends Purpose> = P extends 'oidc_es256' ? EcJwk : RsaJwk;

export interface KeyMaker {
  config: Pick<Config, 'keyEncryptionKey'>;
  db: Database;
  now: () => number;
}

/**
 * Creates a key, unless another request has created one since `known` was read.
 * @param known every key of the ring
 * @param beside returns statements to run directly after the key's insertion; they must take effect
 *   only if the key was inserted
 */
export async function addKey(
  ctx: KeyMaker,
  purpose: Purpose,
  known: readonly StoredKey[],
  activeFromMs: number,
  beside: (made: Pick<StoredKey, 'kid' | 'activeFromMs'>) => readonly Statement[] = () => [],
): Promise<void> {
  const youngest = Math.max(0, ...known.map((key) => key.activeFromMs));
  const made = await makeKey(ctx.config, purpose, activeFromMs);
  await insertKey(ctx.db, purpose, made, ctx.now(), youngest, beside(made));
}

async function makeKey(
  config: KeyMaker['config'],
  purpose: Purpose,
  activeFromMs: number,
): Promise<StoredKey> {
  const pair = await makePair(purpose);
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey);
  const kid = encodeBase64Url(await crypto.subtle.digest('SHA-256', spki as ArrayBuffer)).slice(
    0,
    16,
  );
  const jwk = await exportJwk(pair.publicKey, kid);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const privateKey = await seal(config.keyEncryptionKey, kid, pkcs8 as ArrayBuffer);
  return { kid, activeFromMs, revokedAtMs: null, publicJwk: JSON.stringify(jwk), privateKey };
}

async function makePair(purpose: Purpose): Promise<CryptoKeyPair> {
  if (algorithmOf(purpose) === 'RS256')
    return generatePair({ ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) });
  const pair = await crypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  if (!('publicKey' in pair)) throw new Error('Keys for ECDSA come in pairs.');
  return pair;
}

async function exportJwk(key: CryptoKey, kid: string): Promise<PublicJwk> {
  const jwk = await crypto.subtle.exportKey('jwk', key);
  if (!('kty' in jwk)) throw new Error('The public key is not a JWK.');
  const { n, e, x, y } = jwk;
  if (n !== undefined && e !== undefined)
    return { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e };
  if (x === undefined || y === undefined)
    throw new Error('The public key is neither RSA nor P-256.');
  return { kty: 'EC', use: 'sig', alg: 'ES256', kid, crv: 'P-256', x, y };
}
