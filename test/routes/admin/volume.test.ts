// The rate limit of /admin: per operator, and per IP address without a sign-in (D-50).
import { describe, expect, it } from 'vitest';
import { app } from '../../../src/app.ts';
import type { Reply } from '../../support/api.ts';
import { ask, makeAdmin } from '../../support/admins.ts';
import { untilMinuteLasts } from '../../support/volume.ts';

/** Routes of the group that ask who is there. */
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

/** What no other file, and no earlier try, has counted for. */
const unused = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! + 1_000_000;

/** An address in a network of its own (client-network.ts). */
const unusedAddress = (): string =>
  `2001:db8:${(unused() & 0xffff).toString(16)}:${(unused() & 0xffff).toString(16)}::1`;

const LIMIT = 600;
const AT_ONCE = 50;

/** Calls until one is refused, in a minute that is not over soon after. */
async function exhaust(call: () => Promise<Reply>): Promise<{ allowed: number; refused: Reply }> {
  await untilMinuteLasts(30_000);
  for (let allowed = 0; allowed <= 2 * LIMIT;) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, call));
    const refused = replies.find(({ status }) => status === 429);
    allowed += replies.filter(({ status }) => status !== 429).length;
    if (refused !== undefined) return { allowed, refused };
  }
  throw new Error('Nothing was refused.');
}

function expectRefusal({ allowed, refused }: { allowed: number; refused: Reply }): void {
  expect(allowed).toBeGreaterThanOrEqual(LIMIT);
  expect(refused.body).toMatchObject({ success: false, error: { code: 'TOO_MANY_REQUESTS' } });
  expect(refused.headers.get('Retry-After')).toBe('60');
  expect(refused.headers.get('RateLimit-Policy')).toBe('"admin";q=600;w=60');
}

describe('more than 600 calls a minute', () => {
  it('are refused to that operator only, on every route', async () => {
    const [busy, calm] = [await makeAdmin({ id: unused() }), await makeAdmin({ id: unused() })];
    expectRefusal(await exhaust(() => ask('GET', '/auth/me', busy.token)));
    expect(guarded.length).toBeGreaterThan(30);
    for (const { method, path } of guarded) {
      const { status } = await ask(method, path.replace('{id}', '999999'), busy.token);
      expect([method, path, status]).toEqual([method, path, 429]);
    }
    expect((await ask('GET', '/accounts', calm.token)).status).toBe(200);
  }, 120_000);

  it('are refused per address without a sign-in', async () => {
    const from = (ip: string) =>
      ask('POST', '/auth/refresh', undefined, {}, { 'CF-Connecting-IP': ip });
    const [busy, calm] = [unusedAddress(), unusedAddress()];
    expectRefusal(await exhaust(() => from(busy)));
    expect((await from(calm)).status).toBe(400);
  }, 120_000);
});
