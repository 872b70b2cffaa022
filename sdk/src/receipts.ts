// Verifies deletion receipts (compact JWS, RS256) with Web Crypto, offline if the keys were saved.
import { AgateConnectionError, ReceiptVerificationError } from './errors.ts';
import type { WireReceipt } from './wire.ts';

export type DeletionReceipt = WireReceipt;

/** A key set (RFC 7517). The service publishes its key set at `/.well-known/receipt-keys.json`. */
export interface ReceiptKeys {
  keys: readonly Readonly<Record<string, unknown>>[];
}

export type ReceiptTrust = (
  | {
      /** Keys of a service that you trust, saved earlier, so that no keys need to be fetched. */
      jwks: ReceiptKeys;
      /** The origin that the receipt must name. */
      issuer?: string;
    }
  | {
      /**
       * The origin of the service from which the keys are loaded, such as
       * `https://verify.example.com`.
       */
      issuer: string;
      jwks?: never;
    }
) & {
  /** `xtk_…`: the receipt must belong to this session. */
  token?: string;
};

/** The token type (RFC 8725 3.11), which no other token of the service uses. */
const TYPE = 'agate-receipt+jwt';
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const TIMEOUT_MS = 10_000;
const NOTHING = 'This is not a receipt.';

/**
 * @param receipt the response from the URL in the result's `receipt`, or the text of the file that
 *   a visitor saved
 * @returns the signed content
 * @throws ReceiptVerificationError when the receipt is not what the service signed, or belongs to a
 *   different session; AgateConnectionError when the keys cannot be loaded
 */
export async function verifyReceipt(
  receipt: string,
  { jwks, issuer, token }: ReceiptTrust,
): Promise<DeletionReceipt> {
  const jws = receipt.trim().split(/\s+/).at(-1) ?? '';
  const statement = (await verifySigned(jws, TYPE, jwks ?? issuer ?? '')) as DeletionReceipt;
  if (issuer !== undefined && statement.iss !== withoutSlash(issuer))
    throw refuse('The receipt is from another service.');
  if (token !== undefined && statement.session !== (await hashOf(token)))
    throw refuse('The receipt is for another session.');
  return statement;
}

/**
 * @param type the expected `typ` of the header
 * @param trusted the trusted keys, or the origin from which they are loaded
 * @returns the signed content
 * @throws the same errors as verifyReceipt
 */
export async function verifySigned(
  jws: string,
  type: string,
  trusted: ReceiptKeys | string,
): Promise<object> {
  const [header = '', payload = '', signature = '', ...rest] = jws.split('.');
  const { typ, alg, kid } = parse(header) as { typ?: unknown; alg?: unknown; kid?: unknown };
  if (typ !== type || alg !== 'RS256' || rest.length > 0) throw refuse(NOTHING);
  const { keys } = typeof trusted === 'string' ? await fetchKeys(trusted) : trusted;
  const jwk = keys.find((key) => key['kty'] === 'RSA' && key['kid'] === kid);
  if (jwk === undefined) throw refuse('The signing key is not known.');
  const key = await importKey(jwk);
  const content = new TextEncoder().encode(`${header}.${payload}`);
  if (!(await crypto.subtle.verify(ALGORITHM, key, decode(signature), content)))
    throw refuse('The signature does not match.');
  return parse(payload);
}

async function importKey(jwk: Readonly<Record<string, unknown>>): Promise<CryptoKey> {
  try {
    const rsa = { ...jwk, kty: 'RSA' };
    return await crypto.subtle.importKey('jwk', rsa, ALGORITHM, false, ['verify']);
  } catch {
    throw refuse('The key is not an RSA key.');
  }
}

async function fetchKeys(issuer: string): Promise<ReceiptKeys> {
  try {
    const response = await fetch(`${withoutSlash(issuer)}/.well-known/receipt-keys.json`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Workers do not support `redirect: 'error'`, so a redirect is detected in the response and
      // then refused.
      redirect: 'manual',
    });
    if (!response.ok)
      throw new Error(`The request for the keys was answered with ${response.status}.`);
    const body = (await response.json()) as Partial<ReceiptKeys> | null;
    if (!Array.isArray(body?.keys)) throw new Error('The answer has no keys.');
    return body as ReceiptKeys;
  } catch (cause) {
    throw new AgateConnectionError('The keys could not be fetched.', { cause });
  }
}

const withoutSlash = (origin: string): string => origin.replace(/\/+$/, '');

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function parse(part: string): object {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(decode(part)));
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Invalid JSON is handled like any other invalid receipt.
  }
  throw refuse(NOTHING);
}

function decode(base64Url: string): Uint8Array<ArrayBuffer> {
  try {
    const base64 = base64Url.replaceAll('-', '+').replaceAll('_', '/');
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw refuse(NOTHING);
  }
}

const refuse = (message: string): ReceiptVerificationError => new ReceiptVerificationError(message);
