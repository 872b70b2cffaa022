import { afterEach, describe, expect, it, vi } from 'vitest';
import { confirmEmail } from '../../../../src/domain/signing-in/account-lifecycle/confirm-email.ts';
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from '../../../../src/domain/signing-in/account-lifecycle/reset-password.ts';
import { listSessions } from '../../../../src/domain/signing-in/authentication/devices.ts';
import { signInWithPassword } from '../../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { listNotifications } from '../../../../src/domain/accounts/notifications/notification.ts';
import {
  endSession,
  readSignIn,
  startSession,
} from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { beforeWrite } from '../../../support/faults/before-write.ts';
import { accountRow, makeAccount, PASSWORD, VISITOR } from '../../../support/account/accounts.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { connectSite, liveGrants } from '../../../support/account/connected-sites.ts';
import { lastLink, sentMails } from '../../../support/account/mails.ts';

const FRESH = 'amber-kettle-77-harbour';
const INVALID = { ok: false, reason: 'invalid_link' };

afterEach(() => void vi.useRealTimers());
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms });

async function askFor(ctx: TestContext, email: string, ip = '192.0.2.1'): Promise<void> {
  await requestPasswordReset(ctx, { email, ip });
  await ctx.settle();
}

async function forgotten() {
  const ctx = makeContext();
  const account = await makeAccount({ email: 'lovelace@example.com' });
  await askFor(ctx, account.email!.toUpperCase());
  return { ctx, account, token: await lastLink() };
}

const signIn = (ctx: TestContext, email: string, password: string) =>
  signInWithPassword(ctx, { email, password, visitor: { device: 'Firefox, Linux' } });
const startFor = async (ctx: TestContext, id: number) =>
  (await startSession(ctx, { id }, { amr: ['pwd'], ...VISITOR }))!;

describe('a forgotten password', () => {
  it('is reset through a mailed link, which ends the old password, all sessions and all grants', async () => {
    const { ctx, account, token } = await forgotten();
    const { cookie } = await startFor(ctx, account.id);
    await connectSite(account.id);
    expect(await resetPassword(ctx, { token, password: FRESH })).toEqual({ ok: true });
    expect(await signIn(ctx, account.email!, PASSWORD)).toMatchObject({ ok: false });
    expect(await signIn(ctx, account.email!, FRESH)).toMatchObject({ ok: true });
    expect(await readSignIn(ctx, cookie)).toBeUndefined();
    expect(await liveGrants(account.id)).toBe(0);
    expect((await listNotifications(ctx, account.id)).at(-1)?.type).toBe('password_changed');
  });

  it('stops a sign-in whose password is replaced between its verification and its session', async () => {
    const { ctx, account, token } = await forgotten();
    at(Date.now() + 1);
    const late = beforeWrite(ctx, () => resetPassword(ctx, { token, password: FRESH }));
    const known = { email: account.email!, password: PASSWORD, visitor: VISITOR };
    expect(await signInWithPassword(late, known)).toEqual({ ok: false, reason: 'invalid' });
    expect(await listSessions(ctx, account.id)).toEqual([]);
  });

  it('gives an unknown address the same response and no mail', async () => {
    const ctx = makeContext();
    expect(await requestPasswordReset(ctx, { email: 'nobody@example.com' })).toBeUndefined();
    expect(await requestPasswordReset(ctx, { email: 'no address' })).toBeUndefined();
    await ctx.settle();
    expect(await sentMails()).toEqual([]);
  });

  it('responds before the account lookup, so that timing reveals nothing', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const broken = { ...ctx, db: undefined as never };
    expect(await requestPasswordReset(broken, { email: account.email! })).toBeUndefined();
    await ctx.settle();
    expect(await sentMails()).toEqual([]);
  });

  it('is reset by exactly one of fifty concurrent requests', async () => {
    const { ctx, token } = await forgotten();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => resetPassword(ctx, { token, password: FRESH })),
    );
    const answered = outcomes.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    expect(answered.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answered.every((one) => one.ok || one.reason === 'used_link')).toBe(true);
  });

  it('has one valid link at a time: a new link invalidates older ones', async () => {
    const { ctx, account, token } = await forgotten();
    await askFor(ctx, account.email!);
    expect(await resetPassword(ctx, { token, password: FRESH })).toEqual(INVALID);
    expect(await resetPassword(ctx, { token: await lastLink(), password: FRESH })).toEqual({
      ok: true,
    });
  });

  it('has a link that works for 30 minutes', async () => {
    const { ctx, token } = await forgotten();
    at(Date.now() + 30 * 60_000);
    expect(await resetPassword(ctx, { token, password: FRESH })).toEqual(INVALID);
  });

  it('has no valid link once the password was changed some other way', async () => {
    const { ctx, account, token } = await forgotten();
    const { session } = await startFor(ctx, account.id);
    at(Date.now() + 1);
    await changePassword(ctx, { account, session }, FRESH);
    expect(await resetPassword(ctx, { token, password: 'cobalt-ladder-19-orchard' })).toEqual(
      INVALID,
    );
  });

  it('has no valid link when the password is changed some other way at the same moment', async () => {
    const { ctx, account, token } = await forgotten();
    const { cookie, session } = await startFor(ctx, account.id);
    at(Date.now() + 1);
    const late = beforeWrite(ctx, () => changePassword(ctx, { account, session }, FRESH));
    const other = 'cobalt-ladder-19-orchard';
    expect(await resetPassword(late, { token, password: other })).toEqual(INVALID);
    expect(await readSignIn(ctx, cookie)).toBeDefined();
    expect(await signIn(ctx, account.email!, FRESH)).toMatchObject({ ok: true });
  });

  it('stays resettable after a weak password, which is reported', async () => {
    const { ctx, token } = await forgotten();
    expect(await resetPassword(ctx, { token, password: 'short' })).toEqual({
      ok: false,
      reason: 'too_short',
    });
    const weak = 'lovelace1815';
    expect(await resetPassword(ctx, { token, password: weak })).toMatchObject({
      reason: 'guessable',
    });
    expect(await resetPassword(ctx, { token, password: FRESH })).toEqual({ ok: true });
  });

  it('ends a lockout when it is reset, since the guesses were for the old password', async () => {
    const { ctx, account, token } = await forgotten();
    for (let i = 0; i < 10; i += 1) await signIn(ctx, account.email!, 'wrong');
    await ctx.settle();
    await resetPassword(ctx, { token, password: FRESH });
    expect(await signIn(ctx, account.email!, FRESH)).toMatchObject({ ok: true });
  });

  it('leaves a suspension unchanged when it is reset', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ status: 'suspended' });
    await askFor(ctx, account.email!);
    await resetPassword(ctx, { token: await lastLink(), password: FRESH });
    expect(await signIn(ctx, account.email!, FRESH)).toEqual({ ok: false, reason: 'suspended' });
  });

  it('cannot be reset with another kind of link, which stays usable for its own purpose', async () => {
    const { ctx, token } = await forgotten();
    expect(await confirmEmail(ctx, { token, visitor: VISITOR })).toEqual(INVALID);
    expect(await resetPassword(ctx, { token, password: FRESH })).toEqual({ ok: true });
  });

  it('can be requested five times an hour per email address and per visitor (D-51)', async () => {
    const ctx = makeContext();
    const limited = { code: 'TOO_MANY_REQUESTS' };
    const ask = (email: string, ip: string) => requestPasswordReset(ctx, { email, ip });
    for (let i = 0; i < 5; i += 1) await ask('ada@example.com', `192.0.2.${i}`);
    await expect(ask('ADA@example.com', '192.0.2.9')).rejects.toMatchObject(limited);
    for (let i = 0; i < 5; i += 1) await ask(`b${i}@example.com`, '198.51.100.1');
    await expect(ask('c@example.com', '198.51.100.1')).rejects.toMatchObject(limited);
    at(Date.now() + 3_600_000);
    await ask('ada@example.com', '198.51.100.1');
    await ctx.settle();
  });
});

