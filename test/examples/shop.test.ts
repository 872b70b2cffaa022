// The shop as a customer of the service: what it sends, and whose result it believes.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import shop from '../../examples/shop/src/index.ts';

const ENV = {
  AGATE_URL: 'https://id.example',
  AGATE_SECRET_KEY: 'sk_live_x',
  AGATE_TEST_SECRET_KEY: 'sk_test_x',
  AGATE_CLIENT_ID: 'xoc_x',
  AGATE_CLIENT_SECRET: 'xos_x',
};
const DONE = { performed: true, passed: true };
const CHECKS = { liveness: DONE, age: { ...DONE, gate: 18 } };
const asked: { path: string; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    const body = request.method === 'POST' ? await request.json<Record<string, unknown>>() : {};
    asked.push({ path, body });
    const token = `xit_${asked.length}`;
    const data = path.endsWith('/init')
      ? { token, verify_url: `https://id.example/v#${token}` }
      : { token: 'xtk_1', status: 'success', verified: true, checks: CHECKS };
    return Response.json({ success: true, data, meta: {} });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** One browser: what it was given it sends again. */
function browser() {
  const cookies = new Map<string, string>();
  return async (path: string, method = 'GET'): Promise<Response> => {
    const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
    const response = await shop.request(`http://localhost:8788${path}`, { method, headers }, ENV);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

it('names a customer alike in every order, so that failed checks are counted (D-55)', async () => {
  const [visit, stranger] = [browser(), browser()];
  await visit('/prove', 'POST');
  await visit('/prove', 'POST');
  await stranger('/prove', 'POST');
  const [first, second, other] = asked.map(({ body }) => body['user_id']);
  expect(first).toMatch(/^customer-/);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

it('reads the result of its own order, whatever token the address has', async () => {
  const visit = browser();
  await visit('/prove', 'POST');
  expect((await visit('/return?token=xtk_of_a_friend&status=success')).status).toBe(200);
  expect(asked.at(-1)?.path).toBe('/verify/v1/result/xit_1');
  expect((await browser()('/return?token=xtk_1&status=success')).status).toBe(400);
});
