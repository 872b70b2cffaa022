import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { confirmEmail } from '../../../../src/domain/signing-in/account-lifecycle/confirm-email.ts';
import { readMailLink } from '../../../../src/domain/platform/mail/mail-link.ts';
import { signInWithPassword } from '../../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import {
  signUpWithPassword,
  type NewSignUp,
} from '../../../../src/domain/signing-in/account-lifecycle/sign-up.ts';
import { readSignIn } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount, PASSWORD, VISITOR } from '../../../support/account/accounts.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { lastLink, sentMails } from '../../../support/account/mails.ts';

afterEach(() => void vi.useRealTimers());

const HERE = 'what only this browser knows';
const FORM: NewSignUp = {
  email: 'Ada@example.com',
  password: PASSWORD,
  locale: 'fr-CA',
  browser: HERE,
};

/** Presses the confirmation button on the link's page, in the browser that submitted FORM. */
const confirm = (ctx: TestContext, token: string) =>
  confirmEmail(ctx, { token, visitor: VISITOR, browsers: [HERE] });

async function signUp(fields: Partial<NewSignUp> = {}) {
  const ctx = makeContext();
  const outcome = await signUpWithPassword(ctx, { ...FORM, ...fields });
  await ctx.settle();
  return { ctx, outcome };
}

const countAccounts = () =>
  env.DB.prepare("SELECT count(*) AS n FROM accounts WHERE email = 'Ada@example.com'").first('n');

describe('sign-up with email and password', () => {
  it('creates the account when the link in the mail is followed, and signs the browser in', async () => {
    const { ctx, outcome } = await signUp({ displayName: ' Ada  L. ', continueTo: '/consent?a=b' });
    expect(outcome).toEqual({ ok: true, email: 'Ada@example.com' });
    expect(await countAccounts()).toBe(0);
    expect((await sentMails()).at(-1)).toMatchObject({ template: 'confirm_sign_up', locale: 'fr' });
    const confirmed = await confirm(ctx, await lastLink());
    expect(confirmed).toMatchObject({
      ok: true,
      kind: 'signed_up',
      continueTo: '/consent?a=b',
      account: {
        email: 'Ada@example.com',
        emailVerified: true,
        displayName: 'Ada L.',
        locale: 'fr',
        status: 'active',
        hasPassword: true,
      },
    });
    expect(await readSignIn(ctx, 'cookie' in confirmed ? confirmed.cookie : '')).toBeDefined();
    const again = { email: 'ada@example.com', password: PASSWORD, visitor: VISITOR };
    expect(await signInWithPassword(ctx, again)).toMatchObject({ ok: true });
  });

  it('gives the same response for an existing account, and notifies its owner by mail', async () => {
    const account = await makeAccount({ email: 'ada@example.com', locale: 'ja' });
    const { outcome } = await signUp();
    expect(outcome).toEqual({ ok: true, email: 'Ada@example.com' });
    const [mail] = await sentMails();
    expect(mail).toMatchObject({ template: 'already_registered', locale: 'ja' });
    expect(mail?.recipient.toLowerCase()).toBe(account.email);
    expect(mail?.details['link']).toBe('http://localhost:8787/signin');
  });

  it('stores neither password nor link in the database', async () => {
    await signUp();
    const [mail] = await sentMails();
    const dump = JSON.stringify(await env.DB.prepare('SELECT * FROM accounts').all());
    expect(dump + JSON.stringify(mail)).not.toContain(PASSWORD);
  });

  it('gives the address to only one of two who confirm it', async () => {
    const { ctx } = await signUp();
    const first = await lastLink();
    await signUp();
    const second = await lastLink();
    const outcomes = await Promise.all([first, second].map((token) => confirm(ctx, token)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, reason: 'taken' });
    expect(await countAccounts()).toBe(1);
  });

  it.each([
    [{ email: 'nowhere' }, { email: 'invalid' }],
    [{ password: 'short' }, { password: 'too_short' }],
    [{ password: 'x'.repeat(129) }, { password: 'too_long' }],
    [{ password: 'password1234' }, { password: 'guessable' }],
    [{ displayName: 'a\u202eb' }, { displayName: 'invalid' }],
    [
      { email: '', password: '', displayName: 'x'.repeat(81) },
      { email: 'invalid', password: 'too_short', displayName: 'invalid' },
    ],
  ])('names what is invalid: %j', async (fields, faults) => {
    const { outcome } = await signUp(fields);
    expect(outcome).toEqual({ ok: false, faults });
    expect(await sentMails()).toEqual([]);
  });

  it('sends at most five mails an hour to one address', async () => {
    for (let i = 0; i < 5; i += 1)
      await signUp({ email: i % 2 ? 'ADA@example.com' : 'ada@example.com' });
    await expect(signUp()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await sentMails()).toHaveLength(5);
  });

  it('counts a network’s forms before reading them: thirty an hour, invalid ones included (D-51)', async () => {
    const ctx = makeContext();
    const wrong = { ...FORM, password: 'short', ip: '192.0.2.44' };
    for (let i = 0; i < 30; i += 1)
      expect(await signUpWithPassword(ctx, wrong)).toMatchObject({ ok: false });
    const refused = { code: 'TOO_MANY_REQUESTS' };
    await expect(signUpWithPassword(ctx, wrong)).rejects.toMatchObject(refused);
    await expect(signUpWithPassword(ctx, { ...wrong, ip: '192.0.2.45' })).resolves.toBeDefined();
  });
});

describe('a link in a mail', () => {
  it('can be opened any number of times and redeemed once', async () => {
    const { ctx } = await signUp();
    const token = await lastLink();
    expect(token).toMatch(/^xml_/);
    for (const _ of [1, 2])
      expect(await readMailLink(ctx, token)).toMatchObject({ kind: 'sign_up' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => confirm(ctx, token)),
    );
    const answered = outcomes.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    expect(answered.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answered.every((one) => one.ok || one.reason === 'used_link')).toBe(true);
    // While one request uses the link, concurrent requests may be told that it is busy (D-136).
    expect(
      outcomes.every((one) => one.status === 'fulfilled' || one.reason.code === 'UNAVAILABLE'),
    ).toBe(true);
    expect(await readMailLink(ctx, token)).toBeUndefined();
  });

  it('is invalid after 24 hours, with a wrong secret or with another prefix', async () => {
    const { ctx } = await signUp();
    const token = await lastLink();
    const invalid = { ok: false, reason: 'invalid_link' };
    for (const wrong of ['', `${token.slice(0, -2)}AA`, token.replace('xml_', 'xwa_')])
      expect(await confirm(ctx, wrong)).toEqual(invalid);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    expect(await confirm(ctx, token)).toEqual(invalid);
  });
});
