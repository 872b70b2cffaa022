// The access that ends with a sign-in: the grants that were issued through it, except grants with
// `offline_access` (Back-Channel Logout 1.0, 2.7; D-61).
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { endSession, endSessionsOf } from '../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { makeContext } from '../support/installation/context.ts';
import { issueTokens } from '../support/site/grants.ts';
import { makeIdToken } from '../support/site/id-tokens.ts';
import { introspect, readUserinfo, redeem, refresh } from '../support/site/oauth-calls.ts';
import { Browser, makeClient, rememberConsent, type TestClient } from '../support/site/oauth.ts';
import { FormBrowser } from '../support/account/portal.ts';
import type { Account } from '../../src/domain/accounts/account.ts';

const ONLINE = 'openid email';
const OFFLINE = `${ONLINE} offline_access`;
const SCOPES = OFFLINE.split(' ');

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/**
 * Signs the account in with a new browser, and lets a site obtain tokens through that sign-in, once
 * for each element of `scopes`.
 */
async function connected(account: Account, client: TestClient, scopes: string[]) {
  const browser = new Browser();
  const sessionId = await browser.signIn(account);
  const granted: Tokens[] = [];
  for (const scope of scopes) {
    const answer = await browser.authorize(client, { scope });
    const code = answer.searchParams.get('code') ?? '';
    granted.push((await redeem({ site: client, code })).body);
  }
  const hint = await makeIdToken({ clientId: client.id, subject: account.subject, sessionId });
  return { browser, hint, granted };
}

async function world() {
  const [account, client] = [await makeAccount(), await makeClient({ scopes: SCOPES })];
  await rememberConsent(account, client, SCOPES);
  return { account, client };
}

/**
 * Returns the status of userinfo, whether each of the two tokens is active, and the error of a
 * refresh, or `refreshed` if there is none.
 */
async function stateOf(client: TestClient, { access_token, refresh_token }: Tokens) {
  return [
    (await readUserinfo(access_token)).status,
    (await introspect(client, access_token)).body.active,
    (await introspect(client, refresh_token)).body.active,
    (await refresh(client, refresh_token)).body.error ?? 'refreshed',
  ];
}

const ENDED = [401, false, false, 'invalid_grant'];
const LIVE = [200, true, true, 'refreshed'];

describe('signing out', () => {
  it('at the end_session_endpoint ends the grants of that sign-in, except those with offline_access', async () => {
    const { account, client } = await world();
    const here = await connected(account, client, [ONLINE, OFFLINE]);
    const elsewhere = await connected(account, client, [ONLINE]);
    const path = `/oauth/logout?id_token_hint=${here.hint}`;
    expect((await here.browser.get(path)).status).toBe(302);
    expect(await stateOf(client, here.granted[0]!)).toEqual(ENDED);
    expect(await stateOf(client, here.granted[1]!)).toEqual(LIVE);
    expect(await stateOf(client, elsewhere.granted[0]!)).toEqual(LIVE);
  });

  it('on our own page ends them too', async () => {
    const { account, client } = await world();
    const here = await connected(account, client, [ONLINE]);
    const browser = new FormBrowser();
    for (const [name, value] of here.browser.cookies) browser.cookies.set(name, value);
    const left = await browser.submit(await browser.get('/signout'), '/signout');
    expect(left.status).toBe(303);
    expect(await stateOf(client, here.granted[0]!)).toEqual(ENDED);
  });

  it('of every other browser ends the others’ grants, and keeps those of this browser', async () => {
    const { account, client } = await world();
    const here = await connected(account, client, [ONLINE]);
    const lost = await connected(account, client, [ONLINE, OFFLINE]);
    const browser = new FormBrowser();
    for (const [name, value] of here.browser.cookies) browser.cookies.set(name, value);
    const page = await browser.get('/account/security');
    await browser.submit(page, '/account/security/sessions/end');
    expect(await stateOf(client, here.granted[0]!)).toEqual(LIVE);
    expect(await stateOf(client, lost.granted[0]!)).toEqual(ENDED);
    expect(await stateOf(client, lost.granted[1]!)).toEqual(LIVE);
  });

  it('because another person signs in with the same browser ends the grants of the first', async () => {
    const { account, client } = await world();
    const { browser, granted } = await connected(account, client, [ONLINE]);
    await browser.signIn(await makeAccount());
    expect(await stateOf(client, granted[0]!)).toEqual(ENDED);
  });

  it('invalidates an authorization code that was not redeemed yet', async () => {
    const { account, client } = await world();
    const { browser, hint } = await connected(account, client, []);
    const answer = await browser.authorize(client, { scope: ONLINE });
    await browser.get(`/oauth/logout?id_token_hint=${hint}`);
    const code = answer.searchParams.get('code') ?? '';
    expect((await redeem({ site: client, code })).body.error).toBe('invalid_grant');
  });

  it('revokes the grants together with the session, even when no object answers', async () => {
    const { tokens, signIn, account } = await issueTokens();
    const ctx = makeContext();
    const grant = () => ({ revoke: () => Promise.reject(new Error('lost')) });
    const faulty = { ...ctx, objects: { ...ctx.objects, grant } } as unknown as typeof ctx;
    await endSession(faulty, signIn.session.id);
    const left = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM account_sessions WHERE account_id = ?1) AS sessions,
        (SELECT count(*) FROM grants WHERE account_id = ?1 AND revoked_at_ms IS NULL) AS grants`,
    )
      .bind(account.id)
      .first();
    expect(left).toEqual({ sessions: 0, grants: 0 });
    expect((await readUserinfo(tokens.access_token)).status).toBe(401);
  });

  it('does not affect a sign-in that starts afterwards', async () => {
    const account = await makeAccount();
    const { signIn } = await issueTokens({ account });
    await endSessionsOf(makeContext(), account.id, { except: signIn.session.id });
    const later = await issueTokens({ account });
    expect((await introspect(later.site, later.tokens.access_token)).body.active).toBe(true);
  });
});
