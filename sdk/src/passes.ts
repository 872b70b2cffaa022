// Age passes (Privacy Pass, RFC 9577 and 9578 type 2): a site verifies a pass itself, with Web
// Crypto, so the service does not learn where the pass is used. `Passes` redeems a pass at the
// service, which then refuses to redeem it again; a site that only verifies passes itself would
// still accept it.
import { AgateConnectionError, AgePassError } from './errors.ts';
import type { Transport } from './transport.ts';
import type { WireRedeemedPass } from './wire.ts';

export type RedeemedPass = WireRedeemedPass;

/**
 * The issuer directory (RFC 9578 4), at `/.well-known/private-token-issuer-directory` of the
 * service. It may be cached for a day.
 */
export interface PassDirectory {
  'issuer-request-uri': string;
  'token-keys': readonly {
    'token-type': number;
    /** The public key as SPKI for RSASSA-PSS, base64url. */
    'token-key': string;
    /** When the key starts to sign, in seconds since the epoch. */
    'not-before': number;
    bracket: string;
    class: 'standard' | 'high';
    issued: string;
    'redeem-until': string;
  }[];
}

export interface AgePass {
  /** The age bracket, such as `18+`: the person is at least this old. */
  bracket: string;
  /** `high`: the age came from a document or a wallet. */
  class: 'standard' | 'high';
  /** The month in which the pass was issued, such as `2026-11`. */
  issued: string;
  /** The time from which the pass is no longer valid. */
  redeemUntil: string;
  /**
   * The id of this pass, in hex. Store it until `redeemUntil` to refuse a pass that is presented
   * twice. It does not identify the person.
   */
  id: string;
}

export interface PassDemand {
  /** The age to be proven. Default: 18. */
  minAge?: number;
  /** The required class; `high` rejects ages that were estimated from a face. */
  class?: 'high';
  /** The time to check against, in milliseconds since the epoch. Default: now. */
  nowMs?: number;
}

const TOKEN_TYPE = 2;
const HASH_BYTES = 32;
const INPUT_BYTES = 2 + 3 * HASH_BYTES;
const TOKEN_BYTES = INPUT_BYTES + 256;
const TIMEOUT_MS = 10_000;
const PSS = { name: 'RSA-PSS', hash: 'SHA-384' };
/**
 * The DER prefixes of an RSA-2048 public key: one for the RSASSA-PSS SPKI that the service
 * publishes, and one for the rsaEncryption SPKI that Web Crypto can import.
 */
const PUBLISHED_HEAD =
  '30820152303d06092a864886f70d01010a3030a00d300b0609608648016503040202a11a301806092a864886f70d010108300b0609608648016503040202a203020130';
const PLAIN_HEAD = '30820122300d06092a864886f70d0101010500';

/**
 * @param issuer the origin of the service
 * @throws AgateConnectionError when the directory cannot be loaded
 */
export async function fetchPassDirectory(issuer: string): Promise<PassDirectory> {
  const origin = issuer.replace(/\/+$/, '');
  try {
    const response = await fetch(`${origin}/.well-known/private-token-issuer-directory`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // A redirect is refused, because it could lead to the keys of a different service. Workers do
      // not support `redirect: 'error'`, so redirects are detected in the response.
      redirect: 'manual',
    });
    if (!response.ok)
      throw new Error(`The request for the directory was answered with ${response.status}.`);
    const body = (await response.json()) as Partial<PassDirectory> | null;
    if (!Array.isArray(body?.['token-keys'])) throw new Error('The answer has no keys.');
    return body as PassDirectory;
  } catch (cause) {
    throw new AgateConnectionError('The directory of keys could not be fetched.', { cause });
  }
}

/**
 * Verifies a pass without sending any request. To refuse a pass that has been presented before,
 * store its `id`, or call `redeem`.
 * @param token the pass in base64url, or the value of the `Authorization` header, `PrivateToken
 * token="…"`
 * @param directory the directory of the service that you trust
 * @throws AgePassError when the token is not a valid pass of that service, has expired, or is for
 * too low an age or class
 */
