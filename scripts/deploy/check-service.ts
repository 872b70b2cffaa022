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
  let seen = 'did not respond';
  const answer = await attempt(surroundings, READY_PATIENCE_MS, async () => {
    const response = await surroundings.fetchService(`${baseUrl}/readyz`, {
      signal: AbortSignal.timeout(20_000),
    });
    const body = (await response.json()) as { status?: string; checks?: Record<string, string> };
    const faults = Object.entries(body.checks ?? {}).filter(([, state]) => state !== 'ok');
    const faulty = faults.map(([name, state]) => `${name}: ${state}`).join(', ');
    seen = `returned ${response.status}${faulty === '' ? '' : ` (${faulty})`}`;
    return response.ok && body.status !== undefined ? { status: body.status, faults } : undefined;
  });
  if (answer === undefined)
    throw new Error(`The service did not become ready: ${baseUrl}/readyz ${seen}.`);
  const rest = answer.faults.map(([name, state]) => `${name} is ${state}`).join(', ');
  return `/readyz: ${answer.status}${rest === '' ? '' : ` (${rest})`}`;
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
  const listed = await attempt(surroundings, QUEUE_PATIENCE_MS, async () => {
    const [row] = await query<{ n: number }>(sql);
    return (row?.n ?? 0) > 0 ? true : undefined;
  });
  if (listed === undefined)
    throw new Error('A test session ended, but did not reach the database through the queue.');
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
  let seen = 'did not respond';
  const isReady = await attempt(surroundings, QUEUE_PATIENCE_MS, async () => {
    const response = await askReceiver(surroundings, baseUrl, check);
    seen = `returned ${response.status}`;
    return response.ok ? true : undefined;
  });
  if (isReady === undefined)
    throw new Error(
      `The receiver of the test webhook could not be prepared: /readyz/webhook ${seen}.`,
    );
}

/**
 * Asks the service to prepare the webhook's receiver. A repeated request changes nothing; once
 * there is a delivery, the response contains its state.
 */
const askReceiver = (
  { fetchService }: Checked,
  baseUrl: string,
  { token }: WebhookCheck,
): Promise<Response> =>
  fetchService(`${baseUrl}/readyz/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(20_000),
  });

async function awaitWebhook(
  surroundings: Checked,
  baseUrl: string,
  query: Query,
  check: WebhookCheck,
): Promise<void> {
  let missing = 'the service did not respond';
  const arrived = await attempt(surroundings, WEBHOOK_PATIENCE_MS, async () => {
    if (await isReceived(query, check)) return true;
    const response = await askReceiver(surroundings, baseUrl, check);
    const { delivery } = (await response.json()) as { delivery?: SentWebhook };
    if (response.ok) missing = missingOf(delivery);
    return undefined;
  });
  if (arrived === undefined)
    throw new Error(`The webhook of the test session did not arrive: ${missing}.`);
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
  { fetchService }: Checked,
  url: string,
  key: string,
  body: object | undefined,
): Promise<T> {
  const response = await fetchService(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const answer = (await response.json().catch(() => ({}))) as { data?: T };
  const what = new URL(url).pathname.replace(/x[it]k?_?[\w-]{8,}/, '…');
  if (!response.ok || answer.data === undefined)
    throw new Error(`A test session failed: ${what} returned ${response.status}.`);
  return answer.data;
}

/** Calls `ask` until it returns a value or `patienceMs` has passed. */
async function attempt<T>(
  { wait, now }: Checked,
  patienceMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = now() + patienceMs;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined || now() >= deadline) return answer;
    await wait(PAUSE_MS);
  }
}
