import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../../src/context.ts';
import { PASSWORD_COST } from '../../../../src/crypto/password-cost.ts';
import { signInWithPassword } from '../../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { countPasswordGuess } from '../../../../src/domain/terms/password-guesses.ts';
import { listLoginHistory } from '../../../../src/domain/accounts/login-history/login-history.ts';
import { listNotifications } from '../../../../src/domain/accounts/notifications/notification.ts';
import { readSignIn } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { accountRow, makeAccount, PASSWORD, VISITOR } from '../../../support/account/accounts.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';

const MINUTE_MS = 60_000;

afterEach(() => void vi.useRealTimers());
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms });

/** Signs in, by default from a different IP address than VISITOR's. */
function signIn(ctx: Context, email: string, password = PASSWORD, ip = '198.51.100.1') {
  return signInWithPassword(ctx, { email, password, visitor: { ...VISITOR, ip } });
}

/** Signs in with the cookie of a known device. */
function onDevice(
  ctx: Context,
  email: string,
  password: string,
  knownDevice: string | undefined,
  ip = '198.51.100.1',
) {
  return signInWithPassword(ctx, { email, password, visitor: { ...VISITOR, ip }, knownDevice });
}

/** Counts guesses in the rate limiters, without the cost of hashing a password. */
async function guess(ctx: Context, email: string, times: number, ip = '198.51.100.1') {
  const owner = { realm: 'account', emailNormalized: email } as const;
  for (let i = 0; i < times; i += 1) await countPasswordGuess(ctx, owner, { ip });
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

  it('treats case and Unicode variants of an address as the same address (S-30)', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ email: 'Ada@Example.com' });
    for (const email of ['ADA@example.COM', ' ada@example.com ', 'ａda@example.com'])
      expect(await signIn(ctx, email)).toMatchObject({ ok: true, account: { id: account.id } });
  });

  it('gives the same response for a wrong password, an unknown address and a missing address', async () => {
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
    // PASSWORD hashed with N = 1024 and p = 1.
    const old =
      'scrypt$1024$8$1$c2FsdC1zYWx0LXNhbHQtMQ$GfzZkGpCrA6ugR2BgcplppyEZ7VT1abP9S__e2B_8bg';
    const ctx = makeContext();
    const account = await makeAccount();
    await env.DB.prepare('UPDATE accounts SET password_hash = ?').bind(old).run();
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
    const { N, r, p } = PASSWORD_COST;
    await ctx.settle();
    const rehashed = (await accountRow(account.id))?.password_hash;
    expect(rehashed?.startsWith(`scrypt$${N}$${r}$${p}$`)).toBe(true);
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
  });

  it('cancels a pending deletion, and reports that', async () => {
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

describe('lockout (D-62)', () => {
  it('judges exactly ten of fifty concurrent guesses from one address, and records them', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => signIn(ctx, account.email!, 'wrong').catch(() => undefined)),
    );
    await ctx.settle();
    const reasons = outcomes.map((outcome) => outcome?.ok === false && outcome.reason);
    expect(reasons.filter((reason) => reason === 'invalid')).toHaveLength(9);
    const history = await listLoginHistory(ctx, account.id);
    expect(history.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => 'failed'),
      'locked',
    ]);
    expect(await accountRow(account.id)).toMatchObject({ status: 'locked', failed_logins: 10 });
  });

  it('refuses the right password from that network, and ends after 15 minutes', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    at(Date.now());
    await fail(ctx, account.email!, 10, '2001:db8:1:2::1');
    const untilMs = Date.now() + 15 * MINUTE_MS;
    const neighbour = '2001:db8:1:2:ffff::9';
    const locked = { ok: false, reason: 'locked', untilMs };
    expect(await signIn(ctx, account.email!, PASSWORD, neighbour)).toEqual(locked);
    at(untilMs - 1);
    expect(await signIn(ctx, account.email!, PASSWORD, neighbour)).toMatchObject(locked);
    at(untilMs);
    expect(await signIn(ctx, account.email!, PASSWORD, neighbour)).toMatchObject({ ok: true });
    expect(await accountRow(account.id)).toMatchObject({ status: 'active', failed_logins: 0 });
  });

  it('does not apply to other networks, and their sign-in does not end it', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    await fail(ctx, account.email!, 10);
    expect(await signIn(ctx, account.email!, PASSWORD, '203.0.113.5')).toMatchObject({ ok: true });
    expect(await signIn(ctx, account.email!)).toMatchObject({ reason: 'locked' });
    expect((await accountRow(account.id))?.status).toBe('locked');
  });

  it('lets the owner sign in on a known device during a stranger’s lockout, even from the same address', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const first = await signIn(ctx, account.email!);
    const device = first.ok ? first.knownDevice : undefined;
    await guess(ctx, account.email!, 12);
    expect(await signIn(ctx, account.email!)).toMatchObject({ reason: 'locked' });
    const again = await onDevice(ctx, account.email!, PASSWORD, device);
    expect(again).toMatchObject({ ok: true, account: { id: account.id } });
    expect(await signIn(ctx, account.email!)).toMatchObject({ reason: 'locked' });
  });

  it('blocks every unknown device after a hundred failures from anywhere, and no known device', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const first = await signIn(ctx, account.email!);
    const device = first.ok ? first.knownDevice : undefined;
    for (let n = 0; n < 11; n += 1) await guess(ctx, account.email!, 9, `198.51.100.${n + 10}`);
    expect(await fail(ctx, account.email!, 1, '198.51.100.99')).toMatchObject([
      { reason: 'locked' },
    ]);
    const stranger = await signIn(ctx, account.email!, PASSWORD, '203.0.113.77');
    expect(stranger).toMatchObject({ reason: 'locked' });
    expect(await onDevice(ctx, account.email!, PASSWORD, device)).toMatchObject({ ok: true });
    expect(await signIn(ctx, account.email!, PASSWORD, '203.0.113.78')).toMatchObject({
      reason: 'locked',
    });
    expect(await listNotifications(ctx, account.id)).toHaveLength(1);
  });

  it('counts failures separately on a known device, ten per device', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const first = await signIn(ctx, account.email!);
    const device = first.ok ? first.knownDevice : undefined;
    for (let n = 0; n < 10; n += 1) await onDevice(ctx, account.email!, 'wrong', device);
    expect(await onDevice(ctx, account.email!, PASSWORD, device)).toMatchObject({
      reason: 'locked',
    });
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
  });

  it('does not recognise a device of another account, an altered proof, or a proof older than a year', async () => {
    const ctx = makeContext();
    const [account, other] = [await makeAccount(), await makeAccount()];
    const own = await signIn(ctx, account.email!);
    const foreign = await signIn(ctx, other.email!);
    const cookie = own.ok ? own.knownDevice! : '';
    await guess(ctx, account.email!, 10);
    const [id, entry] = cookie.split('.');
    const locked = { ok: false, reason: 'locked' };
    for (const device of [
      foreign.ok ? foreign.knownDevice : undefined,
      `${id!.slice(0, -1)}_.${entry}`,
      `${id}.${entry!.replace(/^[^-]+/, 'zzzz')}`,
      'x'.repeat(5000),
      '',
    ])
      expect(await onDevice(ctx, account.email!, PASSWORD, device)).toMatchObject(locked);
    at(Date.now() + 366 * 24 * 60 * MINUTE_MS);
    await guess(ctx, account.email!, 10);
    expect(await onDevice(ctx, account.email!, PASSWORD, cookie)).toMatchObject(locked);
  });

  it('recognises a shared device for each of its users', async () => {
    const ctx = makeContext();
    const people = [await makeAccount(), await makeAccount(), await makeAccount()];
    let device: string | undefined;
    for (const { email } of people) {
      const outcome = await onDevice(ctx, email!, PASSWORD, device);
      device = outcome.ok ? outcome.knownDevice : undefined;
    }
    for (const { email } of people) {
      await guess(ctx, email!, 10);
      expect(await onDevice(ctx, email!, PASSWORD, device)).toMatchObject({ ok: true });
    }
  });

  it('gives the same response for an address without an account', async () => {
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

  it('notifies the owner once, also of lockouts from several networks', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    await fail(ctx, account.email!, 14);
    await fail(ctx, account.email!, 14, '203.0.113.9');
    expect(await listNotifications(ctx, account.id)).toMatchObject([{ type: 'sign_in_locked' }]);
    expect(ctx.queued).toHaveLength(1);
  });

  it('keeps a suspended account suspended and a deletion pending', async () => {
    const ctx = makeContext();
    for (const status of ['suspended', 'pending_deletion'] as const) {
      const account = await makeAccount({ status });
      const ip = `203.0.113.${status.length}`;
      await fail(ctx, account.email!, 10, ip);
      expect((await accountRow(account.id))?.status).toBe(status);
      expect(await signIn(ctx, account.email!, PASSWORD, ip)).toMatchObject({ reason: 'locked' });
    }
  });
});

