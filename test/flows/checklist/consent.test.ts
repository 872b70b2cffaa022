// The limits of a consent (person, client, redirect URI and duration), and which tokens and data an
// account that may not sign in still receives.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import type { Context } from '../../../src/context.ts';
import { runSchedule } from '../../../src/background.ts';
import { FREQUENT } from '../../../src/domain/operations/health/schedule.ts';
import { suspendAccount } from '../../../src/domain/signing-in/account-lifecycle/change-status.ts';
import { requestDeletion } from '../../../src/domain/signing-in/account-lifecycle/request-deletion.ts';
import type { SignIn } from '../../../src/domain/signing-in/sessions/session.ts';
import { signInWithPassword } from '../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { authorize } from '../../../src/domain/signing-in/authorization/authorize.ts';
import { readKnownPerson } from '../../../src/domain/signing-in/authorization/known-person.ts';
import { nextStepOf } from '../../../src/domain/signing-in/authorization/next-step.ts';
import type { AuthorizationRequest } from '../../../src/domain/openid/grants/authorization-request.ts';
import { accountRow, makeAccount, VISITOR } from '../../support/account/accounts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { FormVisitor, type Page } from '../../support/account/form-visitor.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import { introspect, readUserinfo, redeem, refresh } from '../../support/site/oauth-calls.ts';
import { CALLBACK, CHALLENGE, ORIGIN, requestFor } from '../../support/site/oauth-request.ts';
import { Browser, locationOf, makeClient } from '../../support/site/oauth.ts';

const ELSEWHERE = 'https://shop.rp.example/callback';
const LOOPBACK = 'http://127.0.0.1:9876/callback';

afterEach(() => void vi.useRealTimers());

async function visitor() {
  const account = await makeAccount();
  const one = new FormVisitor(account.email!);
  await one.browser.signIn(account);
  return { account, one };
}

/** Returns the next step that a site's request requires. */
async function stepFor(
  { browser }: FormVisitor,
  asked: Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'scope'>,
) {
  const ctx = makeContext();
  const request = { ...asked, codeChallenge: CHALLENGE, prompt: [], requestedAtMs: Date.now() };
  const cookie = browser.cookies.get('agate-account');
  return nextStepOf(ctx, request, await readKnownPerson(ctx, cookie, asked.clientId));
}

const authorizePath = (query: URLSearchParams): URL =>
  new URL(`/oauth/authorize?${query.toString()}`, ORIGIN);

