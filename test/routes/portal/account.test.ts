import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseToken } from '../../../src/crypto/capability-token.ts';
import { attemptLimit } from '../../../src/domain/verification/attempts.ts';
import { firstPartyPrincipal } from '../../../src/domain/verification/first-party-principal.ts';
import { makeToken } from '../../../src/domain/verification/tokens.ts';
import { accountRow, makeAccount, PASSWORD } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { makeContext } from '../../support/installation/context.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import {
  FormBrowser,
  formValues,
  textOf,
  valueOf,
  type Page,
} from '../../support/account/portal.ts';

const SECURITY = '/account/security';
const MINUTE_MS = 60_000;

afterEach(() => void vi.useRealTimers());

async function signedIn(options: Parameters<typeof makeAccount>[0] = {}) {
  const account = await makeAccount(options);
  const browser = new FormBrowser();
  await browser.signIn(account);
  return { account, browser };
}

async function signIn(email: string, password = PASSWORD): Promise<FormBrowser> {
  const browser = new FormBrowser();
  const page = await browser.get('/signin');
  const answer = await browser.submit(page, '/signin', { email, password });
  expect(answer.status).toBe(303);
  return browser;
}

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

describe('an account page', () => {
  it.each(['', '/age', '/sites', '/security', '/activity', '/data'])(
    'asks /account%s to sign in first, and comes back',
    async (path) => {
      const { email } = await makeAccount();
      const browser = new FormBrowser();
      const asked = await browser.get(`/account${path}`);
      expect(asked.status).toBe(303);
      const page = await browser.follow(asked);
      const answer = await browser.submit(page, '/signin', { email: email!, password: PASSWORD });
      expect(answer.location).toBe(`/account${path}`);
      const account = await browser.open(answer.location!);
      expect(account.status).toBe(200);
      expect(account.html).toContain(`aria-current="page"`);
      expect(account.html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/i);
    },
  );

  it('refuses a form that was issued to another sign-in of this browser (S-20)', async () => {
    const { browser } = await signedIn();
    const page = await browser.get('/account');
    const other = await makeAccount();
    await browser.signIn(other);
    const answer = await browser.submit(page, '/account/name', { display_name: 'Mallory' });
    expect(answer.status).toBe(403);
    expect((await accountRow(other.id))?.display_name).toBeNull();
  });

  it('renders a page for an unknown path and for the wrong method', async () => {
    const { browser } = await signedIn();
    const missing = await browser.get('/account/nothing');
    expect([missing.status, textOf(missing.html)]).toEqual([
      404,
      expect.stringContaining('There is nothing here'),
    ]);
    expect((await browser.get('/account/name')).status).toBe(405);
  });
});

describe('the name that sites may see', () => {
  it('is saved and shown, and an invalid name is refused and kept in the field', async () => {
    const { browser, account } = await signedIn();
    const page = await browser.get('/account');
    const saved = await browser.submit(page, '/account/name', { display_name: ' Ada  L. ' });
    expect(textOf((await browser.follow(saved)).html)).toContain('Your name has been saved.');
    expect((await accountRow(account.id))?.display_name).toBe('Ada L.');
    const wrong = await browser.submit(page, '/account/name', { display_name: 'a\u202eb' });
    expect(wrong.status).toBe(422);
    expect(valueOf(wrong.html, 'display_name')).toBe('a\u202eb');
  });
});

