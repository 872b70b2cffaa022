import { describe, expect, it } from 'vitest';
import { requestPasswordReset } from '../../../src/domain/signing-in/account-lifecycle/reset-password.ts';
import { signUpWithPassword } from '../../../src/domain/signing-in/account-lifecycle/sign-up.ts';
import { requestEmailChange } from '../../../src/domain/signing-in/email-changes/email-change.ts';
import { makeAccount, PASSWORD } from '../../support/account/accounts.ts';
import { makeContext, type TestContext } from '../../support/installation/context.ts';
import { lastLink, sentMails } from '../../support/account/mails.ts';
import { signInAs } from '../../support/site/grants.ts';
import { FormBrowser, textOf, valueOf } from '../../support/account/portal.ts';

const NEW = 'orange-lantern-7-river';

/** Returns the link in the email that the use case `act` sends. */
async function linkOf(act: (ctx: TestContext) => Promise<unknown>): Promise<string> {
  const ctx = makeContext();
  await act(ctx);
  await ctx.settle();
  return lastLink();
}

/** The name and value of the cookie that identifies a browser. */
const knownOnlyTo = ({ cookies }: FormBrowser): string => {
  const [name, value] = [...cookies].find(([one]) => one.includes('agate-form-'))!;
  return `${name.replace(/^.*agate-form-/, '')}.${value}`;
};

describe('signing up', () => {
  it('begins with the mailed link and continues to where the person was going', async () => {
    const browser = new FormBrowser();
    const page = await browser.get('/signup?continue=%2Faccount%2Fage');
    expect(page.html).toMatch(/id="password"[^>]*autocomplete="new-password"/);
    const typed = { email: 'new@example.com', password: NEW, display_name: 'Ada' };
    const sent = await browser.submit(page, '/signup', typed);
    expect(textOf(sent.html)).toContain('We have sent an email to new@example.com.');
    const link = await linkOf((ctx) =>
      signUpWithPassword(ctx, {
        email: 'later@example.com',
        password: NEW,
        displayName: 'Ada',
        locale: 'en',
        browser: knownOnlyTo(browser),
        continueTo: '/account/age',
      }),
    );
    const path = `/mail/confirm?token=${link}`;
    const opened = await browser.get(path);
    expect((await browser.get('/account')).status).toBe(303);
    const confirmed = await browser.submit(opened, '/mail/confirm');
    expect([confirmed.status, confirmed.location]).toEqual([303, '/account/age']);
    expect(textOf((await browser.get('/account')).html)).toContain('Ada');
    const again = await browser.submit(await browser.get(path), '/mail/confirm');
    expect(textOf(again.html)).toContain('This is already done');
    expect(again.headers.get('Set-Cookie') ?? '').not.toContain('agate-account');
  });

  it('is completed in another browser only with the password', async () => {
    const link = await linkOf((ctx) =>
      signUpWithPassword(ctx, {
        email: 'new@example.com',
        password: NEW,
        locale: 'en',
        browser: 'elsewhere',
      }),
    );
    const browser = new FormBrowser();
    const opened = await browser.get(`/mail/confirm?token=${link}`);
    expect(opened.html).toMatch(/id="password"[^>]*autocomplete="current-password"/);
    for (const typed of [{}, { password: 'something else' }]) {
      const refused = await browser.submit(opened, '/mail/confirm', typed);
      expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([422, null]);
      expect(refused.html).toMatch(/id="password"/);
      expect(textOf(refused.html).includes('not the password that belongs to this')).toBe(
        'password' in typed,
      );
    }
    const confirmed = await browser.submit(opened, '/mail/confirm', { password: NEW });
    expect([confirmed.status, confirmed.location]).toEqual([303, '/account']);
  });

  it('shows errors per field, and keeps the input except the password', async () => {
    const browser = new FormBrowser();
    const typed = { email: 'no address', password: 'short', display_name: 'Ada' };
    const page = await browser.submit(await browser.get('/signup'), '/signup', typed);
    expect(page.status).toBe(422);
    expect(page.html).toMatch(/<a href="#email">Enter an email address/);
    expect(page.html).toMatch(/<a href="#password">Use at least 10 characters/);
    expect(page.html).toMatch(
      /id="email"[^>]*aria-invalid="true"[^>]*aria-describedby="email-error"/,
    );
    expect(valueOf(page.html, 'email')).toBe('no address');
    expect(valueOf(page.html, 'display_name')).toBe('Ada');
    expect(page.html).not.toContain('value="short"');
  });

  it('responds the same for an address that has an account', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const typed = { email: email!, password: NEW };
    const page = await browser.submit(await browser.get('/signup'), '/signup', typed);
    expect(textOf(page.html)).toContain(`We have sent an email to ${email}.`);
  });
});

describe('a new email address', () => {
  it('is confirmed by the account when signed in, and otherwise the page leads to sign-in and back', async () => {
    const account = await makeAccount({ email: null });
    const link = await linkOf(async (ctx) =>
      requestEmailChange(ctx, await signInAs(account), 'added@example.com'),
    );
    const path = `/mail/confirm?token=${link}`;
    const browser = new FormBrowser();
    const stranger = await browser.get(path);
    expect([stranger.status, stranger.location]).toEqual([
      303,
      `/signin?continue=${encodeURIComponent(path)}`,
    ]);
    await browser.signIn(await makeAccount());
    expect((await browser.get(path)).location).toMatch(/^\/signin\?fresh=1&continue=/);
    await browser.signIn(account);
    const confirmed = await browser.submit(await browser.get(path), '/mail/confirm');
    expect(textOf(confirmed.html)).toContain('Your email address is confirmed.');
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that works once, and that opening does not use up', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const asked = await browser.get('/password/forgot');
    const sent = await browser.submit(asked, '/password/forgot', { email: 'b@example.com' });
    expect(textOf(sent.html)).toContain('If there is an account with b@example.com');
    const link = await linkOf((ctx) => requestPasswordReset(ctx, { email: email! }));
    const page = await browser.get(`/password/reset?token=${link}`);
    const weak = await browser.submit(page, '/password/reset', { new_password: 'password12' });
    expect([weak.status, textOf(weak.html).includes('easy to guess')]).toEqual([422, true]);
    const saved = await browser.submit(page, '/password/reset', { new_password: NEW });
    expect(textOf((await browser.follow(saved)).html)).toContain(
      'Your new password has been saved.',
    );
    const used = await browser.submit(page, '/password/reset', { new_password: PASSWORD });
    expect(textOf(used.html)).toContain('This is already done');
    const signIn = await browser.get('/signin');
    const typed = { email: email!, password: NEW };
    expect((await browser.submit(signIn, '/signin', typed)).status).toBe(303);
  });

  it('gets the same response for an address without an account (S-30)', async () => {
    const browser = new FormBrowser();
    const page = await browser.get('/password/forgot');
    const sent = await browser.submit(page, '/password/forgot', { email: 'nobody@example.com' });
    expect(textOf(sent.html)).toContain('If there is an account with nobody@example.com');
    expect(await sentMails()).toEqual([]);
  });

  it('can be reset five times an hour (D-51), and the page shows how long to wait', async () => {
    const browser = new FormBrowser();
    const page = await browser.get('/password/forgot');
    const ask = () => browser.submit(page, '/password/forgot', { email: 'a@example.com' });
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(textOf(refused.html)).toContain('Please try again in');
    expect(valueOf(refused.html, 'email')).toBe('a@example.com');
  });
});