describe('consent', () => {
  it('is remembered per host, and another registered address asks again (S-25)', async () => {
    const client = await makeClient({ redirectUris: [CALLBACK, `${CALLBACK}/two`, ELSEWHERE] });
    const { one } = await visitor();
    const at = async (redirect_uri: string) =>
      one.open(authorizePath(requestFor(client, { redirect_uri })));
    const first = (await at(CALLBACK)) as Page;
    expect(first.path).toBe('/consent');
    await one.submit(first, { decision: 'allow' });
    for (const same of [CALLBACK, `${CALLBACK}/two`])
      expect((await at(same)) as URL).toHaveProperty('host', 'rp.example');
    const other = (await at(ELSEWHERE)) as Page;
    expect(other.path).toBe('/consent');
    await one.submit(other, { decision: 'allow' });
    for (const known of [CALLBACK, ELSEWHERE])
      expect(((await at(known)) as URL).searchParams.has('code')).toBe(true);
  });

  it('to fewer scopes on one host does not grow because of another host (S-25)', async () => {
    const client = await makeClient({ redirectUris: [CALLBACK, ELSEWHERE] });
    const { one } = await visitor();
    const less = { redirect_uri: ELSEWHERE, scope: 'openid' };
    for (const changes of [{}, less]) await one.visit(authorizePath(requestFor(client, changes)));
    const asked = { clientId: client.id, redirectUri: ELSEWHERE };
    expect(await stepFor(one, { ...asked, scope: ['openid'] })).toBe('leave');
    const more = { ...asked, scope: ['openid', 'age_verification'] };
    expect(await stepFor(one, more)).toBe('consent');
  });

  it('is requested every time when the redirect goes to a loopback address (S-25, Doorkeeper CVE-2023-34246)', async () => {
    const client = await makeClient({ redirectUris: [LOOPBACK] });
    const { one } = await visitor();
    const query = requestFor(client, { redirect_uri: LOOPBACK });
    await one.visit(authorizePath(query));
    const ctx = makeContext();
    const deployed = {
      ...ctx,
      config: { ...ctx.config, baseUrl: 'https://agate.example', isLocal: false },
    };
    const findPerson = (clientId: string) =>
      readKnownPerson(ctx, one.browser.cookies.get('agate-account'), clientId);
    expect(await authorize(deployed, query.toString(), findPerson)).toHaveProperty(
      'step',
      'consent',
    );
    const silent = requestFor(client, { redirect_uri: LOOPBACK, prompt: 'none' });
    expect(await authorize(deployed, silent.toString(), findPerson)).toHaveProperty(
      'to.url',
      expect.stringContaining('error=consent_required'),
    );
    // On a developer's machine the service itself is at a loopback address, so the visitor returns
    // to the site without being asked.
    const asked = { clientId: client.id, redirectUri: LOOPBACK, scope: ['openid'] };
    expect(await stepFor(one, asked)).toBe('leave');
  });

  it('is accepted only in the browser that started the request: no link yields another person’s code (S-20, Dex CVE-2022-39222)', async () => {
    const client = await makeClient();
    const [attacker, victim] = [await visitor(), await visitor()];
    const link = locationOf(
      await attacker.one.browser.get(`/oauth/authorize?${requestFor(client).toString()}`),
    );
    expect(link.pathname).toBe('/consent');
    const path = `${link.pathname}${link.search}`;
    const shown = await victim.one.browser.get(path, { Accept: 'text/html' });
    expect([shown.status, shown.headers.get('Location')]).toEqual([400, null]);
    const own = (await victim.one.open(authorizePath(requestFor(client)))) as Page;
    const swapped = own.html.replaceAll(/xcs_[\w-]+/g, link.searchParams.get('session')!);
    await expect(
      victim.one.submit({ ...own, html: swapped }, { decision: 'allow' }),
    ).rejects.toThrow('400 after a form');
    const rows = await env.DB.prepare('SELECT count(*) AS n FROM grants').first<number>('n');
    expect(rows).toBe(0);
  });

  it('can be given for ten minutes, once (S-20)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const client = await makeClient();
    const { one } = await visitor();
    const [early, late] = [
      (await one.open(authorizePath(requestFor(client)))) as Page,
      (await one.open(authorizePath(requestFor(client)))) as Page,
    ];
    vi.setSystemTime(Date.now() + 599_000);
    const back = (await one.submit(early, { decision: 'allow' })) as URL;
    expect(back.searchParams.has('code')).toBe(true);
    await expect(one.submit(early, { decision: 'allow' })).rejects.toThrow('400');
    vi.setSystemTime(Date.now() + 1_000);
    await expect(one.submit(late, { decision: 'allow' })).rejects.toThrow('400');
  });
});

describe('an internal error', () => {
  it('is shown on our own page and never redirected, before and after the redirect URI is verified (S-16)', async () => {
    const client = await makeClient();
    const { account, one } = await visitor();
    await one.visit(authorizePath(requestFor(client)));
    const path = `/oauth/authorize?${requestFor(client).toString()}`;
    expect((await one.browser.get(path)).headers.get('Location')).toContain('code=');
    // The client is cached, but the grant cannot be written.
    await env.DB.prepare('ALTER TABLE grants RENAME TO gone').run();
    const fresh = new Browser();
    await fresh.signIn(account);
    const after = await fresh.get(path);
    expect([after.status, after.headers.get('Location')]).toEqual([500, null]);
    await env.DB.prepare('ALTER TABLE oauth_clients RENAME TO gone_too').run();
    const unknown = requestFor({ ...client, id: 'xoc_never_seen' });
    const before = await new Browser().get(`/oauth/authorize?${unknown.toString()}`);
    expect([before.status, before.headers.get('Location')]).toEqual([500, null]);
    for (const response of [before, after]) expect(await response.text()).not.toContain('gone');
  });
});

