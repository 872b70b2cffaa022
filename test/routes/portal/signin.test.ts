import { describe, expect, it } from 'vitest';
import { accountRow, makeAccount, PASSWORD } from '../../support/account/accounts.ts';
import {
  FormBrowser,
  formValues,
  textOf,
  valueOf,
  type Page,
} from '../../support/account/portal.ts';

const COOKIE = 'agate-account';

async function signIn(browser: FormBrowser, email: string, password = PASSWORD, at = '/signin') {
  return browser.submit(await browser.get(at), '/signin', { email, password });
}

describe('signing in with a password', () => {
  it('answers 303 to the account, with a cookie scripts cannot read (S-29)', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const answer = await signIn(browser, email!);
    expect([answer.status, answer.location]).toEqual([303, '/account']);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(COOKIE)) ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect((await browser.get('/signin')).location).toBe('/account');
  });

  it('continues to the requested path', async () => {
    const { email } = await makeAccount();
    const to = '/account/age?continue=%2Fconsent%3Fsession%3Dxcs_a&x=1';
    const at = `/signin?continue=${encodeURIComponent(to)}`;
    expect((await signIn(new FormBrowser(), email!, PASSWORD, at)).location).toBe(to);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])(
    'continues to no other address, whatever link and form say: %j (S-01, Duende CVE-2024-39694)',
    async (to) => {
      const { email } = await makeAccount();
      const browser = new FormBrowser();
      const at = `/signin?continue=${encodeURIComponent(to)}`;
      const page = await browser.get(at);
      expect(formValues(page.html, '/signin')).not.toHaveProperty('continue');
      const typed = { email: email!, password: PASSWORD, continue: to };
      expect((await browser.submit(page, '/signin', typed)).location).toBe('/account');
      expect((await browser.get(at)).location).toBe('/account');
    },
  );

  it('gives a wrong password and an unknown address the same response, and keeps only the address', async () => {
    const { email } = await makeAccount();
    const wrong = await signIn(new FormBrowser(), email!, 'not the password');
    const unknown = await signIn(new FormBrowser(), 'nobody@example.com', 'not the password');
    for (const page of [wrong, unknown]) {
      expect(page.status).toBe(422);
      expect(textOf(page.html)).toContain('The email address or password is not correct.');
      expect(page.html).toMatch(/role="alert"[^>]*autofocus/);
      expect(page.html).not.toContain('not the password');
    }
    expect(valueOf(wrong.html, 'email')).toBe(email);
    expect(valueOf(wrong.html, 'password')).toBeUndefined();
  });

  it('shows a lockout after ten failures (D-62)', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    for (let failure = 1; failure < 10; failure += 1)
      expect((await signIn(browser, email!, 'wrong')).status).toBe(422);
    const tenth = await signIn(browser, email!, 'wrong');
    expect(tenth.status).toBe(429);
    expect(textOf(tenth.html)).toContain('too many wrong passwords');
    expect((await signIn(browser, email!)).status).toBe(429);
  });

  it('shows a suspension only with the right password', async () => {
    const { email } = await makeAccount({ status: 'suspended' });
    const page = await signIn(new FormBrowser(), email!);
    expect(page.status).toBe(403);
    expect(textOf(page.html)).toContain('This account is suspended');
    expect((await signIn(new FormBrowser(), email!, 'wrong')).status).toBe(422);
  });

  it('reauthenticates a signed-in person for a sensitive step, and returns', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    await signIn(browser, email!);
    const page = await browser.get('/signin?fresh=1&continue=%2Faccount%2Fsecurity');
    expect(page.status).toBe(200);
    expect(valueOf(page.html, 'email')).toBe(email);
    const before = browser.cookies.get(COOKIE);
    const answer = await browser.submit(page, '/signin', { email: email!, password: PASSWORD });
    expect(answer.location).toBe('/account/security');
    expect(browser.cookies.get(COOKIE)).not.toBe(before);
  });

  it('cancels a pending deletion (D-44)', async () => {
    const deleteAtMs = Date.now() + 86_400_000;
    const account = await makeAccount({ status: 'pending_deletion', deleteAtMs });
    expect((await signIn(new FormBrowser(), account.email!)).status).toBe(303);
    expect(await accountRow(account.id)).toMatchObject({ status: 'active', delete_at_ms: null });
  });
});

describe('the form', () => {
  it('works in two tabs, even if both were opened before there was a cookie (S-23)', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const [one, two] = [await browser.get('/signin'), await new FormBrowser().get('/signin')];
    // The browser stores the second tab's cookie as well.
    for (const cookie of two.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      browser.cookies.set(name, value);
    }
    for (const page of [one, two]) {
      const typed = { email: email!, password: PASSWORD };
      expect((await browser.submit(page, '/signin', typed)).status).toBe(303);
    }
  });

  it.each([
    ['without its token', { form_token: undefined }],
    ['with an invented token', { form_token: 'a.b' }],
  ])('is refused %s (S-21)', async (_, typed) => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const page = await browser.get('/signin');
    const values = { email: email!, password: PASSWORD, ...typed };
    expect((await browser.submit(page, '/signin', values)).status).toBe(403);
    expect(browser.cookies.has(COOKIE)).toBe(false);
  });

  it('is refused with the token of another browser', async () => {
    const { email } = await makeAccount();
    const stolen = formValues((await new FormBrowser().get('/signin')).html, '/signin');
    const browser = new FormBrowser();
    const page = await browser.get('/signin');
    const typed = { email: email!, password: PASSWORD, form_token: stolen['form_token'] };
    expect((await browser.submit(page, '/signin', typed)).status).toBe(403);
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    [{ 'Sec-Fetch-Site': 'same-site', Origin: 'https://sub.localhost' }],
  ])('is refused from elsewhere: %j', async (headers) => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const page = await browser.get('/signin');
    const typed = { email: email!, password: PASSWORD };
    expect((await browser.submit(page, '/signin', typed, headers)).status).toBe(403);
  });

  it('marks its fields for password managers', async () => {
    const { html } = await new FormBrowser().get('/signin');
    expect(html).toMatch(/id="email"[^>]*autocomplete="username webauthn"/);
    expect(html).toMatch(/id="password"[^>]*autocomplete="current-password"/);
  });
});

describe('the page', () => {
  const policyOf = (page: Page) => page.headers.get('Content-Security-Policy') ?? '';

  it('is not cached, not embeddable, and loads nothing from other origins (S-22)', async () => {
    for (const path of ['/signin', '/signup', '/mail/confirm?token=x', '/account/nothing']) {
      const page = await new FormBrowser().get(path);
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
      expect(page.headers.get('Cache-Control')).toBe('no-store');
      expect(page.headers.get('X-Frame-Options')).toBe('DENY');
      expect(page.headers.get('Referrer-Policy')).toBe('same-origin');
      expect(policyOf(page)).toContain("frame-ancestors 'none'");
      expect(policyOf(page)).toContain("form-action 'self';");
      expect(policyOf(page)).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  it('holds no inline script, style or handler, which the policy would refuse', async () => {
    const { html } = await new FormBrowser().get('/signin');
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr"/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/i);
  });

  it('escapes everything that comes from outside', async () => {
    const evil = '"><script>alert(1)</script>';
    const browser = new FormBrowser();
    const page = await browser.get('/signin');
    const answer = await browser.submit(page, '/signin', { email: evil, password: 'x' });
    expect(answer.html).not.toContain('<script>');
    expect(valueOf(answer.html, 'email')).toBe(evil);
  });
});
