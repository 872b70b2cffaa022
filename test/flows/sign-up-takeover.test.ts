// A stranger signs up with another person's address and waits for that person to use it (account
// pre-hijacking). Whatever the owner of the address does afterwards, the stranger's password must
// not give access to the owner's account.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { confirmEmail } from '../../src/domain/signing-in/account-lifecycle/confirm-email.ts';
import { signInWithPassword } from '../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { signUpWithPassword } from '../../src/domain/signing-in/account-lifecycle/sign-up.ts';
import { requestEmailChange } from '../../src/domain/signing-in/email-changes/email-change.ts';
import { makeAccount, VISITOR } from '../support/account/accounts.ts';
import { makeContext } from '../support/installation/context.ts';
import { signInAs } from '../support/site/grants.ts';
import { lastLink } from '../support/account/mails.ts';

const EMAIL = 'owner@example.com';
const STRANGER = { password: 'granite-teapot-19-lantern', browser: 'the stranger’s' };
const OWNER = { password: 'violet-anchor-42-meadow', browser: 'the owner’s' };

async function signUp({ password, browser }: typeof OWNER): Promise<string> {
  const ctx = makeContext();
  await signUpWithPassword(ctx, { email: EMAIL, password, browser, locale: 'en' });
  await ctx.settle();
  return lastLink();
}

const press = (token: string, { browser }: typeof OWNER, password?: string) =>
  confirmEmail(makeContext(), { token, visitor: VISITOR, browsers: [browser], password });

const opensWith = async (password: string): Promise<boolean> =>
  (await signInWithPassword(makeContext(), { email: EMAIL, password, visitor: VISITOR })).ok;

const countAccounts = () => env.DB.prepare('SELECT count(*) AS n FROM accounts').first<number>('n');

describe('a stranger who signed up with an address first', () => {
  it('has no account while the owner has confirmed nothing', async () => {
    await signUp(STRANGER);
    expect(await countAccounts()).toBe(0);
    expect(await opensWith(STRANGER.password)).toBe(false);
  });

  it('gains nothing when the owner follows the stranger’s link', async () => {
    const link = await signUp(STRANGER);
    expect(await press(link, OWNER)).toEqual({ ok: false, reason: 'password_missing' });
    expect(await press(link, OWNER, OWNER.password)).toEqual({
      ok: false,
      reason: 'password_wrong',
    });
    expect(await countAccounts()).toBe(0);
  });

  it('gains nothing when the owner signs up too, whichever link is followed first', async () => {
    const before = await signUp(STRANGER);
    const own = await signUp(OWNER);
    const after = await signUp(STRANGER);
    for (const link of [before, after])
      expect(await press(link, OWNER, OWNER.password)).toHaveProperty('ok', false);
    expect(await press(own, OWNER)).toHaveProperty('kind', 'signed_up');
    for (const link of [before, after])
      expect(await press(link, STRANGER)).toEqual({ ok: false, reason: 'taken' });
    expect(await opensWith(OWNER.password)).toBe(true);
    expect(await opensWith(STRANGER.password)).toBe(false);
    expect(await countAccounts()).toBe(1);
  });

  it('gains nothing when the owner has a passkey-only account and adds the address later', async () => {
    const link = await signUp(STRANGER);
    const owner = await makeAccount({ email: null, password: null });
    const ctx = makeContext();
    await requestEmailChange(ctx, await signInAs(owner), EMAIL);
    await ctx.settle();
    const own = { token: await lastLink(), visitor: VISITOR, accountId: owner.id };
    expect(await confirmEmail(ctx, own)).toMatchObject({ kind: 'mail_changed' });
    expect(await press(link, STRANGER)).toEqual({ ok: false, reason: 'taken' });
    expect(await opensWith(STRANGER.password)).toBe(false);
  });

  it('cannot add the address to their own account, since the confirmation requires a sign-in to it', async () => {
    const stranger = await makeAccount({ email: null, password: null });
    const owner = await makeAccount();
    const ctx = makeContext();
    await requestEmailChange(ctx, await signInAs(stranger), EMAIL);
    await ctx.settle();
    const link = { token: await lastLink(), visitor: VISITOR };
    for (const accountId of [undefined, owner.id])
      expect(await confirmEmail(ctx, { ...link, accountId })).toEqual({
        ok: false,
        reason: 'sign_in_missing',
      });
    expect(await press(await signUp(OWNER), OWNER)).toHaveProperty('kind', 'signed_up');
    expect(await confirmEmail(ctx, { ...link, accountId: stranger.id })).toEqual({
      ok: false,
      reason: 'taken',
    });
  });

  it('has ten password guesses per link, then none', async () => {
    const link = await signUp(OWNER);
    for (let tries = 0; tries < 10; tries += 1)
      expect(await press(link, STRANGER, 'wrong')).toHaveProperty('reason', 'password_wrong');
    await expect(press(link, STRANGER, OWNER.password)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    expect(await press(link, OWNER)).toHaveProperty('kind', 'signed_up');
  });
});
