// Creates the headers of a request to an endpoint, including signatures with its secrets.
import type { Config } from '../../../config/config.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { openSecret } from './secret.ts';
import { signatureHeaders } from './signature.ts';

/**
 * @param content the event's id and body
 * @param atMs the time of the attempt, which is part of the signature
 * @returns undefined when a secret cannot be decrypted
 */
export async function signRequest(
  config: Config,
  endpoint: WebhookEndpoint,
  { id, body }: { id: string; body: string },
  atMs: number,
): Promise<Record<string, string> | undefined> {
  const { secret, previousSecret, previousUntilMs = 0 } = endpoint;
  const sealed =
    previousSecret !== undefined && atMs < previousUntilMs ? [secret, previousSecret] : [secret];
  const opened = sealed.map((one) => openSecret(config, endpoint.id, one));
  const [newest, ...older] = await Promise.all(opened).catch(() => []);
  if (newest === undefined) return undefined;
  const signable = { id, body, timestamp: Math.floor(atMs / 1000) };
  return {
    'Content-Type': 'application/json',
    'User-Agent': `${config.serviceName}-Webhooks/1`,
    ...(await signatureHeaders(signable, [newest, ...older])),
  };
}
