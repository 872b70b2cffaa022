// An invented issuer of SD-JWT VCs and a wallet for them, built with the third-party library
// @sd-jwt/sd-jwt-vc. Where the wallet deviates from the protocol, it signs with jose.
import { createHash, randomBytes } from 'node:crypto';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { base64url, CompactSign, importJWK, type JWK } from 'jose';
import { CREDENTIALS, type Credential } from '../../../src/wallet/age-claims.ts';
import type { MadeOffer, WalletAnswer, WalletProtocol } from '../../../src/wallet/wallet-wire.ts';
import { exportKey, makePair } from './keys.ts';
import { type Certified, derOf, NOW_MS } from './pki.ts';
import { encrypt } from './wallet.ts';

const NOW_S = NOW_MS / 1000;
const MONTH_S = 30 * 86_400;

interface IssuedSdJwt {
  /** The SD-JWT with every disclosure. */
  text: string;
  walletKey: JWK;
}

export interface SdJwtOrder {
  credential?: Credential;
  /** Claims that are added to the usual payload or replace claims in it; undefined removes one. */
  claims?: Record<string, unknown>;
  /** The claims that can be disclosed separately, as the library's disclosure frame. */
  frame?: Record<string, unknown>;
  header?: Record<string, unknown>;
  hash?: 'sha-256' | 'sha-384' | 'sha-512';
  walletCurve?: 'P-256' | 'P-384';
  authorities?: readonly Certified[];
  forger?: Certified;
  /** Alters the payload, including its digests, and the header before the issuer signs them. */
  alterPayload?: (payload: Record<string, unknown>, header: Record<string, unknown>) => void;
}

const PERSON = {
  given_name: 'Ada',
  birthdate: '2001-01-01',
  age_equal_or_over: { 16: true, 18: true, 21: false },
};
/** `age_equal_or_over` is always disclosed; each age in it can be disclosed separately. */
const FRAME = { _sd: ['given_name', 'birthdate'], age_equal_or_over: { _sd: ['16', '18', '21'] } };

const hashes = (bytes: Uint8Array | string, algorithm: string) =>
  new Uint8Array(createHash(algorithm.replace('-', '')).update(bytes).digest());
const libraryOf = (config: object) =>
  new SDJwtVcInstance({
    hasher: (data, algorithm) => hashes(data as string, algorithm),
    saltGenerator: () => randomBytes(16).toString('base64url'),
    ...config,
  });

const algorithmOf = (curve: string | undefined) => (curve === 'P-384' ? 'ES384' : 'ES256');

async function signText(text: string, key: CryptoKey, curve: string): Promise<string> {
  const hash = curve === 'P-384' ? 'SHA-384' : 'SHA-256';
  const bytes = new TextEncoder().encode(text);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash }, key, bytes);
  return base64url.encode(new Uint8Array(signature));
}

export async function issueSdJwt(signer: Certified, order: SdJwtOrder = {}): Promise<IssuedSdJwt> {
  const { credential = 'pid_de', walletCurve = 'P-256', forger = signer } = order;
  const pair = await makePair(walletCurve);
  const { kty, crv, x, y } = await exportKey(pair.publicKey);
  const library = libraryOf({
    signer: (text: string) => signText(text, forger.key.privateKey, forger.algorithm.namedCurve),
    signAlg: algorithmOf(signer.algorithm.namedCurve),
    hashAlg: order.hash ?? 'sha-256',
  });
  const claims = {
    iss: 'https://issuer.quarry.example',
    iat: NOW_S - 3600,
    exp: NOW_S + MONTH_S,
    vct: CREDENTIALS[credential].docType,
    issuing_country: 'UT',
    cnf: { jwk: { kty, crv, x, y } },
    ...PERSON,
    ...order.claims,
  };
  const present = Object.fromEntries(Object.entries(claims).filter(([, one]) => one !== undefined));
  const x5c = [signer, ...(order.authorities ?? [])].map((one) =>
    Buffer.from(derOf(one)).toString('base64'),
  );
  const text = await library.issue(present as never, (order.frame ?? FRAME) as never, {
    header: { x5c, ...order.header },
  });
  const walletKey = (await exportKey(pair.privateKey)) as JWK;
  if (order.alterPayload === undefined) return { text, walletKey };
  const [jws = '', ...rest] = text.split('~');
  const [head = '', body = ''] = jws.split('.');
  const [header, payload] = [readPart(head), readPart(body)];
  order.alterPayload(payload, header);
  const signed = `${writePart(header)}.${writePart(payload)}`;
  const signature = await signText(signed, forger.key.privateKey, forger.algorithm.namedCurve);
  return { text: [`${signed}.${signature}`, ...rest].join('~'), walletKey };
}

