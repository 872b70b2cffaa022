// A customer that requires a face from anyone who satisfies a check with an account's age (D-104),
// and a customer that accepts no face (D-99).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/time/durations.ts';
import { exportAccountData } from '../../../src/domain/signing-in/account-lifecycle/export-data.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { readSignIn } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { init } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { FaceVisitor } from '../../support/visitor/face-visitor.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import { CALLBACK, requestFor, type Parameters } from '../../support/site/oauth-request.ts';
import { makeClient, rememberConsent, type TestClient } from '../../support/site/oauth.ts';
import { textOf } from '../../support/account/portal.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const NONE = 'This account has no face to compare with';

afterEach(() => void vi.useRealTimers());

const askForFaces = (tenantId: string) =>
  env.DB.prepare('UPDATE tenants SET agate_id_face = 1 WHERE id = ?').bind(tenantId).run();

/** Creates a signed-in person with an age proven yesterday and an enrolled face. */
async function owner() {
  const account = await makeAccount();
  await keepAge(account, 18, { verifiedAtMs: Date.now() - DAY_MS, measured: 'edge' });
  const visitor = new FaceVisitor();
  await visitor.signIn(account);
  await visitor.enrol();
  return { account, visitor };
}

/**
 * Runs a face check, from the page that requests it to the return to the account pages.
 * @returns the target of the redirect on return
 */
async function showFace({ browser, ...visitor }: FaceActions, path: string, person?: string) {
  const begun = await visitor.begin(await browser.get(path), '/account/face/show');
  await visitor.show(begun, person);
  const query = `${path.split('?')[1] ?? ''}&token=${begun.token}`;
  return (await browser.get(`/account/face/return?${query}`)).location;
}

interface FaceActions {
  browser: FaceVisitor['browser'];
  begin: FaceVisitor['begin'];
  show: FaceVisitor['show'];
}

const asked = (visitor: FaceVisitor): FaceActions => ({
  browser: visitor.browser,
  begin: (...given) => visitor.begin(...given),
  show: (...given) => visitor.show(...given),
});

describe('a check that is answered from an account', () => {
  it('requires the enrolled face each time, and leaves an account without one a new check', async () => {
    const { account, visitor } = await owner();
    const tenant = await makeTenant({ agateId: true });
    await askForFaces(tenant.id);
    const fetch = serviceWith({ ...env, FACE: visitor.face.binding });
    const openCheck = async () => {
      goTo(5);
      const browser = new TestBrowser(undefined, fetch);
      await browser.open(await init(tenant.secret, { min_age: 18 }));
      await visitor.signIn(account);
      browser.setCookie('agate-account', visitor.browser.cookies.get('agate-account') ?? '');
      return browser;
    };
    const reuse = async (browser: TestBrowser) => {
      const { status, body } = await browser.step('account/reuse');
      return body.error?.code ?? [status, body.data.status];
    };
    const check = await openCheck();
    const offer = await check.get(`/v/sessions/${check.sessionId}/account`);
    expect(offer.body.data.can_reuse).toBe(true);
    expect(await reuse(check)).toBe('FACE_REQUIRED');

    const back = `/v/${check.sessionId}`;
    const path = `/account/face?continue=${encodeURIComponent(back)}`;
    expect(await showFace(asked(visitor), path, 'Eve')).toContain('done=failed');
    expect(await reuse(check)).toBe('FACE_REQUIRED');
    const history = await env.DB.prepare(
      "SELECT outcome FROM login_attempts WHERE account_id = ? AND method = 'face'",
    )
      .bind(account.id)
      .all();
    expect(history.results).toEqual([{ outcome: 'failed' }]);
    expect(await showFace(asked(visitor), path)).toBe(back);
    expect(await reuse(check)).toEqual([200, 'success']);
    // The token of an unknown check is refused.
    expect((await visitor.browser.get(`/account/face/return?token=xtk_x`)).location).toContain(
      'done=failed',
    );

    const signedIn = await readSignIn(makeContext(), visitor.browser.cookies.get('agate-account'));
    const { sessions } = await exportAccountData(makeContext(), signedIn!);
    const kept = await env.DB.prepare(
      'SELECT face_shown_at_ms AS shown FROM account_sessions WHERE face_shown_at_ms > 0',
    ).first();
    expect(kept?.['shown']).toEqual(expect.any(Number));
    expect(sessions.find(({ id }) => id === signedIn?.session.id)).toMatchObject({
      faceShownAtMs: kept?.['shown'],
    });

    const next = await openCheck();
    expect(await reuse(next)).toBe('FACE_REQUIRED');
    // An account may start five checks an hour; two have been used.
    const ask = async () =>
      (await visitor.browser.submit(await visitor.browser.get(path), '/account/face/show')).status;
    for (const status of [303, 303, 303, 429]) expect(await ask()).toBe(status);
    visitor.face.model = 'ef'.repeat(32);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE_MS });
    expect(textOf((await visitor.browser.get(path)).html)).toContain(NONE);
    await env.DB.prepare('DELETE FROM account_faces').run();
    const page = await visitor.browser.get(path);
    expect(textOf(page.html)).toContain(NONE);
    expect(page.html).not.toContain('/account/face/show');
    expect(page.html).toContain(`href="${back}"`);
  });
});

