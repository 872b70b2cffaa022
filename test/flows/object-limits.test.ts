// Callers without credentials cannot create an unlimited number of Durable Objects (D-50, D-51).
// contract/object-makers lists every file that creates one.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { networkOf } from '../../src/network/client-network.ts';
import worker from '../../src/index.ts';
import { toForm } from '../support/site/oauth-request.ts';
import { FormBrowser, formValues } from '../support/account/portal.ts';
import { countCalls, untilMinuteLasts } from '../support/installation/volume.ts';

/**
 * Returns a function that creates addresses in one network, which the limits count as a single
 * address. Each call uses a different network, since limits outlive a test.
 */
function newNetwork() {
  const network = Math.floor(Math.random() * 0x10000).toString(16);
  return (n: number) => ({
    'CF-Connecting-IP': `2001:db8:77:${network}:${n.toString(16)}::1`,
  });
}

/** Creates an env that records which rate limiters were addressed. */
function watchedEnv() {
  const named = new Set<string>();
  const limiters = new Proxy(env.RATE_LIMITER, {
    get(namespace, member) {
      const value: unknown = Reflect.get(namespace, member, namespace);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        if (member === 'idFromName') named.add(String(values[0]));
        return Reflect.apply(value, namespace, values) as unknown;
      };
    },
  });
  return { named, watched: { ...env, RATE_LIMITER: limiters } };
}

it('unknown client ids share one counter per network', async () => {
  const { named, watched } = watchedEnv();
  const neighbour = newNetwork();
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const client = { client_id: `xoc_${String(n).padStart(22, '0')}`, client_secret: 'guess' };
      const asked = { grant_type: 'refresh_token', refresh_token: 'xort_x', ...client };
      const request = new Request('http://localhost:8787/oauth/token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...neighbour(n) },
        body: toForm(asked).toString(),
      });
      const execution = createExecutionContext();
      const { status } = await worker.fetch(request, watched, execution);
      await waitOnExecutionContext(execution);
      return status;
    }),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  // Only one limiter is addressed, and its name does not reveal the network.
  expect([...named]).toEqual([expect.stringMatching(/^client-secret:[0-9a-f]{64}$/)]);
});

it('started passkey ceremonies are limited per network before a challenge is stored', async () => {
  const neighbour = newNetwork();
  const browser = new FormBrowser();
  const page = await browser.get('/signin');
  const body = { form_token: formValues(page.html, '/signin')['form_token'] };
  await untilMinuteLasts(15_000);
  await countCalls('authorize', `passkey:${networkOf(neighbour(0)['CF-Connecting-IP'])}`, 100);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => {
      const path = `/signin/passkey/${n % 2 === 0 ? 'sign-in' : 'sign-up'}/begin`;
      return browser.postJson(path, body, neighbour(n));
    }),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.headers.get('Retry-After')).toBe('60');
});
