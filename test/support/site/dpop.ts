// Clients' DPoP keys, and the proofs that these keys sign (RFC 9449 4).
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { encodeBase64Url, encodeUtf8 } from '../../../src/crypto/encoding.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import { ORIGIN } from './oauth-request.ts';

export const TOKEN_URL = `${ORIGIN}/oauth/token`;
export const USERINFO_URL = `${ORIGIN}/oauth/userinfo`;

export interface ProofChanges {
  header?: Record<string, unknown>;
  /** Claims to add or replace; undefined removes a claim. */
  claims?: Record<string, unknown>;
  accessToken?: string;
}

export interface ProofKey {
  jwk: JWK;
  thumbprint: string;
  /** @returns a proof for the `DPoP` header */
  prove: (method: string, url: string, changes?: ProofChanges) => Promise<string>;
}

export async function makeProofKey(alg = 'ES256'): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove: ProofKey['prove'] = async (htm, htu, { header, claims, accessToken } = {}) => {
    const ath = accessToken === undefined ? undefined : await hashOf(accessToken);
    const iat = Math.floor(Date.now() / 1000);
    const payload = { jti: randomToken(16), htm, htu, iat, ath, ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(payload)))
      .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header })
      .sign(privateKey);
  };
  return { jwk, thumbprint: await calculateJwkThumbprint(jwk), prove };
}

const hashOf = async (text: string): Promise<string> =>
  encodeBase64Url(await crypto.subtle.digest('SHA-256', encodeUtf8(text)));
