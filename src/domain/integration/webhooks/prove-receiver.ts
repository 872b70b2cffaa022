// Whoever registers an endpoint must be able to answer for it (D-65): a signed challenge is sent to its URL, and the answer
// must be that challenge. Otherwise one form would send requests to any host.
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError } from '../../../errors.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { sendWebhook, type Sent } from './send.ts';
import { signRequest } from './sign-request.ts';

/**
 * Sends one challenge.
 * @param endpoint with the URL to be proven
 * @throws AppError ENDPOINT_NOT_VERIFIED, with what came back; TOO_MANY_REQUESTS per customer, and per host for all
 */
export async function proveReceiver(ctx: Context, endpoint: WebhookEndpoint): Promise<void> {
  const { config } = ctx;
  const { webhookChallenge, webhookChallengeHost } = config.guessLimits;
  if (!isReceiverUrl(endpoint.url, config)) throw unproven('its URL may not be called');
  await countAgainst(
    ctx,
    [webhookChallenge, endpoint.tenantId],
    [webhookChallengeHost, new URL(endpoint.url).host],
  );
  const challenge = randomToken(32);
  const body = JSON.stringify({ type: 'endpoint.challenge', challenge });
  const content = { id: `chl_${randomToken(18)}`, body };
  const headers = await signRequest(config, endpoint, content, ctx.now());
  if (headers === undefined) throw unproven('its secret cannot be read; rotate it');
  const sent = await sendWebhook(endpoint.url, headers, body, config.webhooks.timeoutMs);
  if (sent.failure !== undefined) throw unproven(describe(sent));
  if (sent.answer?.trim() !== challenge)
    throw unproven(`it answered ${sent.status} with another body`);
}

function describe({ failure, status }: Sent): string {
  if (status !== undefined) return `it answered ${status}`;
  return failure === 'timeout' ? 'it did not answer in time' : 'no connection was possible';
}

const unproven = (why: string): AppError =>
  new AppError(
    'ENDPOINT_NOT_VERIFIED',
    `The endpoint has not returned the challenge: ${why}. It must answer 2xx with the challenge as body.`,
  );