export const readPart = (part: string): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(base64url.decode(part))) as Record<string, unknown>;
export const writePart = (value: unknown): string => base64url.encode(JSON.stringify(value));

/** How a wallet deviates from the protocol. */
export interface SdJwtDeviation {
  /**
   * The claims to disclose, as the library's presentation frame; by default the first requested
   * claim.
   */
  show?: Record<string, unknown>;
  nonce?: string;
  aud?: string;
  iatS?: number;
  /** Alters the presentation before the wallet signs it. */
  alter?: (presentation: string) => string;
  /** Alters the presentation after the wallet has signed it. */
  alterSigned?: (presentation: string) => string;
  /**
   * Parameters that are added to the key binding JWT's usual header or replace parameters in it.
   */
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: JWK;
  isUnsigned?: boolean;
  encryptFor?: JWK;
}

interface Request {
  client_id?: string;
  nonce: string;
  state?: string;
  dcql_query: { credentials: [{ id: string; claims: [{ path: [string, string] }] }] };
  client_metadata: { jwks?: { keys: [JWK] } };
}

export async function presentSdJwt(
  { text, walletKey }: IssuedSdJwt,
  { dcql_query: { credentials }, nonce: asked }: Request,
  audience: string,
  deviation: SdJwtDeviation,
): Promise<string> {
  const [{ claims }] = credentials;
  const [{ path }] = claims;
  const { show = { [path[0]]: { [path[1]]: true } }, key = walletKey } = deviation;
  const { nonce = asked, aud = audience, iatS: iat = NOW_S } = deviation;
  const alg = algorithmOf(key.crv);
  const own = (await importJWK(key, alg)) as CryptoKey;
  const library = libraryOf({
    kbSigner: (data: string) => signText(data, own, key.crv ?? ''),
    kbSignAlg: alg,
    hashAlg: 'sha-256',
  });
  const { alter, alterSigned = (whole) => whole, header, claims: others, isUnsigned } = deviation;
  const isOrdinary = !alter && !header && !others && !isUnsigned;
  if (isOrdinary) {
    const kb = { payload: { iat, aud, nonce } };
    return alterSigned(await library.present(text, show as never, { kb }));
  }
  const bare = await library.present(text, show as never);
  const changed = alter ? alter(bare) : bare;
  if (isUnsigned) return changed;
  const sdHash = base64url.encode(hashes(changed, 'sha-256'));
  const payload = { iat, aud, nonce, sd_hash: sdHash, ...others };
  const binding = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg, typ: 'kb+jwt', ...header })
    .sign(own);
  return alterSigned(changed + binding);
}

/** Answers an offer as a wallet that uses the given protocol would. */
export async function answerSdJwt(
  made: MadeOffer,
  protocol: WalletProtocol,
  issued: IssuedSdJwt,
  deviation: SdJwtDeviation = {},
): Promise<WalletAnswer> {
  const isLink = protocol === 'direct_post' || protocol === 'direct_post.jwt';
  const request = isLink
    ? readLink(made.links[protocol === 'direct_post' ? 'openid4vp' : 'encrypted'] ?? '')
    : readRequest(made.requests.find((one) => one.protocol === protocol)?.data ?? {});
  const audience = isLink ? (request.client_id ?? '') : `origin:${made.offer.origin}`;
  const presentation = await presentSdJwt(issued, request, audience, deviation);
  const [{ id }] = request.dcql_query.credentials;
  const token = { [id]: [presentation] };
  const { state = '', client_metadata: metadata } = request;
  const [key] = metadata.jwks?.keys ?? [];
  if (key === undefined) {
    const form = new URLSearchParams({ vp_token: JSON.stringify(token), state });
    return { form: form.toString() };
  }
  const fields = { vp_token: token, ...(isLink && { state }) };
  const response = await encrypt(fields, key, deviation);
  if (isLink) return { form: new URLSearchParams({ response }).toString() };
  return { protocol, data: { response } };
}

function readLink(link: string): Request {
  const asked = Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1)));
  return {
    ...asked,
    nonce: asked.nonce ?? '',
    dcql_query: JSON.parse(asked.dcql_query ?? '') as Request['dcql_query'],
    client_metadata: JSON.parse(asked.client_metadata ?? '') as Request['client_metadata'],
  };
}

const readRequest = (data: Record<string, unknown>): Request =>
  (typeof data.request === 'string' ? readPart(data.request.split('.')[1] ?? '') : data) as never;
