// The information that sites receive about a sign-in by face, and how they request or refuse such a
// sign-in (D-99).
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { FaceVisitor } from '../../support/visitor/face-visitor.ts';
import { redeem } from '../../support/site/oauth-calls.ts';
import { requestFor, type Parameters } from '../../support/site/oauth-request.ts';
import { makeClient, rememberConsent, type TestClient } from '../../support/site/oauth.ts';
import { FormBrowser, textOf } from '../../support/account/portal.ts';

/** Creates a person who has enrolled in this browser and signed out of it. */
async function enrolled() {
  const account = await makeAccount();
  const visitor = new FaceVisitor();
  await visitor.signIn(account);
  await visitor.enrol();
  visitor.signOut();
  return { account, visitor };
}

const offers = async ({ browser }: FaceVisitor, query: string): Promise<boolean> =>
  textOf((await browser.get(`/signin${query}`)).html).includes('with your face');

/**
 * Opens the sign-in page for a site's request.
 * @returns the page's query string, which contains the request
 */
async function asked({ browser }: FaceVisitor, site: TestClient, changes: Parameters = {}) {
  const answer = await browser.get(`/oauth/authorize?${requestFor(site, changes).toString()}`);
  const path = answer.location ?? '';
  expect(path).toMatch(/^\/signin\?/);
  return path.slice('/signin'.length);
}

describe('a site', () => {
  it('gets its answer after a sign-in by face: the request survives the check, and amr and acr name the face', async () => {
    const { account, visitor } = await enrolled();
    const site = await makeClient();
    await rememberConsent(account, site);
    const query = await asked(visitor, site, { prompt: 'login', acr_values: 'urn:agate:acr:face' });
    const begun = await visitor.beginSignIn(query);
    await visitor.show(begun);
    const session = new URLSearchParams(query).get('session') ?? '';
    const back = await visitor.comeBack(begun, `&session=${session}`);
    const end = await visitor.browser.follow(back);
    const code = new URL(end.location ?? '').searchParams.get('code') ?? '';
    const { body } = await redeem({ site, code });
    expect(decodeJwt(body.id_token)).toMatchObject({
      sub: account.subject,
      amr: ['face', 'rba'],
      acr: 'urn:agate:acr:face',
    });
  });

  it('that asks for other methods is offered no sign-in by face, and a session by face must sign in again', async () => {
    const { account, visitor } = await enrolled();
    const site = await makeClient();
    await rememberConsent(account, site);
    const refusing = { acr_values: 'urn:agate:acr:passkey urn:agate:acr:password' };
    expect(await offers(visitor, await asked(visitor, site, refusing))).toBe(false);
    await visitor.signInByFace();
    expect(await asked(visitor, site, refusing)).toContain('fresh=1');
    const none = requestFor(site, { ...refusing, prompt: 'none' }).toString();
    const silent = await visitor.browser.get(`/oauth/authorize?${none}`);
    expect(silent.location).toContain('error=login_required');
    const any = await visitor.browser.get(`/oauth/authorize?${requestFor(site).toString()}`);
    expect(any.location).toContain('code=');
  });

  it('with a login_hint for somebody else is offered no sign-in by face', async () => {
    const { account, visitor } = await enrolled();
    const site = await makeClient();
    const hinted = (login_hint: string) => asked(visitor, site, { login_hint });
    expect(await offers(visitor, await hinted('somebody@else.example'))).toBe(false);
    expect(await offers(visitor, await hinted('no address'))).toBe(false);
    expect(await offers(visitor, await hinted(account.email!.toUpperCase()))).toBe(true);
  });

  it('sees the face in discovery only if the service measures faces', async () => {
    const { visitor } = await enrolled();
    const path = '/.well-known/openid-configuration';
    const supported = (html: string): string[] => JSON.parse(html).acr_values_supported;
    expect(supported((await visitor.browser.get(path)).html)).toContain('urn:agate:acr:face');
    expect(supported((await new FormBrowser().get(path)).html)).not.toContain('urn:agate:acr:face');
  });
});