export async function verifyAgePass(
  token: string,
  directory: PassDirectory,
  { minAge = 18, class: atLeast, nowMs = Date.now() }: PassDemand = {},
): Promise<AgePass> {
  const bytes = decode(/^PrivateToken\s.*?token="?([\w=-]+)/is.exec(token)?.[1] ?? token);
  if (bytes.length !== TOKEN_BYTES || bytes[0] !== 0 || bytes[1] !== TOKEN_TYPE)
    throw refuse('This is not an age pass.');
  const part = (at: number) => bytes.slice(2 + at * HASH_BYTES, 2 + (at + 1) * HASH_BYTES);
  const [nonce, digest, keyId] = [part(0), part(1), part(2)];
  if (!isSame(digest, await sha256(challengeOf(directory))))
    throw refuse('The pass is from another service.');
  const found = await findKey(directory, keyId);
  if (found === undefined) throw refuse('The signing key is not known.');
  const { key, entry } = found;
  const algorithm = { name: PSS.name, saltLength: 48 };
  const [input, signature] = [bytes.slice(0, INPUT_BYTES), bytes.slice(INPUT_BYTES)];
  if (!(await crypto.subtle.verify(algorithm, key, signature, input)))
    throw refuse('The signature does not match.');
  if (nowMs < entry['not-before'] * 1000 || nowMs >= Date.parse(entry['redeem-until']))
    throw refuse('The pass is not valid at this time.');
  if (!(Number.parseInt(entry.bracket, 10) >= minAge)) throw refuse('The pass proves a lower age.');
  if (atLeast === 'high' && entry.class !== 'high')
    throw refuse('The pass is based on an estimate.');
  const { bracket, issued } = entry;
  const id = toHex(await sha256(nonce));
  return { bracket, class: entry.class, issued, redeemUntil: entry['redeem-until'], id };
}

/**
 * Returns the value of `WWW-Authenticate` (RFC 9577 2.1) for the 401 response to a request without
 * a pass. `embed.js` reads the challenge and asks the visitor for a pass.
 */
export function passChallengeHeader(
  directory: PassDirectory,
  { minAge = 18, class: atLeast }: Pick<PassDemand, 'minAge' | 'class'> = {},
): string {
  const challenge = encode(challengeOf(directory));
  const demands = [`min-age="${minAge}"`, ...(atLeast === undefined ? [] : [`class="${atLeast}"`])];
  return `PrivateToken challenge="${challenge}", ${demands.join(', ')}`;
}

export class Passes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Verifies a pass and redeems it, so that every site that redeems passes refuses it afterwards.
   * Fails with `PASS_SPENT` or `PASS_INVALID`.
   * @param idempotencyKey a repeated call with the same key within 15 minutes gets the first
   *   response
   */
  async redeem(
    token: string,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<RedeemedPass> {
    return this.#transport.call<RedeemedPass>({
      method: 'POST',
      path: '/verify/v1/passes/redeem',
      body: { token },
      idempotencyKey,
      isIdempotent: true,
    });
  }
}

type KeyEntry = PassDirectory['token-keys'][number];

async function findKey(
  directory: PassDirectory,
  keyId: Uint8Array,
): Promise<{ key: CryptoKey; entry: KeyEntry } | undefined> {
  for (const entry of directory['token-keys']) {
    const published = decode(entry['token-key']);
    if (entry['token-type'] !== TOKEN_TYPE || !isSame(await sha256(published), keyId)) continue;
    const head = fromHex(PUBLISHED_HEAD);
    if (!isSame(published.slice(0, head.length), head))
      throw refuse('The key of the pass cannot be read.');
    const plain = Uint8Array.from([...fromHex(PLAIN_HEAD), ...published.slice(head.length)]);
    return { entry, key: await crypto.subtle.importKey('spki', plain, PSS, false, ['verify']) };
  }
  return undefined;
}

/**
 * Builds the challenge, which is the same for all people and all sites. It consists of the token
 * type and the issuer's name; context and origin are empty.
 */
function challengeOf(directory: PassDirectory): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(new URL(directory['issuer-request-uri']).host);
  return Uint8Array.from([0, TOKEN_TYPE, name.length >> 8, name.length & 255, ...name, 0, 0, 0]);
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

function decode(text: string): Uint8Array<ArrayBuffer> {
  try {
    const base64 = text.trim().replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw refuse('This is not an age pass.');
  }
}

const refuse = (message: string): AgePassError => new AgePassError(message);