describe('a sensitive step', () => {
  it.each([
    [`${SECURITY}/password`, { new_password: 'another-good-42-password' }],
    [`${SECURITY}/email`, { new_email: 'new@example.com' }],
    ['/account/data/export', {}],
    ['/account/data/delete', { sure: '1' }],
  ])('%s requires a fresh sign-in and returns to its page', async (action, typed) => {
    const { browser, account } = await signedIn();
    const path = action.split('/').slice(0, 3).join('/');
    const page = await browser.get(path);
    later(11 * MINUTE_MS);
    const answer = await browser.submit(page, action, typed);
    expect(answer.location).toBe(`/signin?fresh=1&continue=${encodeURIComponent(path)}`);
    const fresh = await browser.follow(answer);
    const again = { email: account.email!, password: PASSWORD };
    expect((await browser.submit(fresh, '/signin', again)).location).toBe(path);
    expect((await browser.submit(await browser.get(path), action, typed)).status).not.toBe(403);
    expect((await accountRow(account.id))?.status).toBe(
      action.endsWith('delete') ? 'pending_deletion' : 'active',
    );
  });

  it.each([
    ['/account/name', { display_name: 'Ada' }, '/account'],
    ['/account/sites/disconnect', { client: 'xoc_a' }, '/account/sites'],
    [
      '/account/age/verify',
      { continue: '/consent?session=xcs_a', level: 'document' },
      '/account/age?continue=%2Fconsent%3Fsession%3Dxcs_a&level=document',
    ],
    ['/account/face/show', { session: 'xcs_a' }, '/account/face?session=xcs_a'],
  ])(
    '%s by somebody who was signed out meanwhile leads to the sign-in and then to its page',
    async (action, typed, path) => {
      const page = { html: `<form action="${action}"></form>` } as Page;
      const answer = await new FormBrowser().submit(page, action, typed);
      expect(answer.location).toBe(`/signin?continue=${encodeURIComponent(path)}`);
    },
  );

  it('is not lost when a signed-out browser returns from a check: the result is read after the sign-in', async () => {
    const path = '/account/age/return?continue=%2Fconsent%3Fsession%3Dxcs_a&token=xtk_a';
    const answer = await new FormBrowser().get(path);
    expect(answer.location).toBe(`/signin?continue=${encodeURIComponent(path)}`);
  });

  it('has no fields to fill in before the fresh sign-in', async () => {
    const { browser } = await signedIn();
    expect((await browser.get(SECURITY)).html).toContain('id="new_password"');
    later(11 * MINUTE_MS);
    const page = await browser.get(SECURITY);
    expect(page.html).not.toContain('id="new_password"');
    expect(page.html).toContain('href="/signin?fresh=1&amp;continue=%2Faccount%2Fsecurity"');
  });
});

describe('security', () => {
  it('changes the password, and signs the other devices out', async () => {
    const { browser, account } = await signedIn();
    const other = new FormBrowser();
    await other.signIn(account);
    const page = await browser.get(SECURITY);
    const weak = await browser.submit(page, `${SECURITY}/password`, { new_password: 'password12' });
    expect(weak.status).toBe(422);
    expect(textOf(weak.html)).toContain('This password is common or easy to guess.');
    expect(weak.html).not.toContain('password12');
    const typed = { new_password: 'orange-lantern-7-river' };
    const saved = await browser.submit(page, `${SECURITY}/password`, typed);
    expect(textOf((await browser.follow(saved)).html)).toContain('Your password has been saved.');
    expect((await other.get('/account')).status).toBe(303);
    await signIn(account.email!, 'orange-lantern-7-river');
  });

  it('lists devices with place and time, and signs one out', async () => {
    const { browser, account } = await signedIn();
    const other = new FormBrowser();
    await other.signIn(account);
    const page = await browser.get(SECURITY);
    expect(textOf(page.html)).toContain('This device');
    const ended = await browser.submit(page, `${SECURITY}/session/end`);
    expect(textOf((await browser.follow(ended)).html)).toContain(
      'That device has been signed out.',
    );
    expect((await other.get('/account')).status).toBe(303);
    expect((await browser.get('/account')).status).toBe(200);
  });

  it('does not end the sessions of other people', async () => {
    const victim = await signedIn();
    const { browser } = await signedIn();
    const session = await env.DB.prepare('SELECT id FROM account_sessions WHERE account_id = ?')
      .bind(victim.account.id)
      .first<string>('id');
    const form = await browser.get('/account');
    const { form_token: token } = formValues(form.html, '/account/name');
    const made = { ...form, html: `<form action="${SECURITY}/session/end"></form>` };
    const typed = { session: session!, form_token: token };
    expect((await browser.submit(made, `${SECURITY}/session/end`, typed)).status).toBe(303);
    expect((await victim.browser.get('/account')).status).toBe(200);
  });

  it('requests a change of email address, shows that it is pending, and can cancel it', async () => {
    const { browser, account } = await signedIn();
    const page = await browser.get(SECURITY);
    const wrong = await browser.submit(page, `${SECURITY}/email`, { new_email: 'no address' });
    expect([wrong.status, valueOf(wrong.html, 'new_email')]).toEqual([422, 'no address']);
    const same = await browser.submit(page, `${SECURITY}/email`, { new_email: account.email! });
    expect(textOf(same.html)).toContain('This is already your address.');
    const asked = await browser.submit(page, `${SECURITY}/email`, { new_email: 'new@example.com' });
    const told = await browser.follow(asked);
    expect(textOf(told.html)).toContain('new@example.com is not confirmed yet.');
    const dropped = await browser.submit(told, `${SECURITY}/email/cancel`);
    expect(textOf((await browser.follow(dropped)).html)).not.toContain('new@example.com');
  });
});