describe('a site that shares an age', () => {
  const authorize = async ({ browser }: FaceVisitor, site: TestClient, changes: Parameters = {}) =>
    (await browser.get(`/oauth/authorize?${requestFor(site, changes).toString()}`)).location ?? '';

  async function site(account: Account): Promise<TestClient> {
    const client = await makeClient();
    await askForFaces(client.tenantId);
    await rememberConsent(account, client);
    return client;
  }

  it('gets no answer before the face is shown, unless the age was verified for it or none is requested', async () => {
    const { account, visitor } = await owner();
    const client = await site(account);
    goTo(11 * MINUTE_MS);
    const path = await authorize(visitor, client);
    expect(path).toMatch(/^\/account\/face\?session=xcs_/);
    const silent = await authorize(visitor, client, { prompt: 'none' });
    expect(silent).toContain('error=login_required');
    expect(await authorize(visitor, client, { scope: 'openid' })).toContain('code=');
    // Submits the decision directly, bypassing the page.
    const page = await visitor.browser.get(path);
    expect(textOf(page.html)).toContain('Cellar Door wants to be sure that it is you.');
    const forged = { ...page, html: page.html.replaceAll('/account/face/show', '/consent') };
    const answer = await visitor.browser.submit(forged, '/consent', { decision: 'allow' });
    expect(answer.location).toBe(path);

    expect(await showFace(asked(visitor), path, 'Eve')).toContain('done=failed');
    const consent = (await showFace(asked(visitor), path)) ?? '';
    expect((await visitor.browser.follow(await visitor.browser.get(consent))).location).toContain(
      'code=',
    );
    // Within ten minutes the face is not requested again.
    expect(await authorize(visitor, client)).toContain('code=');
    goTo(11 * MINUTE_MS);
    const later = await authorize(visitor, client);
    expect(later).toMatch(/^\/account\/face/);
    await keepAge(account, 18, { measured: 'edge' });
    const fresh = await visitor.browser.get(later.replace('/account/face', '/consent'));
    expect(fresh.location).toContain('code=');
  });

  it('gets its answer as before if its customer does not require the face, or if there is no age', async () => {
    const { account, visitor } = await owner();
    const other = await makeClient();
    await rememberConsent(account, other);
    goTo(11 * MINUTE_MS);
    expect(await authorize(visitor, other)).toContain('code=');
    const client = await site(account);
    await env.DB.prepare('DELETE FROM verified_ages').run();
    expect(await authorize(visitor, client)).not.toContain('/account/face');
  });
});

describe('a client that refuses sign-in by face', () => {
  it('is configurable: it is offered no sign-in by face, and a session by face must sign in again', async () => {
    const { visitor } = await owner();
    visitor.signOut();
    const { owner: member } = await makeDashboardTenant();
    const body = { name: 'Bank', redirect_uris: [CALLBACK], scopes: ['openid'] };
    const made = await ask('POST', '/oauth-clients', member.token, { ...body, refuses_face: true });
    expect(made.body.data.refuses_face).toBe(true);
    const { id } = made.body.data;
    const begin = async () =>
      (await visitor.browser.get(`/oauth/authorize?${requestFor({ id }).toString()}`)).location;
    const offered = async () =>
      textOf((await visitor.browser.get((await begin()) ?? '')).html).includes('with your face');
    expect(await offered()).toBe(false);
    await visitor.signInByFace();
    expect(await begin()).toContain('fresh=1');
    const changed = await ask('PATCH', `/oauth-clients/${id}`, member.token, {
      refuses_face: false,
    });
    expect(changed.body.data.refuses_face).toBe(false);
    visitor.signOut();
    // The service instance that the visitor uses did not make the change itself, and caches clients
    // for half a minute.
    goTo(MINUTE_MS);
    expect(await offered()).toBe(true);
  });
});
