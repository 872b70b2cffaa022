// The demo shop as a customer of the service: what it sends, and which results it trusts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import made from '../../sdk/python/tests/passes.json' with { type: 'json' };
import shop from '../../examples/shop/src/index.ts';

const ENV = {
  AGATE_URL: 'https://id.example',
  AGATE_SECRET_KEY: 'sk_live_x',
  AGATE_TEST_SECRET_KEY: 'sk_test_x',
  AGATE_CLIENT_ID: 'xoc_x',
  AGATE_CLIENT_SECRET: 'xos_x',
  WALLET_URL: 'http://wallet.example',
};
const DONE = { performed: true, passed: true };
const CHECKS = { liveness: DONE, age: { ...DONE, gate: 18 } };
/**
 * The service's result for a token. Tokens that are not in `results` are unknown to the service.
 */
type Result = { token: string; status: string; verified?: boolean; previous?: string };
const PASSED = { token: 'xtk_1', status: 'success', verified: true };
let results: Record<string, Result>;
const asked: { path: string; key: string | null; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  asked.length = 0;
  results = { xit_1: PASSED };
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    if (path === '/.well-known/private-token-issuer-directory')
      return Response.json(made.directory);
    if (path === '/embed.js') return new Response('globalThis.Agate = {};');
    const body = request.method === 'POST' ? await request.json<Record<string, unknown>>() : {};
    asked.push({ path, key: request.headers.get('X-API-Key'), body });
    const token = `xit_${asked.length}`;
    if (path.endsWith('/init')) {
      const data = { token, verify_url: `https://id.example/v#${token}` };
      return Response.json({ success: true, data, meta: {} });
    }
    const result = results[path.split('/').at(-1) ?? ''];
    if (result) {
      const data = { verified: false, checks: CHECKS, ...result };
      return Response.json({ success: true, data, meta: {} });
    }
    const error = { code: 'NOT_FOUND', message: 'There is no such session.', details: [] };
    return Response.json({ success: false, error, meta: {} }, { status: 404 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Simulates a browser that keeps and sends cookies. */
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

it('derives the same customer id for every order, so that failed checks are counted (D-55)', async () => {
  const [visit, stranger] = [browser(), browser()];
  await visit('/prove', 'POST');
  await visit('/prove', 'POST');
  await stranger('/prove', 'POST');
  const [first, second, other] = asked.map(({ body }) => body['user_id']);
  expect(first).toMatch(/^customer-/);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

it('requests only a wallet, with the test key, and links the demo wallet', async () => {
  const visit = browser();
  expect(await (await visit('/')).text()).toContain('href="http://wallet.example"');
  expect((await visit('/prove-by-wallet', 'POST')).status).toBe(303);
  const [init] = asked;
  expect(init).toMatchObject({ key: 'sk_test_x', body: { accept: { methods: ['wallet'] } } });
  await visit('/return?token=xtk_1');
  expect(asked.at(-1)).toMatchObject({ path: '/verify/v1/result/xit_1', key: 'sk_test_x' });
});

it('reads the result of its own order, whatever token the return address has', async () => {
  const visit = browser();
  await visit('/prove', 'POST');
  expect((await visit('/return?token=xtk_of_a_friend&status=success')).status).toBe(200);
  expect(asked.at(-1)?.path).toBe('/verify/v1/result/xit_1');
  expect((await browser()('/return?token=xtk_1&status=success')).status).toBe(400);
});

it.each<[string, string, Record<string, Result>, string]>([
  [
    'the check that took its place, when the visitor contested the estimate (D-93)',
    'xtk_2',
    { xtk_2: { ...PASSED, token: 'xtk_2', previous: 'xtk_1' } },
    'old enough',
  ],
  [
    'the last of several',
    'xtk_3',
    {
      xtk_2: { token: 'xtk_2', status: 'retaken', previous: 'xtk_1' },
      xtk_3: { ...PASSED, token: 'xtk_3', previous: 'xtk_2' },
    },
    'old enough',
  ],
  [
    'none that took another one’s place',
    'xtk_9',
    {
      xtk_9: { ...PASSED, token: 'xtk_9', previous: 'xtk_8' },
      xtk_8: { ...PASSED, token: 'xtk_8' },
    },
    'Another check',
  ],
  ['none that does not exist', 'xtk_0', {}, 'Another check'],
])('after its order’s check is retaken, reads %s', async (_which, token, others, says) => {
  results = { ...others, xit_1: { token: 'xtk_1', status: 'retaken' } };
  const visit = browser();
  await visit('/prove', 'POST');
  const page = await visit(`/return?token=${token}&status=success`);
  expect(page.status).toBe(200);
  expect(/<h1>(.*)<\/h1>/.exec(await page.text())?.[1]).toContain(says);
});

it('does not ask for another try while its own staff must decide (D-95)', async () => {
  results = { xit_1: { token: 'xtk_1', status: 'pending_tenant_review' } };
  const visit = browser();
  await visit('/prove', 'POST');
  const page = await (await visit('/return?token=xtk_1')).text();
  expect(page).toContain('<h1>We are looking at your document</h1>');
  expect(page).not.toContain('Try again');
});

it('remembers the check that replaced the first one', async () => {
  results = {
    xit_1: { token: 'xtk_1', status: 'retaken' },
    xtk_2: { ...PASSED, token: 'xtk_2', previous: 'xtk_1' },
  };
  const visit = browser();
  await visit('/prove', 'POST');
  await visit('/return?token=xtk_2');
  await visit('/return');
  expect(asked.at(-1)?.path).toBe('/verify/v1/result/xtk_2');
});

it('shows a visitor who returns from the quickstart how to read the result, for any address', async () => {
  const ended = await browser()('/quickstart?status=success&token=xtk_abc-1&user_id=a');
  const text = await ended.text();
  expect(ended.status).toBe(200);
  expect(text).toContain('https://id.example/verify/v1/result/xtk_abc-1 -H');
  for (const query of ['', '?token=xtk_%24(id)', '?token=xit_1', `?token=xtk_${'a'.repeat(101)}`]) {
    const page = await browser()(`/quickstart${query}`);
    expect([query, page.status]).toEqual([query, 200]);
    expect(await page.text()).toContain('/verify/v1/result/xtk_… -H');
  }
  expect(asked).toEqual([]);
});

it('verifies an age pass itself, once, without a call to the API (D-152)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-12-10T00:00:00Z') });
  const ask = (token?: string) => {
    const headers: Record<string, string> =
      token === undefined ? {} : { Authorization: `PrivateToken token="${token}"` };
    return shop.request('http://localhost:8788/age-pass/check', { headers }, ENV);
  };
  const challenged = await ask();
  expect(challenged.status).toBe(401);
  expect(challenged.headers.get('WWW-Authenticate')).toMatch(
    /^PrivateToken challenge="[^"]+", min-age="18"$/,
  );
  const pass = made.tokens['18+ standard'];
  const good = await ask(pass);
  expect(await good.json()).toEqual({
    old_enough: true,
    pass: { bracket: '18+', class: 'standard', issued: '2030-11' },
  });
  const refusals = [pass, made.tokens['15+ standard'], made.tokens['other service'], 'x'];
  const codes = await Promise.all(
    refusals.map(async (token) => (await (await ask(token)).json<{ error: string }>()).error),
  );
  expect(codes).toEqual(['pass_shown_before', 'pass_refused', 'pass_refused', 'pass_refused']);
  expect(asked).toEqual([]);
});

it('serves its own copy of embed.js, and loads nothing from the service (D-152)', async () => {
  const page = await (await browser()('/age-pass')).text();
  const loaded = [...page.matchAll(/<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"/g)];
  expect(loaded.map(([, url = '']) => url)).toContain('/age-pass/embed.js');
  for (const [, url = ''] of loaded) expect(url).toMatch(/^\//);
  const script = await browser()('/age-pass/embed.js');
  expect(script.headers.get('Content-Type')).toMatch(/^text\/javascript/);
  expect(await script.text()).toContain('Agate');
});
