// A client with the profile `fapi2` (D-153): as FAPI 2.0 requires, each call has its own client
// assertion and DPoP proof.
import type { D1Database } from '@cloudflare/workers-types';
import { randomBytes } from 'node:crypto';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';
import type { Call } from './load.ts';
import type { PortalVisitor } from './portal-visitor.ts';
import { CHALLENGE, REDIRECT_URI, VERIFIER } from './target.ts';

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const SCOPES = ['openid', 'profile', 'email', 'age_verification'];

interface Keys {
  own: CryptoKey;
  proof: CryptoKey;
  proofJwk: JWK;
}

export class FapiClient {
  readonly #origin: string;
  readonly #id: string;
  readonly #keys: Keys;

  private constructor(origin: string, id: string, keys: Keys) {
    this.#origin = origin;
    this.#id = id;
    this.#keys = keys;
  }

  /** @param tenantId the id of the customer that the client belongs to */
  static async register(
    origin: string,
    database: D1Database,
    tenantId: string,
  ): Promise<FapiClient> {
    const id = `xoc_${randomBytes(16).toString('base64url')}`;
    const [own, proof] = await Promise.all([
      generateKeyPair('ES256', { extractable: true }),
      generateKeyPair('ES256', { extractable: true }),
    ]);
    const jwks = { keys: [await exportJWK(own.publicKey)] };
    await database
      .prepare(
        `INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms,
           private_key_jwt, jwks, profile, require_pushed, dpop_bound_access_tokens, id_token_alg)
         VALUES (?, ?, 'Bench Bank', ?, ?, '', ?, 1, ?, 'fapi2', 1, 1, 'ES256')`,
      )
      .bind(
        id,
        tenantId,
        JSON.stringify([REDIRECT_URI]),
        JSON.stringify(SCOPES),
        Date.now(),
        JSON.stringify(jwks),
      )
      .run();
    const proofJwk = await exportJWK(proof.publicKey);
    return new FapiClient(origin, id, { own: own.privateKey, proof: proof.privateKey, proofJwk });
  }

  pushing(): Promise<Call> {
    return this.#call('/oauth/par', {
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: SCOPES.join(' '),
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
  }

  /** @param code a code that is bound to the key of the DPoP proofs */
  exchanging(code: string): Promise<Call> {
    return this.#call('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    });
  }

  /**
   * @param pushed the body of the response to a pushed authorization request
   * @param visitor signs in and consents if that is still required
   */
  async issueCode(pushed: string, visitor: PortalVisitor): Promise<string> {
    const { request_uri } = JSON.parse(pushed) as { request_uri: string };
    const url = new URL('/oauth/authorize', this.#origin);
    url.search = new URLSearchParams({ client_id: this.#id, request_uri }).toString();
    const code = (await visitor.visit(url)).searchParams.get('code');
    if (code === null) throw new Error('The pushed request gave no code.');
    return code;
  }

  async #call(path: string, form: Record<string, string>): Promise<Call> {
    const url = `${this.#origin}${path}`;
    const claims = { iss: this.#id, sub: this.#id, aud: this.#origin };
    const [client_assertion, proof] = await Promise.all([
      sign(this.#keys.own, { alg: 'ES256' }, claims),
      sign(
        this.#keys.proof,
        { alg: 'ES256', typ: 'dpop+jwt', jwk: this.#keys.proofJwk },
        { htm: 'POST', htu: url },
      ),
    ]);
    const body = { ...form, client_assertion_type: ASSERTION, client_assertion };
    return {
      url,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', DPoP: proof },
      body: new URLSearchParams(body).toString(),
    };
  }
}

const sign = (
  key: CryptoKey,
  header: JWTHeaderParameters & { alg: string },
  claims: JWTPayload,
): Promise<string> =>
  new SignJWT({ ...claims, jti: randomBytes(16).toString('base64url') })
    .setProtectedHeader(header)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(key);