describe('changing the password', () => {
  it('keeps this browser and its sites signed in, and signs all others out', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const [here, there] = [await startFor(ctx, account.id), await startFor(ctx, account.id)];
    await connectSite(account.id, here.session.id);
    const outcome = await changePassword(ctx, { account, session: here.session }, FRESH);
    expect(outcome).toEqual({ ok: true });
    expect(await readSignIn(ctx, here.cookie)).toBeDefined();
    expect(await readSignIn(ctx, there.cookie)).toBeUndefined();
    expect(await liveGrants(account.id)).toBe(1);
    expect(await signIn(ctx, account.email!, FRESH)).toMatchObject({ ok: true });
    await ctx.settle();
    expect((await sentMails())[0]).toMatchObject({ template: 'password_changed' });
  });

  it('does nothing when the session has ended meanwhile', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const [thief, owner] = [await startFor(ctx, account.id), await startFor(ctx, account.id)];
    const late = beforeWrite(ctx, () => endSession(ctx, thief.session.id));
    const outcome = await changePassword(late, { account, session: thief.session }, FRESH);
    expect(outcome).toEqual({ ok: false, reason: 'ended' });
    expect(await readSignIn(ctx, owner.cookie)).toBeDefined();
    expect(await listNotifications(ctx, account.id)).toEqual([]);
    expect(await signIn(ctx, account.email!, PASSWORD)).toMatchObject({ ok: true });
  });

  it('requires a confirmed address, a strong password and a fresh sign-in', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const nobody = await makeAccount({ email: null, password: null });
    const { session } = await startFor(ctx, account.id);
    const change = (password: string, who = account) =>
      changePassword(ctx, { account: who, session }, password);
    expect(await change(FRESH, nobody)).toEqual({ ok: false, reason: 'no_email' });
    expect(await change('password1234')).toEqual({ ok: false, reason: 'guessable' });
    at(Date.now() + 10 * 60_000);
    await expect(change(FRESH)).rejects.toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' });
    expect((await accountRow(account.id))?.password_changed_at_ms).toBe(account.createdAtMs);
  });
});
