// Checks whether the deployed service works: it is ready, a test session ends and reaches the list
// of sessions through the queue, and the webhook about the end of that session arrives at the
// service's own address.
import { randomUUID } from 'node:crypto';
import { hashKey } from '../credentials.ts';
import { quote } from '../database.ts';
import type { Query } from '../operations/query.ts';
import {
  beginWebhookCheck,
  endWebhookCheck,
  isReceived,
  missingOf,
  type SentWebhook,
  type WebhookCheck,
} from './check-webhook.ts';
import type { Surroundings } from './surroundings.ts';

/** Long enough for the certificate of a new domain to be issued, which takes a few minutes. */
const READY_PATIENCE_MS = 10 * 60_000;
const QUEUE_PATIENCE_MS = 60_000;
const WEBHOOK_PATIENCE_MS = 90_000;
const PAUSE_MS = 3_000;

type Checked = Pick<Surroundings, 'fetchService' | 'wait' | 'now'>;

/**
 * @returns one line for each check that passed, and one that states which checks were left out, if
 *   any
 * @throws Error that describes the check that failed
 */
export async function checkService(
  surroundings: Checked,
  baseUrl: string,
  query: Query,
  testKey: string | undefined,
): Promise<string[]> {
  const ready = await checkReadiness(surroundings, baseUrl);
  const customerId = testKey && (await customerOf(query, testKey));
  if (!testKey || !customerId)
    return [
      ready,
      'neither a test session nor a webhook: the customer of the first deployment, or its test key, no longer exists',
    ];
  const check = await beginWebhookCheck(query, customerId, surroundings.now());
  try {
    return [ready, ...(await checkSession(surroundings, baseUrl, query, testKey, check))];
  } finally {
    // A failed cleanup is ignored: after a few minutes the endpoint receives nothing more, and the
    // service removes it overnight.
    await endWebhookCheck(query, check, surroundings.now()).catch(() => undefined);
  }
}

async function checkReadiness(surroundings: Checked, baseUrl: string): Promise<string> {
  let seen = '';
  const ask = async () => {
    seen = '';
    const response = await reach(surroundings, `${baseUrl}/readyz`);
    const body = (await response.json()) as { status?: string; checks?: Record<string, string> };
    const faults = Object.entries(body.checks ?? {}).filter(([, state]) => state !== 'ok');
    const faulty = faults.map(([name, state]) => `${name}: ${state}`).join(', ');
    seen = `: ${baseUrl}/readyz returned ${response.status}${faulty === '' ? '' : ` (${faulty})`}`;
    return response.ok && body.status !== undefined ? { status: body.status, faults } : undefined;
  };
  const what = () => `The service did not become ready${seen}`;
  const { status, faults } = await attempt(surroundings, READY_PATIENCE_MS, ask, what);
  const rest = faults.map(([name, state]) => `${name} is ${state}`).join(', ');
  return `/readyz: ${status}${rest === '' ? '' : ` (${rest})`}`;
}

async function checkSession(
  surroundings: Checked,
  baseUrl: string,
  query: Query,
  testKey: string,
  check: WebhookCheck,
): Promise<string[]> {
  const call = <T>(path: string, body?: object): Promise<T> =>
    callService<T>(surroundings, baseUrl + path, testKey, body);
  await prepareReceiver(surroundings, baseUrl, check);
  const who = `deploy-${randomUUID()}`;
  const begun = await call<{ token: string }>('/verify/v1/init', {
    callback_url: `${baseUrl}/healthz`,
    min_age: 18,
    user_id: who,
  });
  await call(`/verify/v1/sandbox/${begun.token}/outcome`, { status: 'success' });
  const result = await call<{ verified: boolean }>(`/verify/v1/result/${begun.token}`);
  if (!result.verified)
    throw new Error('A test session was settled as a success, but its result says otherwise.');
  const sql = `SELECT count(*) AS n FROM verification_sessions WHERE external_user_id = ${quote(who)} AND completed_at_ms IS NOT NULL`;
  const isListed = async () => {
    const [row] = await query<{ n: number }>(sql);
    return (row?.n ?? 0) > 0 ? true : undefined;
  };
  await attempt(
    surroundings,
    QUEUE_PATIENCE_MS,
    isListed,
    () => 'A test session ended, but did not reach the database through the queue',
  );
  await awaitWebhook(surroundings, baseUrl, query, check);
  return [
    'a test session: begun, settled, read, and listed through the queue',
    "its webhook: signed, sent, and received at the service's own address",
  ];
}

