// Signs forwarded events exactly as the service signs webhooks (D-24): with `Agate-Signature`, and
// with the headers of Standard Webhooks.
import { createHmac, randomBytes } from 'node:crypto';
import { SettingsError } from './terminal.ts';

const PREFIX = 'whsec_';

interface Signable {
  /** The id of the event, `evt_…`, or of the challenge, `chl_…`. */
  id: string;
  /** The body exactly as it is sent. */
  body: string;
  /** When the webhook is signed, in milliseconds since the epoch. */
  atMs: number;
}

/** @returns the headers of a webhook with that body */
export function webhookHeaders(
  { id, body, atMs }: Signable,
  secret: string,
): Record<string, string> {
  const timestamp = Math.floor(atMs / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const own = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Agate-CLI/1',
    'Agate-Signature': `t=${timestamp},v1=${own}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}

/** Generates the secret of an endpoint that exists only for this run. */
export const makeSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * @param text the value of AGATE_WEBHOOK_SECRET
 * @throws SettingsError when the text is not a webhook secret
 */
export function readSecret(text: string): string {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  if (!/^[A-Za-z0-9+/]{32,}={0,2}$/.test(encoded))
    throw new SettingsError(
      'AGATE_WEBHOOK_SECRET is not a webhook secret: it must be whsec_ followed by base64, as shown when the endpoint was created.',
    );
  return text;
}
