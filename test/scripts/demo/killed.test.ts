// `npm start` is killed with `kill -9` while sessions run. Started again on the same data, it
// finishes everything that it had begun.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StormBackend, type Promised } from '../../../bench/storm/customer.ts';
import { startDemo, type Demo } from '../../support/browser/running-demo.ts';

const SESSIONS = 24;
const AT_ONCE = 6;
/** The number of sessions that have ended when `npm start` is killed; others are still running. */
const KILLED_AFTER = 6;

/**
 * Starts a customer's server, which responds to challenges and records the sessions whose end was
 * reported to it.
 */
async function startReceiver(): Promise<{ url: string; ends: Map<string, string> }> {
  const ends = new Map<string, string>();
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const event = JSON.parse(body) as {
        type: string;
        challenge?: string;
        data?: { external_user_id: string };
      };
      if (event.data !== undefined) ends.set(event.data.external_user_id, event.type);
      response.end(event.challenge);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ends };
}

/**
 * Signs in as the demo's customer.
 * @returns a function that calls the dashboard's API
 */
async function signIn({ base_url: base, dashboard }: Demo) {
  let token: string | undefined;
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${base}/dashboard/v1${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    });
    const answer = (await response.json()) as { success: boolean; data: T };
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  ({ access_token: token } = await ask<{ access_token: string }>('/auth/login', dashboard));
  return ask;
}

test('nothing is lost, and nothing stays pending forever', async () => {
  const receiver = await startReceiver();
  let running = await startDemo();
  onTestFinished(() => running.stop());
  const { demo, printed } = running;
  // `npm start` prints the addresses of both consoles and the passwords for them.
  for (const [name, { password }] of [
    ['dashboard', demo.dashboard],
    ['admin', demo.admin],
  ] as const)
    await expect.poll(printed).toMatch(new RegExp(`${demo.base_url}/${name}\\n.*${password}`));
  const ask = await signIn(demo);
  const events = ['session.success', 'session.failed', 'session.canceled', 'session.expired'];
  const endpoint = await ask<{ id: string }>('/webhooks', { url: receiver.url, events });
  await ask(`/webhooks/${endpoint.id}/verify`, {});

  const backend = new StormBackend(demo.base_url, demo.tenant.test_secret_key);
  const promised: Promised[] = [];
  const restart = Promise.withResolvers<void>();
  let begun = 0;
  const killAndStart = async (): Promise<void> => {
    await running.kill();
    running = await startDemo(running.place);
  };
  const visit = async (): Promise<void> => {
    while (begun < SESSIONS) {
      promised.push(await backend.runSession((begun += 1)));
      if (promised.length === KILLED_AFTER) restart.resolve(killAndStart());
    }
  };
  await Promise.all([restart.promise, ...Array.from({ length: AT_ONCE }, visit)]);

  expect(backend.repeated).toBeGreaterThan(0);
  for (const { token, status } of promised)
    expect(await backend.readResult(token)).toMatchObject({ status });
  // If the service hangs, only the test's timeout ends these loops.
  while (receiver.ends.size < SESSIONS) await delay(500);
  const path = `/webhooks/${endpoint.id}/deliveries?state=pending`;
  while ((await ask<unknown[]>(path)).length > 0) await delay(500);
  expect(await ask<unknown[]>('/sessions?mode=test&status=pending')).toEqual([]);
  expect(new Set((await backend.readFeed()).map(({ data }) => data.token)).size).toBe(SESSIONS);
}, 600_000);
