import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/context.ts';
import { signInWithPassword } from '../../../src/domain/authentication/sign-in-with-password.ts';
import { listLoginHistory } from '../../../src/domain/login-history/login-history.ts';
import { listNotifications } from '../../../src/domain/notifications/notification.ts';
import { readSignIn } from '../../../src/domain/sessions/sign-in.ts';
import { accountRow, makeAccount, PASSWORD, VISITOR } from '../../support/accounts.ts';
import { makeContext, type TestContext } from '../../support/context.ts';

const MINUTE_MS = 60_000;

afterEach(() => void vi.useRealTimers());
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms });

/** Signs in, by default from a new IP address. */
function signIn(ctx: Context, email: string, password = PASSWORD, ip = '198.51.100.1') {
  return signInWithPassword(ctx, { email, password, visitor: { ...VISITOR, ip } });
}

async function fail(ctx: TestContext, email: string, times: number, ip?: string) {
  const outcomes = [];
  for (let i = 0; i < times; i += 1) outcomes.push(await signIn(ctx, email, 'wrong', ip));
  await ctx.settle();
  return outcomes;
}

describe('sign-in with a password', () => {
  it('starts a session', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const outcome = await signIn(ctx, account.email!);
    expect(outcome).toMatchObject({ ok: true, account: { id: account.id } });
    const signedIn = await readSignIn(ctx, outcome.ok ? outcome.cookie : '');
    expect(signedIn).toMatchObject({ account, session: { amr: ['pwd'], device: VISITOR.device } });
  });

  it('takes case and Unicode variants of one address for one (S-30)', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ email: 'Ada@Example.com' });
    for (const email of ['ADA@example.COM', ' ada@example.com ', 'ａda@example.com'])
      expect(await signIn(ctx, email)).toMatchObject({ ok: true, account: { id: account.id } });
  });

  it('gives a wrong password, an unknown address and no address the same response', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const passwordless = await makeAccount({ password: null });
    const invalid = { ok: false, reason: 'invalid' };
    expect(await signIn(ctx, account.email!, 'wrong')).toEqual(invalid);
    expect(await signIn(ctx, 'nobody@example.com', 'wrong')).toEqual(invalid);
    expect(await signIn(ctx, passwordless.email!, 'wrong')).toEqual(invalid);
    expect(await signIn(ctx, 'no address', 'wrong')).toEqual(invalid);
  });

  it('reveals a suspension only with the right password (S-27)', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ status: 'suspended' });
    expect(await signIn(ctx, account.email!, 'wrong')).toMatchObject({ reason: 'invalid' });
    expect(await signIn(ctx, account.email!)).toEqual({ ok: false, reason: 'suspended' });
  });

  it('rehashes an outdated password', async () => {
    // PASSWORD with N = 1024 and p = 1.
    const old =
      'scrypt$1024$8$1$c2FsdC1zYWx0LXNhbHQtMQ$GfzZkGpCrA6ugR2BgcplppyEZ7VT1abP9S__e2B_8bg';
    const ctx = makeContext();
    const account = await makeAccount();
    await env.DB.prepare('UPDATE accounts SET password_hash = ?').bind(old).run();
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
    expect((await accountRow(account.id))?.password_hash).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
  });

  it('cancels a pending deletion, and reports it', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ status: 'pending_deletion', deleteAtMs: Date.now() + 1e8 });
    expect(await signIn(ctx, account.email!, 'wrong')).toMatchObject({ ok: false });
    expect((await accountRow(account.id))?.status).toBe('pending_deletion');
    expect(await signIn(ctx, account.email!)).toMatchObject({
      ok: true,
      account: { status: 'active' },
    });
    expect(await accountRow(account.id)).toMatchObject({ status: 'active', delete_at_ms: null });
    expect(await listNotifications(ctx, account.id)).toMatchObject([{ type: 'deletion_undone' }]);
  });
});

