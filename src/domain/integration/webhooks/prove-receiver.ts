// Makes the owner of an endpoint prove control of it (D-65): a signed challenge is sent to its URL,
// and the response must contain the challenge. Otherwise anyone could make the service send
// requests to any host.
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, type ReceiverFault } from '../../../errors.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import type { AttemptFailure } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { sendWebhook, type Sent } from './send.ts';
import { signRequest } from './sign-request.ts';

/**
 * Sends one challenge.
 * @param endpoint the endpoint, with the URL to be verified
 * @throws AppError ENDPOINT_NOT_VERIFIED with the reason and, if there was a response, its status;
 *   TOO_MANY_REQUESTS when the customer's limit, or the host's limit across all customers, is
 *   exceeded
 */
export async function proveReceiver(ctx: Context, endpoint: WebhookEndpoint): Promise<void> {
  const { config } = ctx;
  const { webhookChallenge, webhookChallengeHost } = config.guessLimits;
  if (!isReceiverUrl(endpoint.url, config)) throw unproven('url_not_allowed');
  await countAgainst(
    ctx,
    [webhookChallenge, endpoint.tenantId],
    [webhookChallengeHost, new URL(endpoint.url).host],
  );
  const challenge = randomToken(32);
  const body = JSON.stringify({ type: 'endpoint.challenge', challenge });
  const content = { id: `chl_${randomToken(18)}`, body };
  const headers = await signRequest(config, endpoint, content, ctx.now());
  if (headers === undefined) throw unproven('secret_unreadable');
  const sent = await sendWebhook(endpoint.url, headers, body, config.webhooks.timeoutMs);
  const fault = faultOf(sent, challenge);
  if (fault !== undefined) throw unproven(fault, sent.status);
}

/** @returns why the response fails the check; undefined when it contains the challenge */
function faultOf({ status, failure, answer }: Sent, challenge: string): ReceiverFault | undefined {
  // Cloudflare returns a status of its own for a host that it cannot reach.
  const ofEdge = status === undefined ? undefined : EDGE_STATUSES[status];
  if (failure !== undefined) return ofEdge ?? FAULT_OF[failure] ?? 'wrong_status';
  if (answer === undefined || answer.trim() === '') return 'empty_body';
  return returnsChallenge(answer, challenge) ? undefined : 'other_body';
}

/**
 * Statuses that Cloudflare's network itself returns when it gets no response from the receiver; see
 * https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/.
 */
const EDGE_STATUSES: Readonly<Record<number, ReceiverFault>> = {
  521: 'no_connection',
  522: 'timeout',
  523: 'no_connection',
  524: 'timeout',
  525: 'certificate',
  526: 'certificate',
  530: 'no_connection',
};

const FAULT_OF: Partial<Record<AttemptFailure, ReceiverFault>> = {
  timeout: 'timeout',
  connection: 'no_connection',
  redirect: 'redirect',
};

/**
 * Whether the response is the challenge, either as plain text or as frameworks wrap it: in a JSON
 * string, or in an object with the single member `challenge` (D-140). A server that merely echoes
 * the request proves nothing; it can be recognised by the additional member `type` in its response.
 */
function returnsChallenge(answer: string, challenge: string): boolean {
  const text = answer.trim();
  if (text === challenge) return true;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return value === challenge;
  const members = Object.entries(value);
  return members.length === 1 && members[0]?.[0] === 'challenge' && members[0][1] === challenge;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MESSAGES: Readonly<Record<ReceiverFault, string>> = {
  url_not_allowed: 'this service may not call its URL',
  secret_unreadable: 'its secret cannot be read; rotate it',
  no_connection: 'no connection could be made',
  certificate: 'its TLS certificate is not trusted',
  timeout: 'it did not answer in time',
  redirect: 'it answered with a redirect, which is not followed',
  wrong_status: 'it did not answer with a 2xx status',
  empty_body: 'it answered with an empty body',
  other_body: 'its body was not the challenge',
};

function unproven(reason: ReceiverFault, status?: number): AppError {
  const why = status === undefined ? MESSAGES[reason] : `${MESSAGES[reason]} (${status})`;
  return new AppError(
    'ENDPOINT_NOT_VERIFIED',
    `The endpoint has not returned the challenge: ${why}. It must answer 2xx with the challenge as body.`,
    { receiver: { reason, ...(status !== undefined && { status }) } },
  );
}