describe('the limit per address of the visitor', () => {
  it('is 30 failures in 15 minutes over all accounts and a /64, and successes do not count', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const first = await signIn(ctx, account.email!, PASSWORD, '2001:db8:5:5::1');
    for (let i = 0; i < 2; i += 1)
      await signIn(ctx, account.email!, PASSWORD, `2001:db8:5:5::${i + 2}`);
    for (const name of ['a', 'b', 'c'])
      await guess(ctx, `${name}@example.com`, 10, `2001:db8:5:5:${name}::1`);
    const refused = { code: 'TOO_MANY_REQUESTS' };
    await expect(signIn(ctx, account.email!, PASSWORD, '2001:db8:5:5::7')).rejects.toMatchObject(
      refused,
    );
    const device = first.ok ? first.knownDevice : undefined;
    expect(await onDevice(ctx, account.email!, PASSWORD, device, '2001:db8:5:5::7')).toMatchObject({
      ok: true,
    });
    expect(await signIn(ctx, account.email!, PASSWORD, '2001:db8:5:6::1')).toMatchObject({
      ok: true,
    });
  });
});

describe('guesses from a network that is over its limit', () => {
  it('do not use up other limits, and cause no lockout', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const email = account.email!;
    for (const name of ['a', 'b', 'c']) await guess(ctx, `${name}@example.com`, 10, '203.0.113.1');
    const others = Array.from({ length: 11 }, (_, n) => `198.51.100.${n}`);
    for (const ip of others) await guess(ctx, email, 9, ip);
    // By now, 99 of the account's 100 guesses are used, and nine of the ten from each of these
    // networks.
    const refused = Array.from({ length: 40 }, () => guess(ctx, email, 1, '203.0.113.1'));
    for (const one of await Promise.allSettled(refused)) expect(one.status).toBe('rejected');
    expect(await signIn(ctx, email, PASSWORD, '198.51.100.50')).toMatchObject({ ok: true });
    expect((await accountRow(account.id))?.status).toBe('active');
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
