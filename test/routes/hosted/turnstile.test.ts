// Cloudflare Turnstile as an additional signal (D-127): what the page receives, and what the
// service verifies. The verification endpoint is a fake that follows Cloudflare's documentation.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import {
  mint,
  setOutage,
  SITE_KEY,
  takeVerified,
  withTurnstile,
} from '../../support/installation/turnstile/turnstile-service.ts';

const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);

afterEach(async () => {
  vi.useRealTimers();
  logged.mockClear();
  await setOutage('none');
  await takeVerified();
});

const bind = (FACE: Fetcher): Env => withTurnstile({ ...env, FACE });

/** Begins a visit without giving consent. */
const arrive = (options: { test?: boolean } = {}) =>
  EdgeVisit.begin({}, { bind, consent: { biometric: false }, ...options });

async function agree(visit: EdgeVisit, witness?: string) {
  const { scopes } = (await visit.browser.view()).body.data.privacy;
  return visit.browser.step('consent', { biometric: true, scopes, witness });
}
const stepOf = async (visit: EdgeVisit) => (await visit.browser.view()).body.data.step;

describe('where the service uses Turnstile', () => {
  it('the view names key, script and action, and only at consent', async () => {
    const visit = await arrive();
    const { data } = (await visit.browser.view()).body;
    expect(data.witness).toEqual({
      site_key: SITE_KEY,
      script: `${inject('turnstile')}/turnstile/v0/api.js?render=explicit`,
      action: 'consent',
    });
    const agreed = await agree(visit, await mint(data.id));
    expect(agreed.body.data).toMatchObject({ step: 'liveness' });
    expect(agreed.body.data).not.toHaveProperty('witness');
  });

  it('a whole check verifies once, with the token and no data of the visitor', async () => {
    const visit = await arrive();
    const token = await mint(visit.browser.sessionId);
    await agree(visit, token);
    await visit.light().pass();
    expect(await visit.result()).toMatchObject({ status: 'success', risk: { band: 'low' } });
    const asked = await takeVerified();
    expect(asked).toEqual([
      {
        secret: expect.any(String),
        response: token,
        idempotency_key: expect.stringMatching(
          /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
        ),
      },
    ]);
  });

  it.each<[string, (session: string) => Promise<string | undefined>]>([
    ['is missing', async () => undefined],
    ['is made up', async () => 'fake.made-up'],
    ['is older than five minutes', (session) => mint(session, { ageMs: 301_000 })],
    ['has another action', (session) => mint(session, { action: 'sign-in' })],
    ['has another host', (session) => mint(session, { hostname: 'other.example' })],
    ['has another session', () => mint('another-session')],
    ['names no session', (session) => mint(session, { cdata: '' })],
  ])('a token that %s is refused, and changes nothing', async (_, make) => {
    const visit = await arrive();
    const refused = await agree(visit, await make(visit.browser.sessionId));
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'BROWSER_UNCONFIRMED' } },
    });
    expect(refused.body.error?.message).toMatch(/witness/);
    expect(await stepOf(visit)).toBe('consent');
    expect((await agree(visit, await mint(visit.browser.sessionId))).status).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['longer than any', 'x'.repeat(2_049)],
    ['no text', 7],
  ])('a token that is %s is 400, and Turnstile is not asked', async (_, witness) => {
    const visit = await arrive();
    expect((await agree(visit, witness as string)).status).toBe(400);
    expect(await takeVerified()).toEqual([]);
  });

  it('a spent token is refused, also from another browser of the session', async () => {
    const visit = await arrive();
    const token = await mint(visit.browser.sessionId);
    await agree(visit, token);
    await visit.changeDevice({ witness: token });
    expect((await visit.browser.view()).body.data).toMatchObject({
      device: 'phone',
      step: 'consent',
    });
    expect(await agree(visit, token)).toMatchObject({ status: 403 });
    expect((await agree(visit, await mint(visit.browser.sessionId))).status).toBe(200);
  });

  it('a repeat whose answer was lost is not a second use', async () => {
    const visit = await arrive();
    const token = await mint(visit.browser.sessionId);
    await agree(visit, token);
    expect((await agree(visit, token)).body.error?.code).toBe('CONFLICT');
    const keys = (await takeVerified()).map((one) => one.idempotency_key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('of many concurrent requests one is accepted', async () => {
    const visit = await arrive();
    const token = await mint(visit.browser.sessionId);
    const replies = await Promise.all(Array.from({ length: 4 }, () => agree(visit, token)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
  });

  it.each(['error', 'status', 'words', 'reset', 'secret'] as const)(
    'an outage of Turnstile (%s) blocks nobody, and raises the risk band',
    async (outage) => {
      await setOutage(outage);
      const visit = await arrive();
      expect((await agree(visit, await mint(visit.browser.sessionId))).status).toBe(200);
      await visit.light().pass();
      expect(await visit.result()).toMatchObject({ status: 'success', risk: { band: 'medium' } });
      expect(logged.mock.calls.join('\n')).toContain('turnstile_unavailable');
      expect(logged.mock.calls.join('\n')).not.toContain('fake.');
    },
  );

  it('a silent Turnstile is waited for for three seconds', async () => {
    await setOutage('silent');
    const visit = await arrive();
    const beganMs = performance.now();
    expect((await agree(visit, await mint(visit.browser.sessionId))).status).toBe(200);
    expect(performance.now() - beganMs).toBeGreaterThan(2_500);
  }, 30_000);

  it('a missing token is refused during an outage as well', async () => {
    await setOutage('error');
    expect((await agree(await arrive())).status).toBe(403);
  });

  it('a test session needs no token, since programs drive it', async () => {
    const visit = await arrive({ test: true });
    expect((await visit.browser.view()).body.data).not.toHaveProperty('witness');
    expect((await agree(visit)).status).toBe(200);
    expect(await takeVerified()).toEqual([]);
  });

  it('its page may load Turnstile’s script and frame, and nothing else from elsewhere', async () => {
    const { fetch } = await arrive();
    const policy = await policyOf(fetch);
    const origin = inject('turnstile');
    expect(policy).toMatch(new RegExp(`script-src 'self'[^;]* ${origin} `));
    expect(policy).toContain(`frame-src ${origin}`);
    expect(policy.split(origin)).toHaveLength(3);
  });

  it('the privacy notice names it', async () => {
    const { fetch } = await arrive();
    expect(await noticeOf(fetch)).toContain('Cloudflare Turnstile');
  });
});

describe('where the service does not use Turnstile', () => {
  it('nothing is requested or verified, whatever a page sends', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    const visit = await EdgeVisit.begin({}, { consent: { witness: 'fake.made-up' } });
    expect((await visit.browser.view()).body.data).toMatchObject({ step: 'liveness' });
    await visit.light().pass();
    expect((await visit.result()).status).toBe('success');
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('view, page and notice name no foreign host', async () => {
    const visit = await EdgeVisit.begin({}, { consent: { biometric: false } });
    expect((await visit.browser.view()).body.data).not.toHaveProperty('witness');
    expect(await policyOf(visit.fetch)).not.toMatch(/https?:|frame-src/);
    expect(await noticeOf(visit.fetch)).not.toContain('Turnstile');
  });

  it.each(['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'])(
    'the service does not start with one key alone (%s)',
    async (name) => {
      const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
      const fetch = serviceWith({ ...env, [name]: 'x' });
      expect((await fetch(new Request('http://localhost:8787/readyz'))).status).toBe(500);
      expect(lines.mock.calls.join('\n')).toMatch(/TURNSTILE_\w+ is missing/);
      lines.mockRestore();
    },
  );
});

const policyOf = async (fetch: (request: Request) => Promise<Response>): Promise<string> => {
  const page = await fetch(new Request('http://localhost:8787/v/xit_none'));
  return page.headers.get('Content-Security-Policy') ?? '';
};
const noticeOf = async (fetch: (request: Request) => Promise<Response>): Promise<string> =>
  (await fetch(new Request('http://localhost:8787/privacy?ui_locales=en'))).text();
