// Keys with which OAuth clients authenticate (RFC 7523) and sign authorization requests (RFC 9101).
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { randomToken } from '../../../src/crypto/random.ts';
import { ORIGIN, type Parameters } from './oauth-request.ts';

export interface JwtChanges {
  header?: Record<string, unknown>;
  /** Claims to add or replace; undefined removes a claim. */
  claims?: Record<string, unknown>;
}

export interface ClientKey {
  jwk: JWK & { kid: string };
  privateKey: CryptoKey;
  /** Returns form parameters that authenticate the client. */
  assert: (clientId: string, changes?: JwtChanges) => Promise<Parameters>;
  /** @returns a signed request object with these parameters */
  sign: (clientId: string, request: Parameters, changes?: JwtChanges) => Promise<string>;
}

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export async function makeClientKey(alg = 'ES256', kid = randomToken(6)): Promise<ClientKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid };
  const make = (payload: object, header: object): Promise<string> =>
    new SignJWT(JSON.parse(JSON.stringify(payload)))
      .setProtectedHeader({ alg, kid, ...header })
      .sign(privateKey);
  return {
    jwk,
    privateKey,
    assert: async (id, { header, claims } = {}) => {
      const iat = Math.floor(Date.now() / 1000);
      const own = { iss: id, sub: id, aud: ORIGIN, jti: randomToken(16), iat, exp: iat + 60 };
      const client_assertion = await make({ ...own, ...claims }, { ...header });
      return { client_assertion_type: TYPE, client_assertion };
    },
    sign: (id, request, { header, claims } = {}) => {
      const iat = Math.floor(Date.now() / 1000);
      const own = { iss: id, aud: ORIGIN, client_id: id, iat, nbf: iat, exp: iat + 60 };
      return make({ ...own, ...request, ...claims }, { typ: 'oauth-authz-req+jwt', ...header });
    },
  };
}
