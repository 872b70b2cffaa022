import { describe, expect, it } from 'vitest';
import { CALLBACK } from '../../support/site/oauth-request.ts';
import { Browser, makeClient } from '../../support/site/oauth.ts';

const LOGO = 'data:image/svg+xml,%3Csvg%2F%3E';

/**
 * Starts an authorization request.
 * @returns the `session` parameter of the page that the browser is redirected to
 */
async function begin(browser: Browser, logo?: string): Promise<string> {
  const client = await makeClient({
    name: '<b>Wine & Co</b>',
    ...(logo !== undefined && { logo }),
  });
  const location = await browser.authorize(client);
  return location.searchParams.get('session')!;
}

const infoPath = (session: string) => `/oauth/consent/info?session=${session}`;

describe('GET /oauth/consent/info', () => {
  it('describes the site and its request in the envelope (spec 2.7)', async () => {
    const browser = new Browser();
    const session = await begin(browser, LOGO);
    const response = await browser.get(infoPath(session));
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toContain('no-store');
    expect(await response.json()).toEqual({
      success: true,
      data: {
        client_name: '<b>Wine & Co</b>',
        client_logo: LOGO,
        scopes: ['openid', 'age_verification'],
        redirect_uri: CALLBACK,
      },
      meta: expect.anything(),
    });
  });

  it('is 404 without the cookie of the browser the request came from (S-20, consent hijack in Hydra 0.10)', async () => {
    const browser = new Browser();
    const session = await begin(browser);
    const stranger = new Browser();
    expect((await stranger.get(infoPath(session))).status).toBe(404);
    await begin(stranger);
    const [name = ''] = [...browser.cookies.keys()];
    stranger.cookies.set(name, [...stranger.cookies.values()][0] ?? '');
    expect((await stranger.get(infoPath(session))).status).toBe(404);
    for (const wrong of ['xcs_', 'nonsense', `xcs_${'A'.repeat(86)}`, `${session}x`])
      expect((await browser.get(infoPath(wrong))).status).toBe(404);
    expect((await browser.get('/oauth/consent/info')).status).toBe(400);
    expect((await browser.get(infoPath(session))).status).toBe(200);
  });

  it('keeps the requests of two sites in one browser apart (S-23, Hydra 923, 3757)', async () => {
    const browser = new Browser();
    const [first, second] = [await begin(browser), await begin(browser)];
    expect(first).not.toBe(second);
    for (const session of [first, second])
      expect((await browser.get(infoPath(session))).status).toBe(200);
  });
});
