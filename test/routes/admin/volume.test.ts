// The rate limit of /admin: per operator, or per network when nobody is signed in (D-50).
import { describe, expect, it } from 'vitest';
import { app } from '../../../src/app.ts';
import { networkOf } from '../../../src/network/client-network.ts';
import type { Reply } from '../../support/customer/api.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { countCalls, untilMinuteLasts } from '../../support/installation/volume.ts';

/** The routes of the admin group that require an access token. */
const guarded = app.openAPIRegistry.definitions.flatMap((definition) =>
  definition.type === 'route' &&
  definition.route.path.startsWith('/admin/v1') &&
  definition.route.security?.length !== 0
    ? [
        {
          method: definition.route.method.toUpperCase(),
          path: definition.route.path.slice('/admin/v1'.length),
        },
      ]
    : [],
);

/**
 * Returns a number that no other test, and no earlier attempt at this one, has used in a counter's
 * key.
 */
const unused = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! + 1_000_000;

const LIMIT = 600;

/**
 * Uses up a counter's limit, and checks that only the next call is refused. All but the last two
 * permitted calls are merely counted, not made.
 * @param key the counter's key
 */
async function exhaust(key: string, call: () => Promise<Reply>): Promise<void> {
  await untilMinuteLasts(15_000);
  await countCalls('admin', key, LIMIT - 2);
  const replies = [await call(), await call(), await call()];
  expect(replies.map(({ status }) => status === 429)).toEqual([false, false, true]);
  expect(replies[2]?.body).toMatchObject({ success: false, error: { code: 'TOO_MANY_REQUESTS' } });
  expect(replies[2]?.headers.get('Retry-After')).toBe('60');
  expect(replies[2]?.headers.get('RateLimit-Policy')).toBe('"admin";q=600;w=60');
}

describe('more than 600 calls a minute', () => {
  it('are refused for that operator only, on every route', async () => {
    const [busy, calm] = [await makeAdmin({ id: unused() }), await makeAdmin({ id: unused() })];
    await exhaust(String(busy.id), () => ask('GET', '/auth/me', busy.token));
    expect(guarded.length).toBeGreaterThan(30);
    for (const { method, path } of guarded) {
      const { status } = await ask(method, path.replace('{id}', '999999'), busy.token);
      expect([method, path, status]).toEqual([method, path, 429]);
    }
    expect((await ask('GET', '/accounts', calm.token)).status).toBe(200);
  });

  it('are refused by network when nobody is signed in', async () => {
    const from = (network: string) =>
      ask('POST', '/auth/refresh', undefined, {}, { 'CF-Connecting-IP': `${network}::1` });
    const [busy, calm] = [unused(), unused()].map(
      (number) => `2001:db8:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`,
    ) as [string, string];
    await exhaust(`address:${networkOf(`${busy}::1`)}`, () => from(busy));
    expect((await from(calm)).status).toBe(400);
  });
});
