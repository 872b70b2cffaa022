// The `display: "tv"` option of init: a short address and a code for a screen with neither camera
// nor keyboard (D-155).
import { exports } from 'cloudflare:workers';
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { get, post, VALID_INIT } from '../../support/customer/api.ts';
import { makeTenant, type TestTenant } from '../../support/customer/tenants.ts';
import { ORIGIN } from '../../support/site/oauth-request.ts';
import { Browser } from '../../support/site/oauth.ts';

const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;
const HTML = { Accept: 'text/html', Origin: ORIGIN };

let tenant: TestTenant;
let phone: Browser;
beforeEach(async () => {
  tenant = await makeTenant();
  phone = new Browser();
});
afterEach(() => void vi.useRealTimers());

const begin = (headers: Record<string, string> = {}, fields: Record<string, unknown> = {}) =>
  post('/verify/v1/init', { ...VALID_INIT, display: 'tv', ...fields }, tenant.secret, headers);

/** Types a code on the page, as a person would. */
async function type(code: string, browser = phone): Promise<Response> {
  const page = await (await browser.get('/device', HTML)).text();
  const token = /name="form_token" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const form = new URLSearchParams({ form_token: token, user_code: code });
  return browser.post('/device', form, HTML);
}

const openLink = (token: string): Promise<Response> =>
  exports.default.fetch(
    new Request(`${ORIGIN}/v/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
      body: JSON.stringify({ token }),
    }),
  );

const advance = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};

describe('a television', () => {
  it('gets a short URL and a code, which lead a phone to the page of the session', async () => {
    const { status, body } = await begin();
    const { token, tv } = body.data;
    expect([status, tv]).toEqual([
      201,
      {
        url: `${ORIGIN}/device`,
        code: expect.stringMatching(CODE),
        url_with_code: `${ORIGIN}/device?user_code=${tv.code}`,
        expires_in: 600,
      },
    ]);
    const typed = await type(tv.code.toLowerCase().replace('-', ' '));
    expect([typed.status, typed.headers.get('Location')]).toEqual([303, `/v/${token}`]);
    expect((await openLink(token)).status).toBe(200);
    const { body: known } = await get(`/verify/v1/status/${token}`, tenant.secret);
    expect(known.data.status).toBe('in_progress');
  });

  it('needs to ask for it: other sessions have no code', async () => {
    for (const fields of [{ display: 'page' }, { display: null }, { display: undefined }])
      expect((await begin({}, fields)).body.data).not.toHaveProperty('tv');
    const { status, body } = await begin({}, { display: 'radio' });
    expect([status, body.error?.details]).toEqual([
      400,
      [{ field: 'display', message: 'display must be one of: page, tv.' }],
    ]);
  });

  it('gets the same code for a repeat, also a concurrent one', async () => {
    const key = { 'Idempotency-Key': 'living-room' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => begin(key)));
    const codes = new Set(replies.map(({ body }) => body.data.tv.code));
    expect([codes.size, (await begin(key)).body.data.tv.code]).toEqual([1, [...codes][0]]);
    const other = await begin(key, { display: 'page' });
    expect(other.body.error?.code).toBe('IDEMPOTENCY_KEY_MISMATCH');
  });

  it('gets a code of its own, different from those of others', async () => {
    const other = await makeTenant();
    const [mine, theirs] = await Promise.all([
      begin(),
      post('/verify/v1/init', { ...VALID_INIT, display: 'tv' }, other.secret),
    ]);
    const locations = await Promise.all(
      [mine, theirs].map(async ({ body }) =>
        (await type(body.data.tv.code, new Browser())).headers.get('Location'),
      ),
    );
    expect(locations).toEqual([mine, theirs].map(({ body }) => `/v/${body.data.token}`));
    // The code gives the person in front of the screen access to the session, but gives another
    // customer no access.
    expect((await get(`/verify/v1/status/${mine.body.data.token}`, other.secret)).status).toBe(404);
  });
});

describe('a code', () => {
  it('typed on 20 phones at once opens the session on one of them', async () => {
    const { token, tv } = (await begin()).body.data;
    const phones = Array.from({ length: 20 }, () => new Browser());
    const typed = await Promise.all(phones.map((one) => type(tv.code, one)));
    expect(new Set(typed.map(({ headers }) => headers.get('Location')))).toEqual(
      new Set([`/v/${token}`]),
    );
    const opened = await Promise.all(phones.map(() => openLink(token)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(opened.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('expires after ten minutes', async () => {
    const { tv } = (await begin()).body.data;
    advance(601);
    expect((await type(tv.code)).status).toBe(422);
  });

  it('shares the limit of device codes: five wrong ones from an IP address, then none', async () => {
    const from = { ...HTML, 'CF-Connecting-IP': '192.0.2.61' };
    const page = await (await phone.get('/device', HTML)).text();
    const token = /name="form_token" value="([^"]*)"/.exec(page)?.[1] ?? '';
    const jar = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const guess = (code: string) =>
      exports.default.fetch(
        new Request(`${ORIGIN}/device`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            ...from,
            Cookie: jar,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({ form_token: token, user_code: code }),
        }),
      );
    for (let n = 0; n < 5; n += 1) expect((await guess('BCDF-GHJK')).status).toBe(422);
    expect((await guess('BCDF-GHJK')).status).toBe(429);
    const { tv } = (await begin()).body.data;
    expect((await guess(tv.code)).status).toBe(429);
    expect((await type(tv.code)).status).toBe(303);
  });
});
