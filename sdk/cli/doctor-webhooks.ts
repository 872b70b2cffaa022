// The part of `agate doctor` that checks webhooks: a local receiver, and the endpoints registered
// with the service.
import { AgateError } from '../src/errors.ts';
import type { Finding } from './finding.ts';
import { openTransport, type CliSettings } from './settings.ts';
import { makeSecret, readSecret, webhookHeaders } from './sign.ts';
import { UsageError, type Terminal } from './terminal.ts';

/**
 * How long the service waits for a receiver to respond, and therefore how long the doctor waits as
 * well.
 */
const RECEIVER_MS = 10_000;

/**
 * Sends the challenge that the service sends to a new endpoint, then the same challenge with a
 * wrong signature, which the receiver must refuse.
 */
export async function askReceiver(receiver: URL, terminal: Terminal): Promise<Finding[]> {
  const secret = secretOr(terminal);
  if (typeof secret !== 'string') return [secret];
  const challenge = crypto.randomUUID();
  const body = JSON.stringify({ type: 'endpoint.challenge', challenge });
  const signable = { id: `chl_${challenge.replaceAll('-', '')}`, body, atMs: terminal.now() };
  const right = await post(receiver, body, webhookHeaders(signable, secret));
  if (right === undefined)
    return [
      {
        is: 'bad',
        text: `${receiver.host} does not answer within ${RECEIVER_MS / 1000} s. Does your receiver run?`,
      },
    ];
  const wrong = await post(receiver, body, webhookHeaders(signable, makeSecret()));
  return [answerTo(right, challenge), refusalOf(wrong)];
}

function secretOr({ env }: Terminal): string | Finding {
  const text = env['AGATE_WEBHOOK_SECRET'] ?? '';
  if (text === '')
    return {
      is: 'bad',
      text: 'AGATE_WEBHOOK_SECRET is not set, so the receiver cannot be checked. The secret is shown when the endpoint is created.',
    };
  try {
    return readSecret(text);
  } catch (error) {
    if (error instanceof UsageError) return { is: 'bad', text: error.message };
    throw error;
  }
}

function answerTo({ status, text }: Answer, challenge: string): Finding {
  if (status < 200 || status > 299)
    return {
      is: 'bad',
      text: `The receiver answers ${status} to a correctly signed challenge. Verify the raw body, before it is parsed, with AGATE_WEBHOOK_SECRET.`,
    };
  if (!returnsChallenge(text.trim(), challenge))
    return {
      is: 'bad',
      text: 'The receiver answers a challenge without its `challenge` as the whole body: the endpoint cannot be enabled.',
    };
  return { is: 'good', text: 'The receiver answers the challenge' };
}

/**
 * Whether the service would accept the response: the challenge as plain text, as a JSON string, or
 * as an object with the single member `challenge` (D-140).
 */
const returnsChallenge = (text: string, challenge: string): boolean =>
  text === challenge || [challenge, { challenge }].some((value) => isJsonOf(text, value));

function isJsonOf(text: string, value: object | string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

/**
 * Judges the response to the wrong signature. Only a 2xx means that the receiver accepted it: a
 * dropped connection or a redirect may be a refusal.
 */
function refusalOf(wrong: Answer | undefined): Finding {
  if (wrong === undefined || (wrong.status >= 300 && wrong.status < 400)) {
    const what = wrong ? `answered ${wrong.status}` : 'gave no answer';
    return {
      is: 'note',
      text: `It is unclear whether the receiver refuses a wrong signature: it ${what}. Have it answer 400.`,
    };
  }
  if (wrong.status >= 400) return { is: 'good', text: 'The receiver refuses a wrong signature' };
  return {
    is: 'bad',
    text: 'The receiver accepts a wrong signature: anybody could send it events. Verify before you act, and answer 400.',
  };
}

interface Answer {
  status: number;
  text: string;
}

async function post(
  receiver: URL,
  body: string,
  headers: Record<string, string>,
): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(RECEIVER_MS);
    const response = await fetch(receiver, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal,
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/**
 * Makes the service send a test event to every enabled endpoint of the key's mode, live or test,
 * that subscribes to the event's type.
 */
export async function sendTestEvent(settings: CliSettings): Promise<Finding> {
  try {
    const { event_id, deliveries } = await openTransport(settings).call<{
      event_id: string;
      deliveries: readonly unknown[];
    }>({ method: 'POST', path: '/api/v1/webhooks/test', body: {}, isIdempotent: false });
    if (deliveries.length === 0)
      return {
        is: 'note',
        text: 'No endpoint of this mode gets session.success: add one in the dashboard.',
      };
    return {
      is: 'good',
      text: `${event_id} is on its way to ${deliveries.length} of your endpoints`,
    };
  } catch (error) {
    const why = error instanceof AgateError ? `${error.code}, ${error.message}` : 'no answer';
    return { is: 'bad', text: `The test event was not sent: ${why}` };
  }
}