describe('activity', () => {
  it('shows sign-ins and messages, and marks messages as read', async () => {
    const { browser, account } = await signedIn();
    const failing = new FormBrowser();
    const typed = { email: account.email!, password: 'wrong' };
    await failing.submit(await failing.get('/signin'), '/signin', typed);
    const page = await browser.get(SECURITY);
    const password = { new_password: 'orange-lantern-7-river' };
    await browser.submit(page, `${SECURITY}/password`, password);
    const activity = await browser.get('/account/activity');
    expect(textOf(activity.html)).toContain('The password was changed');
    expect(textOf(activity.html)).toContain('Wrong password');
    expect(textOf((await browser.get('/account')).html)).toContain('new message');
    await browser.submit(activity, '/account/activity/read');
    expect(textOf((await browser.get('/account')).html)).not.toContain('new message');
  });
});

describe('a person’s data', () => {
  it('is exported as one file without secrets', async () => {
    const { browser, account } = await signedIn();
    const file = await browser.submit(await browser.get('/account/data'), '/account/data/export');
    expect(file.headers.get('Content-Disposition')).toContain('attachment');
    const data = JSON.parse(file.html);
    expect(data.account).toMatchObject({ email: account.email, subject: account.subject });
    expect(file.html).not.toMatch(/hash|secret|scrypt/i);
  });

  it('is deleted after 7 days, unless the person signs in before (D-44)', async () => {
    const { browser, account } = await signedIn();
    const page = await browser.get('/account/data');
    const unsure = await browser.submit(page, '/account/data/delete');
    expect([unsure.status, (await accountRow(account.id))?.status]).toEqual([422, 'active']);
    const done = await browser.submit(page, '/account/data/delete', { sure: '1' });
    expect(textOf(done.html)).toContain('Your account will be deleted');
    expect((await browser.get('/account')).status).toBe(303);
    await signIn(account.email!);
    expect((await accountRow(account.id))?.status).toBe('active');
  });
});

