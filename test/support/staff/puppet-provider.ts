// An identity provider whose responses, honest or not, are controlled by a test. The service
// reaches it through a stubbed `fetch`.
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { vi } from 'vitest';
import { randomToken } from '../../../src/crypto/random.ts';

export const CLIENT = 'agate-at-company';
export const SECRET = 'a-secret-of-the-company';

type Claims = Record<string, unknown>;

/** A request to the provider's token endpoint. */
interface Exchange {
  parameters: URLSearchParams;
  authorization: string | undefined;
}

export class PuppetProvider {
  readonly issuer = `https://idp-${randomToken(6).toLowerCase()}.example`;
  readonly exchanges: Exchange[] = [];
  /** Members that override members of the discovery document. */
  metadata: Claims = {};
  /**
   * The claims that the userinfo endpoint returns; undefined if claims are only in the ID token.
   */
  userinfo: Claims | undefined;
  outage: 'none' | 'silent' | 'error' | 'refuses' | 'redirects' = 'none';
  /** ID tokens by authorization code. */
  readonly #codes = new Map<string, string>();
  readonly #key: CryptoKey;
  readonly #jwk: JWK;

  private constructor(key: CryptoKey, jwk: JWK) {
    this.#key = key;
    this.#jwk = jwk;
  }

  /**
   * Starts a provider and replaces `fetch` until the test unstubs it. Requests to any other server
   * than this provider and the `others` fail.
   */
  static async start(...others: PuppetProvider[]): Promise<PuppetProvider> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: randomToken(6), use: 'sig', alg: 'RS256' };
    const provider = new PuppetProvider(privateKey, jwk);
    const all = [provider, ...others];
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
      const asked = all.find(({ issuer }) => address.startsWith(issuer));
      if (asked === undefined) throw new TypeError(`Nothing is at ${address}.`);
      return asked.#answer(new URL(address), init);
    });
    return provider;
  }

  /**
   * @param claims claims in addition to the usual ones; `undefined` removes a claim
   * @returns an ID token or logout token
   */
  async sign(
    claims: Claims,
    { typ = 'JWT', key = this.#key, alg = 'RS256' } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: this.issuer, aud: CLIENT, iat: now, exp: now + 300, ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(all)))
      .setProtectedHeader({ alg, typ, kid: this.#jwk.kid ?? '' })
      .sign(key);
  }

  /**
   * @param departure the URL to which the service sent the browser
   * @param claims the person's claims
   * @returns the URL at the service to which the provider redirects the browser
   */
  async comeBack(departure: string, claims: Claims, idToken?: string): Promise<URL> {
    const asked = new URL(departure).searchParams;
    const code = randomToken(12);
    const person = {
      sub: 'sub-1',
      email_verified: true,
      nonce: asked.get('nonce'),
      ...claims,
    };
    this.#codes.set(code, idToken ?? (await this.sign(person)));
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    return back;
  }

  async #answer(url: URL, { body, headers }: RequestInit): Promise<Response> {
    if (this.outage === 'silent') throw new TypeError('The connection was refused.');
    if (this.outage === 'error') return new Response('Oops', { status: 503 });
    if (this.outage === 'redirects') return Response.redirect('https://elsewhere.example/', 302);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return Response.json({ ...this.#metadata(), ...this.metadata });
      case '/jwks':
        return Response.json({ keys: [this.#jwk] });
      case '/userinfo':
        return Response.json(this.userinfo);
      case '/token':
        return this.#exchange(new URLSearchParams(body as URLSearchParams), new Headers(headers));
      default:
        return new Response('Not here', { status: 404 });
    }
  }

  #exchange(parameters: URLSearchParams, headers: Headers): Response {
    this.exchanges.push({ parameters, authorization: headers.get('Authorization') ?? undefined });
    const code = parameters.get('code') ?? '';
    const idToken = this.#codes.get(code);
    this.#codes.delete(code);
    if (idToken === undefined || this.outage === 'refuses')
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    return Response.json({ access_token: 'at', token_type: 'Bearer', id_token: idToken });
  }

  #metadata() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }
}
