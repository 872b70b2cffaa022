// Signs a webhook in two formats, so that receivers can verify either (D-24): the `Agate-Signature`
// header, or the three headers of the Standard Webhooks specification.
import { decodeBase64, encodeBase64, encodeHex, encodeUtf8 } from '../../../crypto/encoding.ts';
import { WEBHOOK_SECRET } from '../../../crypto/token-prefixes.ts';

interface Signable {
  /** The event's id, `evt_…`. */
  id: string;
  body: string;
  /**
   * The time of the attempt, in seconds since the epoch. It is signed, so every attempt has its own
   * signature.
   */
  timestamp: number;
}

/** @param secrets the current secret, followed by the previous one during a rotation */
export async function signatureHeaders(
  { id, body, timestamp }: Signable,
  secrets: readonly [string, ...string[]],
): Promise<Record<string, string>> {
  const own = await hmac(encodeUtf8(secrets[0]), `${timestamp}.${body}`);
  const standard = await Promise.all(
    secrets.map(async (secret) => {
      const key = decodeBase64(secret.slice(WEBHOOK_SECRET.length));
      const signature = await hmac(key, `${id}.${timestamp}.${body}`);
      return `v1,${encodeBase64(signature)}`;
    }),
  );
  return {
    'Agate-Signature': `t=${timestamp},v1=${encodeHex(own)}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

async function hmac(secret: Uint8Array, content: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encodeUtf8(content)));
}