describe('lockout (D-43)', () => {
  it('judges exactly ten of fifty guesses made at once, and locks the account', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => signIn(ctx, account.email!, 'wrong', `192.0.2.${i}`)),
    );
    await ctx.settle();
    const reasons = outcomes.map((outcome) => !outcome.ok && outcome.reason);
    expect(reasons.filter((reason) => reason === 'invalid')).toHaveLength(9);
    expect(reasons.filter((reason) => reason === 'locked')).toHaveLength(41);
    const history = await listLoginHistory(ctx, account.id);
    expect(history.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => 'failed'),
      'locked',
    ]);
    expect(await accountRow(account.id)).toMatchObject({ status: 'locked', failed_logins: 10 });
  });

  it('refuses the right password too, and ends after 15 minutes', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    at(Date.now());
    await fail(ctx, account.email!, 10);
    const untilMs = Date.now() + 15 * MINUTE_MS;
    expect(await signIn(ctx, account.email!)).toEqual({ ok: false, reason: 'locked', untilMs });
    at(untilMs - 1);
    expect(await signIn(ctx, account.email!)).toMatchObject({ reason: 'locked' });
    at(untilMs);
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
    expect(await accountRow(account.id)).toMatchObject({ status: 'active', failed_logins: 0 });
  });

  it('answers the same for an address without an account', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    at(Date.now());
    const known = await fail(ctx, account.email!, 12);
    const unknown = await fail(ctx, 'nobody@example.com', 12, '198.51.100.2');
    expect(unknown).toEqual(known);
  });

  it('counts variants of one address together (S-30, Authelia CVE-2026-47203)', async () => {
    const ctx = makeContext();
    await fail(ctx, 'NOBODY@example.com', 5);
    await fail(ctx, 'nobody@EXAMPLE.com', 4);
    expect(await fail(ctx, ' nobody@example.com', 1)).toMatchObject([{ reason: 'locked' }]);
  });

  it('resets the count after a correct password and after 15 minutes', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    await fail(ctx, account.email!, 9);
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
    at(Date.now());
    await fail(ctx, account.email!, 9);
    at(Date.now() + 15 * MINUTE_MS);
    expect(await fail(ctx, account.email!, 1)).toMatchObject([{ reason: 'invalid' }]);
  });

  it('notifies the owner once', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    await fail(ctx, account.email!, 14);
    expect(await listNotifications(ctx, account.id)).toMatchObject([{ type: 'sign_in_locked' }]);
    expect(ctx.queued).toHaveLength(1);
  });

  it('keeps a suspended account suspended and a deletion pending', async () => {
    const ctx = makeContext();
    for (const status of ['suspended', 'pending_deletion'] as const) {
      const account = await makeAccount({ status });
      await fail(ctx, account.email!, 10, `203.0.113.${status.length}`);
      expect((await accountRow(account.id))?.status).toBe(status);
      expect(await signIn(ctx, account.email!)).toMatchObject({ reason: 'locked' });
    }
  });
});

describe('the limit per address of the visitor', () => {
  it('is 30 failures in 15 minutes over all accounts; successes do not count', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    for (let i = 0; i < 3; i += 1) await signIn(ctx, account.email!);
    for (const name of ['a', 'b', 'c']) await fail(ctx, `${name}@example.com`, 10);
    await expect(signIn(ctx, account.email!)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await signIn(ctx, account.email!, PASSWORD, '198.51.100.9')).toMatchObject({ ok: true });
  });
});

describe('a new device', () => {
  it('is reported to the owner, except at the first sign-in and for known devices', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ locale: 'de' });
    const from = (device: string, place: string) =>
      signInWithPassword(ctx, {
        email: account.email!,
        password: PASSWORD,
        visitor: { device, place },
      });
    await from('Firefox, Linux', 'Bern, CH');
    await from('Firefox, Linux', 'Bern, CH');
    expect(await listNotifications(ctx, account.id)).toEqual([]);
    await from('Safari, iOS', 'Bern, CH');
    await from('Safari, iOS', 'Bern, CH');
    expect(await listNotifications(ctx, account.id)).toMatchObject([
      { type: 'new_device', details: { device: 'Safari, iOS', place: 'Bern, CH' } },
    ]);
    await ctx.settle();
    const mails = await env.DB.prepare('SELECT * FROM mails').all();
    expect(mails.results).toMatchObject([
      { id: ctx.queued[0], recipient: account.email, locale: 'de', template: 'new_device' },
    ]);
  });
});
