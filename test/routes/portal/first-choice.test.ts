// The primary button of each page, and how people without a name are addressed.
import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { askConsent } from '../../support/account/consent-page.ts';
import { makeClient } from '../../support/site/oauth.ts';
import { FormBrowser, textOf } from '../../support/account/portal.ts';

/** The labels of a page's primary buttons. */
const firstOf = (html: string): string[] =>
  [...html.matchAll(/<(a|button)[^>]*data-look="main"[^>]*>(.*?)<\/\1>/gs)].map(
    ([, , inner = '']) => textOf(inner).trim(),
  );

async function consentPage(browser: FormBrowser): Promise<string> {
  const { id } = await makeClient({ name: 'Cellar' });
  return (await browser.get(await askConsent(browser, id))).html;
}

describe('the primary button', () => {
  it('on sign-in is that of the form, with a passkey next to it', async () => {
    const { html } = await new FormBrowser().get('/signin');
    expect(firstOf(html)).toEqual(['Sign in']);
    expect(html).toContain('Sign in with a passkey');
  });

  it('on consent is to allow, or to verify an age if there is none; nobody is called by an identifier', async () => {
    const account = await makeAccount({ email: null });
    const browser = new FormBrowser();
    await browser.signIn(account);
    const missing = await consentPage(browser);
    expect(firstOf(missing)).toEqual(['Verify my age first']);
    expect(textOf(missing)).toContain('Account without an email address Use another account');
    expect(textOf(missing)).not.toMatch(/Signed in as|xid_\S+ Use/);
    await keepAge(account, 18);
    expect(firstOf(await consentPage(browser))).toEqual(['Allow']);
  });

  it('in an account is not sign-out, which is in the top bar and not in the list of pages', async () => {
    const browser = new FormBrowser();
    await browser.signIn(await makeAccount());
    const { html } = await browser.get('/account');
    const [, bar = ''] = /<header class="top">(.*?)<\/header>/s.exec(html) ?? [];
    expect(bar).toContain('href="/signout"');
    expect(html.match(/href="\/signout"/g)).toHaveLength(1);
    expect((await new FormBrowser().get('/')).html).not.toContain('/signout');
  });
});