describe('the verified age', () => {
  it('is shown threshold by threshold, and can be removed', async () => {
    const { browser, account } = await signedIn();
    expect(textOf((await browser.get('/account/age')).html)).toContain('Not verified yet');
    await keepAge(account, 18);
    const page = await browser.get('/account/age');
    const text = textOf(page.html);
    expect(text).toContain('18 or over : yes');
    expect(text).toContain('21 or over : no');
    const gone = await browser.submit(page, '/account/age/forget');
    expect(textOf((await browser.follow(gone)).html)).toContain('The result has been removed.');
  });

  it('that no longer counts is still listed, with an offer of a new check (D-56)', async () => {
    const { browser, account } = await signedIn();
    await keepAge(account, 18);
    await env.DB.prepare('UPDATE verified_ages SET policy_version = NULL').run();
    const page = await browser.get('/account/age');
    expect(textOf(page.html)).toContain('Please verify again');
    expect(textOf(page.html)).toContain('It no longer counts, and sites do not see it.');
    expect(textOf(page.html)).not.toContain('18 or over');
    expect(textOf((await browser.get('/account')).html)).toContain('Please verify again');
    const gone = await browser.submit(page, '/account/age/forget');
    expect(textOf((await browser.follow(gone)).html)).toContain('Not verified yet');
    await keepAge(account, 18);
    await env.DB.prepare('UPDATE verified_ages SET revoked_at_ms = 1').run();
    const withdrawn = await browser.get('/account/age');
    expect(textOf(withdrawn.html)).toContain('Please verify again');
    expect(withdrawn.html).not.toContain('/account/age/forget');
  });

  it('begins a check at our own page', async () => {
    const { browser } = await signedIn();
    const begun = await browser.submit(await browser.get('/account/age'), '/account/age/verify');
    expect(begun.status).toBe(303);
    expect(begun.location).toMatch(/^http:\/\/localhost:8787\/v\/xit_[\w-]{86}$/);
  });

  it('keeps the level document that a site requires (D-73)', async () => {
    const { browser } = await signedIn();
    const page = await browser.get('/account/age?level=document');
    expect(page.html).toMatch(/name="level" value="document"/);
    expect((await browser.submit(page, '/account/age/verify')).status).toBe(303);
    const back = await browser.get('/account/age/return?level=document&token=xtk_nonsense');
    expect(back.location).toBe('/account/age?done=failed&level=document');
    expect((await browser.get('/account/age?level=none')).html).not.toContain('name="level"');
  });

  it('opens that check with the cookies of this browser only (D-55)', async () => {
    const [ada, eve] = [await signedIn(), await signedIn()];
    const page = await ada.browser.get('/account/age');
    const begun = await ada.browser.submit(page, '/account/age/verify');
    const link = begun.location!.split('/').at(-1)!;
    const open = async ({ cookies }: FormBrowser) => {
      const browser = new TestBrowser();
      for (const [name, value] of cookies) browser.setCookie(name, value);
      const { status, body } = await browser.open(link);
      return [status, body.error?.code ?? body.data.step];
    };
    expect(await open(eve.browser)).toEqual([409, 'SESSION_OF_OTHER_BROWSER']);
    expect(await open(ada.browser)).toEqual([200, 'consent']);
  });

  it('is not read from a token of a check that is not this account’s', async () => {
    const { browser } = await signedIn();
    const back = await browser.get('/account/age/return?status=success&token=xtk_nonsense');
    expect(back.location).toBe('/account/age?done=failed');
  });
});

describe('an age check that failed', () => {
  it('shows whether another attempt is left today (D-55)', async () => {
    const { browser, account } = await signedIn();
    const ctx = makeContext();
    const fail = async (reason: string) => {
      const begun = await browser.submit(await browser.get('/account/age'), '/account/age/verify');
      const { objectId } = parseToken(begun.location!.split('/').at(-1)!)!;
      const stub = ctx.objects.session(objectId)!;
      await runInDurableObject(stub, (_object, state) => {
        const record = state.storage.kv.get<object>('session')!;
        state.storage.kv.put('session', {
          ...record,
          state: { status: 'failed' },
          end: { atMs: Date.now(), reason },
        });
      });
      const { token } = await makeToken(ctx, 'xtk_', objectId);
      return (await browser.get(`/account/age/return?token=${token}`)).location;
    };
    expect(await fail('age_inconclusive')).toBe('/account/age?done=failed');
    const limit = (await attemptLimit(firstPartyPrincipal(ctx).tenant, 3, account.subject))!;
    await ctx.objects.attemptCount('none', limit.of).end({ sessionId: 'one', state: 'last' });
    const exceeded = await fail('attempts_exceeded');
    expect(exceeded).toBe('/account/age?done=exceeded');
    expect(textOf((await browser.get(exceeded!)).html)).toContain('in one day');
  });
});

describe('signing out', () => {
  it('needs a form: a link from elsewhere only asks for confirmation', async () => {
    const { browser } = await signedIn();
    const page = await browser.get('/signout');
    expect((await browser.get('/account')).status).toBe(200);
    const out = await browser.submit(page, '/signout');
    expect(textOf((await browser.follow(out)).html)).toContain('You are signed out');
    expect((await browser.get('/account')).status).toBe(303);
  });
});
