// Verifies webhook signatures (Standard Webhooks) with Web Crypto, which every runtime has.
import { WebhookVerificationError } from './errors.ts';
import type { WireEvent } from './wire.ts';

export type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The challenge that a new endpoint must answer with 2xx and `challenge` as the body. Until then,
 * the endpoint receives no events.
 */
export interface EndpointChallenge {
  type: 'endpoint.challenge';
  challenge: string;
}

const PREFIX = 'whsec_';
/** How old a webhook may be, and how far in the future its timestamp may be. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * @param rawBody the body exactly as received, before any parsing
 * @param headers the headers of the request: a `Headers` object or a plain one
 * @param secret the endpoint's secret, `whsec_…`; when it is undefined, as with an unset variable,
 * verification fails
 * @throws WebhookVerificationError when the webhook is not from the service or has been modified,
 * or when its timestamp differs from the current time by more than five minutes
 */
export async function verifyWebhook(
  rawBody: string,
  headers: HeaderSource,
  secret: string | undefined,
): Promise<WireEvent | EndpointChallenge> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    throw new WebhookVerificationError('The timestamp is too far from now.');
  const key = await importSecret(secret);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${rawBody}`);
  for (const one of signatures) {
    const [version, encoded = ''] = one.split(',');
    const signature = version === 'v1' ? decode(encoded) : undefined;
    // `verify` runs in constant time, so its duration does not reveal where the signatures differ.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, content)))
      return JSON.parse(rawBody) as WireEvent | EndpointChallenge;
  }
  throw new WebhookVerificationError('No signature matches.');
}

async function importSecret(secret: string | undefined): Promise<CryptoKey> {
  const bytes =
    secret?.startsWith(PREFIX) === true ? decode(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookVerificationError('The secret must be whsec_ followed by base64.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

function readHeader(headers: HeaderSource, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

const isHeaders = (headers: HeaderSource): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
