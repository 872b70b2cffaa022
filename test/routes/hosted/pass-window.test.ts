// The window in which a pass is presented for a page in a frame (D-152): the window authenticates
// with a secret that the page created, and the page follows the state of its session.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeBase64Url, encodeBase64Url, encodeHex } from '../../../src/crypto/encoding.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import { PassService } from '../../support/visitor/pass-visit.ts';
import { blind, keyFor, makePasses } from '../../support/visitor/passes.ts';

let service: PassService;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-11-15T12:00:00Z') });
  service = new PassService();
});
afterEach(() => void vi.useRealTimers());

type Site = Awaited<ReturnType<PassService['site']>>;

const SECRET = 'w'.repeat(43);

async function hashOf(secret: string): Promise<string> {
  const bytes = new TextEncoder().encode(secret);
  return encodeHex(await crypto.subtle.digest('SHA-256', bytes));
}

async function blindTen() {
  const key = await keyFor(service.ctx);
  return blind(decodeBase64Url(key.tokenKey), 'localhost:8787');
}

const open = async ({ browser }: Site, secret = SECRET) =>
  browser.step('pass/window', { secret_hash: await hashOf(secret) });

/** Makes a call as the window does, without a cookie. */
async function call(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await service.fetch(
    new Request(`http://localhost:8787/v/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  const { data, error } = await response.json<any>();
  return { status: response.status, data, code: error?.code };
}

const tokenOf = ({ browser }: Site, secret = SECRET) => `xpw_${browser.sessionId}${secret}`;
const read = (site: Site, secret?: string) =>
  call('pass-windows', { token: tokenOf(site, secret) });
const show = (site: Site, pass: string, secret?: string) =>
  call('pass-windows/answer', { token: tokenOf(site, secret), pass });

describe('a window that a page in a frame has opened', () => {
  it('learns what is requested, and no address of the site', async () => {
    const site = await service.site();
    expect((await open(site)).status).toBe(200);
    expect((await read(site)).data).toEqual({
      state: 'open',
      site: site.view.site.name,
      pass: { min_age: 18, class: 'standard', since: '2030-08' },
    });
  });

  it('answers the check, which its page then shows as passed', async () => {
    const [pass = ''] = await makePasses(service.ctx);
    const site = await service.site();
    await open(site);
    expect((await show(site, pass)).data).toEqual({
      state: 'answered',
      site: site.view.site.name,
    });
    expect((await site.browser.view()).body.data).toMatchObject({
      status: 'success',
      step: 'done',
    });
    expect(await site.result()).toMatchObject({ verification_type: 'agate_pass' });
    expect((await read(site)).data).toMatchObject({ state: 'answered' });
  });

  it('spends no second pass once the check is answered', async () => {
    const [first = '', second = ''] = await makePasses(service.ctx);
    const site = await service.site();
    await open(site);
    await show(site, first);
    expect((await show(site, second)).data).toMatchObject({ state: 'answered' });
    const other = await service.site();
    expect((await other.show(second)).status).toBe(200);
  });

  it('reports that the check has ended meanwhile, and spends nothing', async () => {
    const [pass = ''] = await makePasses(service.ctx);
    const site = await service.site();
    await open(site);
    await site.browser.step('cancel');
    expect((await read(site)).data).toEqual({ state: 'over', site: site.view.site.name });
    expect((await show(site, pass)).code).toBe('CONFLICT');
    const other = await service.site();
    expect((await other.show(pass)).status).toBe(200);
  });

  it('is invalidated by a newer one, and by another secret', async () => {
    const site = await service.site();
    expect((await read(site)).code).toBe('NOT_FOUND');
    await open(site);
    expect((await read(site, 'x'.repeat(43))).code).toBe('NOT_FOUND');
    await open(site, 'y'.repeat(43));
    expect((await read(site)).code).toBe('NOT_FOUND');
    expect((await show(site, 'x')).code).toBe('NOT_FOUND');
    expect((await read(site, 'y'.repeat(43))).data).toMatchObject({ state: 'open' });
  });

  it('needs a page of this origin, and a check that accepts passes', async () => {
    const site = await service.site();
    await open(site);
    const foreign = await call(
      'pass-windows',
      { token: tokenOf(site) },
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    expect(foreign.code).toBe('FORBIDDEN');
    const closed = await service.site({ accept: { methods: ['face'] } });
    expect((await open(closed)).body.error?.code).toBe('CONFLICT');
    expect((await call('pass-windows', { token: 'xit_x' })).code).toBe('NOT_FOUND');
    const untold = await site.browser.step('pass/window', { secret_hash: 'short' });
    expect(untold.status).toBe(400);
  });

  it('issues ten passes after the check, once, and repeats the answer for a minute', async () => {
    const visit = await service.visit();
    await visit.pass();
    const { browser } = visit;
    const opened = await browser.step('pass/window', { secret_hash: await hashOf(SECRET) });
    expect(opened.status).toBe(200);
    const own = `xpw_${browser.sessionId}${SECRET}`;
    const { data } = await call('pass-windows', { token: own });
    expect(data).toMatchObject({ state: 'open', passes: { bracket: '18+', class: 'standard' } });
    const ten = await blindTen();
    const other = await blindTen();
    const take = (requests: Uint8Array) =>
      call('pass-windows/passes', { token: own, requests: encodeBase64Url(requests) });
    expect((await take(ten.body.slice(259))).code).toBe('PASS_INVALID');
    const first = await take(ten.body);
    expect((await take(ten.body)).data).toEqual(first.data);
    expect((await take(other.body)).code).toBe('PASSES_ALREADY_TAKEN');
    expect((await call('pass-windows', { token: own })).data).toMatchObject({ state: 'taken' });
    const [pass = ''] = await ten.finish(decodeBase64Url(first.data.signatures));
    const site = await service.site();
    expect((await site.show(pass)).status).toBe(200);
    expect((await browser.view()).body.data).not.toHaveProperty('passes');
  });

  it('issues none after a check that gives none', async () => {
    const site = await service.site();
    await open(site);
    const { body } = await blindTen();
    const requests = encodeBase64Url(body);
    const refused = await call('pass-windows/passes', { token: tokenOf(site), requests });
    expect([refused.status, refused.code]).toEqual([403, 'PASSES_NOT_FOR_THIS_SESSION']);
  });

  it('ends with its session', async () => {
    const site = await service.site();
    await open(site);
    goTo(24 * 60 * 60_000);
    expect((await read(site)).data?.state ?? 'gone').not.toBe('open');
  });
});