async function setStatus(account: Account, status: string, untilMs: number | null): Promise<void> {
  await env.DB.prepare('UPDATE accounts SET status = ?, locked_until_ms = ? WHERE id = ?')
    .bind(status, untilMs, account.id)
    .run();
}

async function lockByGuesses(email: string): Promise<void> {
  const ctx = makeContext();
  for (let guesses = 0; guesses < 10; guesses += 1)
    await signInWithPassword(ctx, { email, password: 'wrong', visitor: VISITOR });
  await ctx.settle();
}

describe('an account that may not sign in', () => {
  it.each([
    ['suspended', (ctx: Context, { account }: SignIn) => suspendAccount(ctx, account.id)],
    ['pending_deletion', requestDeletion],
  ])(
    'is refused at refresh, introspection and userinfo as soon as it is %s, and its sites stay disconnected (S-27, D-117)',
    async (status, end) => {
      const one = await authorizeSite();
      const { body } = await redeem(one);
      await end(makeContext(), one.signIn);
      expect((await accountRow(one.account.id))?.status).toBe(status);
      const refused = async () => {
        const { status, body: answer } = await refresh(one.site, body.refresh_token);
        expect([status, answer.error]).toEqual([400, 'invalid_grant']);
      };
      await refused();
      expect((await introspect(one.site, body.access_token)).body).toEqual({ active: false });
      expect((await readUserinfo(body.access_token)).status).toBe(401);
      await setStatus(one.account, 'active', null);
      await refused();
    },
  );

  it('is refused at refresh after the next run of the schedule, when its Grant objects could not be reached (D-117)', async () => {
    const one = await authorizeSite();
    const { body } = await redeem(one);
    const ctx = makeContext();
    const unreachable = {
      ...ctx.objects,
      grant: () => ({ revoke: () => Promise.reject(new Error()) }),
    };
    const cut = { ...ctx, objects: unreachable } as unknown as Context;
    expect((await suspendAccount(cut, one.account.id)).ok).toBe(true);
    await runSchedule(ctx, FREQUENT);
    const refused = await refresh(one.site, body.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('is refused a code, even with consent remembered and prompt=none (S-27)', async () => {
    const client = await makeClient();
    const { account, one } = await visitor();
    await one.visit(authorizePath(requestFor(client)));
    for (const status of ['suspended', 'pending_deletion']) {
      await setStatus(account, status, Date.now() + 900_000);
      const told = await one.browser.authorize(client, { prompt: 'none' });
      expect([status, told.searchParams.get('error')]).toEqual([status, 'login_required']);
    }
  });

  it('keeps its code, tokens, sign-in and userinfo while it is locked by strangers’ guesses (D-62, S-27)', async () => {
    const client = await makeClient();
    const { account, one: browser } = await visitor();
    await browser.visit(authorizePath(requestFor(client)));
    const one = await authorizeSite({ account });
    await lockByGuesses(account.email!);
    expect((await accountRow(account.id))?.status).toBe('locked');
    const { status, body } = await redeem(one);
    expect(status).toBe(200);
    for (const token of [body.access_token, body.refresh_token])
      expect((await introspect(one.site, token)).body.active).toBe(true);
    expect((await readUserinfo(body.access_token)).status).toBe(200);
    expect((await refresh(one.site, body.refresh_token)).status).toBe(200);
    const told = await browser.browser.authorize(client, { prompt: 'none' });
    expect(told.searchParams.get('code')).toMatch(/^xoac_/);
  });
});
