import { describe, expect, it } from 'vitest';
import { makeAccount, PASSWORD } from '../../support/account/accounts.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { FormBrowser, formValues } from '../../support/account/portal.ts';

const AT = '/signin/passkey';

async function tokenOf(browser: FormBrowser, path: string): Promise<string> {
  const { html } = await browser.get(path);
  return /data-form-token="([^"]+)"/.exec(html)?.[1] ?? '';
}

async function run(browser: FormBrowser, kind: string, path: string, authenticator: any) {
  const form_token = await tokenOf(browser, path);
  const begun = await browser.postJson(`${AT}/${kind}/begin`, { form_token });
  if (begun.status !== 200) return begun;
  const { ceremony, options } = begun.body.data;
  const response = await (kind === 'sign-in'
    ? authenticator.sign(options)
    : authenticator.register(options));
  const rest = { ceremony, response, continue: '/account/age' };
  return browser.postJson(`${AT}/${kind}/finish`, { form_token, ...rest });
}

describe('passkey ceremonies', () => {
  it('create an account with a passkey alone, which can then sign in', async () => {
    const key = await makeAuthenticator();
    const browser = new FormBrowser();
    const made = await run(browser, 'sign-up', '/signup', key);
    expect([made.status, made.body.data]).toEqual([200, { continue: '/account/age' }]);
    expect((await browser.get('/account')).status).toBe(200);
    const elsewhere = new FormBrowser();
    const signedIn = await run(elsewhere, 'sign-in', '/signin', key);
    expect(signedIn.status).toBe(200);
    expect((await elsewhere.get('/account')).status).toBe(200);
  });

  it('add a passkey to an account that signed in recently', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const page = await browser.get('/signin');
    await browser.submit(page, '/signin', { email: email!, password: PASSWORD });
    const added = await run(browser, 'add', '/account/security', await makeAuthenticator());
    expect(added.body.data).toEqual({ continue: '/account/security?done=passkey_added' });
    const { html } = await browser.get('/account/security');
    const remove = formValues(html, '/account/security/passkey/remove');
    expect(remove['passkey']).toMatch(/^\d+$/);
    const gone = await browser.submit(
      { ...page, html },
      '/account/security/passkey/remove',
      remove,
    );
    expect(gone.location).toBe('/account/security?done=passkey_removed');
  });

  it('do not remove the last sign-in method', async () => {
    const browser = new FormBrowser();
    await run(browser, 'sign-up', '/signup', await makeAuthenticator());
    const page = await browser.get('/account/security');
    const kept = await browser.submit(page, '/account/security/passkey/remove');
    expect(kept.status).toBe(409);
    expect(kept.html).toContain('This is your only way to sign in.');
  });

  it('rename a passkey', async () => {
    const browser = new FormBrowser();
    await run(browser, 'sign-up', '/signup', await makeAuthenticator());
    const page = await browser.get('/account/security');
    const typed = { name: 'My <b>phone</b>' };
    const renamed = await browser.submit(page, '/account/security/passkey/rename', typed);
    const { html } = await browser.follow(renamed);
    expect(html).toContain('My &lt;b&gt;phone&lt;/b&gt;');
  });

  it('refuse an unknown passkey and a wrong signature with the same response', async () => {
    const key = await makeAuthenticator();
    const answer = await run(new FormBrowser(), 'sign-in', '/signin', key);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('need a form token, our own origin, and to add a passkey a sign-in (S-21)', async () => {
    const browser = new FormBrowser();
    const form_token = await tokenOf(browser, '/signin');
    const begin = `${AT}/sign-in/begin`;
    expect((await browser.postJson(begin, { form_token: 'x' })).status).toBe(403);
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await browser.postJson(begin, { form_token }, elsewhere)).status).toBe(403);
    expect((await browser.postJson(`${AT}/add/begin`, { form_token })).status).toBe(401);
    expect((await browser.postJson(begin, { form_token })).status).toBe(200);
  });

  it('continue to paths of this service only', async () => {
    const browser = new FormBrowser();
    const key = await makeAuthenticator();
    const form_token = await tokenOf(browser, '/signup');
    const { body } = await browser.postJson(`${AT}/sign-up/begin`, { form_token });
    const response = await key.register(body.data.options);
    const { ceremony } = body.data;
    const rest = { form_token, ceremony, response, continue: '//evil.example' };
    const made = await browser.postJson(`${AT}/sign-up/finish`, rest);
    expect(made.body.data).toEqual({ continue: '/account' });
  });
});