/**
 * Prepares the webhook's receiver. Retries, because for a short time some of Cloudflare's locations
 * still run the previous version of the service, which may lack the receiver's path.
 */
async function prepareReceiver(
  surroundings: Checked,
  baseUrl: string,
  check: WebhookCheck,
): Promise<void> {
  let seen = '';
  const ask = async () => {
    seen = '';
    const response = await askReceiver(surroundings, baseUrl, check);
    seen = `: /readyz/webhook returned ${response.status}`;
    return response.ok ? true : undefined;
  };
  const what = () => `The receiver of the test webhook could not be prepared${seen}`;
  await attempt(surroundings, QUEUE_PATIENCE_MS, ask, what);
}

/**
 * Asks the service to prepare the webhook's receiver. A repeated request changes nothing; once
 * there is a delivery, the response contains its state.
 */
const askReceiver = (
  checked: Checked,
  baseUrl: string,
  { token }: WebhookCheck,
): Promise<Response> =>
  reach(checked, `${baseUrl}/readyz/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });

async function awaitWebhook(
  surroundings: Checked,
  baseUrl: string,
  query: Query,
  check: WebhookCheck,
): Promise<void> {
  let missing = '';
  const ask = async () => {
    if (await isReceived(query, check)) return true;
    const response = await askReceiver(surroundings, baseUrl, check);
    const { delivery } = (await response.json()) as { delivery?: SentWebhook };
    if (response.ok) missing = `: ${missingOf(delivery)}`;
    return undefined;
  };
  const what = () => `The webhook of the test session did not arrive${missing}`;
  await attempt(surroundings, WEBHOOK_PATIENCE_MS, ask, what);
}

/**
 * Finds the customer that the key belongs to. A revoked key does not count as a failure of the
 * deployment.
 * @returns the customer's id; undefined when the key is revoked or unknown
 */
async function customerOf(query: Query, key: string): Promise<string | undefined> {
  const [row] = await query<{ tenant_id: string }>(
    `SELECT tenant_id FROM api_keys WHERE hash = ${quote(hashKey(key))} AND revoked_at_ms IS NULL`,
  );
  return row?.tenant_id;
}

async function callService<T>(
  checked: Checked,
  url: string,
  key: string,
  body: object | undefined,
): Promise<T> {
  const response = await reach(checked, url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new Error(`A test session failed: ${error.message}`, { cause: error });
  });
  const answer = (await response.json().catch(() => ({}))) as { data?: T };
  if (!response.ok || answer.data === undefined)
    throw new Error(`A test session failed: ${shown(url)} returned ${response.status}.`);
  return answer.data;
}

/** @throws Error that names the address when there is no response */
const reach = ({ fetchService }: Checked, url: string, init: RequestInit = {}): Promise<Response> =>
  fetchService(url, { ...init, signal: AbortSignal.timeout(20_000) }).catch((error: unknown) => {
    throw new Error(`${shown(url)} did not respond.`, { cause: error });
  });

/** The address without the token that it may contain. */
const shown = (url: string): string => url.replace(/x[it]k?_?[\w-]{8,}/, '…');

/**
 * Calls `ask` until it returns a value.
 * @throws Error once `patienceMs` has passed, with `what` and, if the last call failed, the reason
 */
async function attempt<T>(
  { wait, now }: Checked,
  patienceMs: number,
  ask: () => Promise<T | undefined>,
  what: () => string,
): Promise<T> {
  const deadline = now() + patienceMs;
  for (;;) {
    const { answer, why } = await ask().then(
      (value) => ({ answer: value, why: '.' }),
      (error: Error) => ({ answer: undefined, why: `: ${error.message}` }),
    );
    if (answer !== undefined) return answer;
    if (now() >= deadline) throw new Error(what() + why);
    await wait(PAUSE_MS);
  }
}
