// Checks that the deployed service works: it is ready, and a test session ends and reaches the list
// through the queue.
import { randomUUID } from 'node:crypto';
import { hashKey } from '../credentials.ts';
import { quote } from '../database.ts';
import type { Query } from '../operations/dump.ts';
import type { Surroundings } from './surroundings.ts';

/** A new domain gets its certificate after some minutes. */
const READY_PATIENCE_MS = 10 * 60_000;
const QUEUE_PATIENCE_MS = 60_000;
const PAUSE_MS = 3_000;

/** Why no webhook is sent: the report says it. */
const NO_WEBHOOK =
  'No webhook was sent: the service has no address that receives one, and refuses to send to what is not on the public internet. ' +
  'A receiver elsewhere would learn of your installation. `agate listen` (docs/cli.md) or a test of an endpoint in the dashboard tries one.';

type Checked = Pick<Surroundings, 'fetchService' | 'wait' | 'now'>;

/** @returns what works, one line each @throws Error with what does not */
export async function checkService(
  surroundings: Checked,
  baseUrl: string,
  query: Query,
  testKey: string | undefined,
): Promise<string[]> {
  const lines = [await checkReadiness(surroundings, baseUrl)];
  lines.push(...(await checkSession(surroundings, baseUrl, query, testKey)));
  return [...lines, NO_WEBHOOK];
}

async function checkReadiness(surroundings: Checked, baseUrl: string): Promise<string> {
  let seen = 'It did not answer.';
  const answer = await attempt(surroundings, READY_PATIENCE_MS, async () => {
    const response = await surroundings.fetchService(`${baseUrl}/readyz`, {
      signal: AbortSignal.timeout(20_000),
    });
    const body = (await response.json()) as { status?: string; checks?: Record<string, string> };
    const faults = Object.entries(body.checks ?? {}).filter(([, state]) => state !== 'ok');
    seen = `${response.status} ${faults.map(([name, state]) => `${name}: ${state}`).join(', ')}`;
    return response.ok && body.status !== undefined ? { status: body.status, faults } : undefined;
  });
  if (answer === undefined) throw new Error(`${baseUrl}/readyz is not ready. ${seen.trim()}`);
  const rest = answer.faults.map(([name, state]) => `${name} is ${state}`).join(', ');
  return `/readyz: ${answer.status}${rest === '' ? '' : ` (${rest})`}`;
}

async function checkSession(
  surroundings: Checked,
  baseUrl: string,
  query: Query,
  testKey: string | undefined,
): Promise<string[]> {
  if (testKey === undefined || !(await isLive(query, testKey)))
    return [
      'No test session was made: the customer of the first deployment, or its test key, is gone.',
    ];
  const call = <T>(path: string, body?: object): Promise<T> =>
    callService<T>(surroundings, baseUrl + path, testKey, body);
  const who = `deploy-${randomUUID()}`;
  const begun = await call<{ token: string }>('/verify/v1/init', {
    callback_url: `${baseUrl}/healthz`,
    min_age: 18,
    user_id: who,
  });
  await call(`/verify/v1/sandbox/${begun.token}/outcome`, { status: 'success' });
  const result = await call<{ verified: boolean }>(`/verify/v1/result/${begun.token}`);
  if (!result.verified) throw new Error('A test session was settled and its result differs.');
  const sql = `SELECT count(*) AS n FROM verification_sessions WHERE external_user_id = ${quote(who)} AND completed_at_ms IS NOT NULL`;
  const listed = await attempt(surroundings, QUEUE_PATIENCE_MS, async () => {
    const [row] = await query<{ n: number }>(sql);
    return (row?.n ?? 0) > 0 ? true : undefined;
  });
  if (listed === undefined)
    throw new Error('A test session ended, and the queue did not bring it into the database.');
  return ['A test session: begun, settled, read, and listed through the queue'];
}

/** A key that a customer has revoked is not a fault of the deployment. */
async function isLive(query: Query, key: string): Promise<boolean> {
  const [row] = await query<{ n: number }>(
    `SELECT count(*) AS n FROM api_keys WHERE hash = ${quote(hashKey(key))} AND revoked_at_ms IS NULL`,
  );
  return (row?.n ?? 0) > 0;
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
    throw new Error(`A test session failed: ${what} answered ${response.status}.`);
  return answer.data;
}

/** Polls until it answers, or until the time is over. */
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
