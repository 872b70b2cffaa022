import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { claimRemoval } from '../../../../src/domain/accounts/store.ts';
import { signInWithPassword } from '../../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import {
  forceLogout,
  suspendAccount,
  unlockAccount,
  unsuspendAccount,
} from '../../../../src/domain/signing-in/account-lifecycle/change-status.ts';
import { readSignIn, startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { accountRow, makeAccount, PASSWORD, VISITOR } from '../../../support/account/accounts.ts';
import { beforeWrite } from '../../../support/faults/before-write.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { connectSite, liveGrants } from '../../../support/account/connected-sites.ts';

const startFor = async (ctx: TestContext, id: number) =>
  (await startSession(ctx, { id }, { amr: ['pwd'], ...VISITOR }))?.cookie;
const signIn = (ctx: TestContext, email: string, password = PASSWORD) =>
  signInWithPassword(ctx, { email, password, visitor: { device: 'Firefox, Linux' } });

describe('suspending (spec 3.1, S-27)', () => {
  it.each(['active', 'locked', 'pending_deletion', 'suspended'] as const)(
    'applies to an account that is %s, ends its sessions and grants, and blocks sign-in',
    async (status) => {
      const ctx = makeContext();
      const account = await makeAccount();
      const cookie = await startFor(ctx, account.id);
      await connectSite(account.id);
      await env.DB.prepare('UPDATE accounts SET status = ?, locked_until_ms = ?')
        .bind(status, Date.now() + 1e6)
        .run();
      expect(await suspendAccount(ctx, account.id)).toMatchObject({
        ok: true,
        before: { status },
        after: { status: 'suspended' },
      });
      expect(await liveGrants(account.id)).toBe(0);
      await unsuspendAccount(ctx, account.id);
      expect(await readSignIn(ctx, cookie)).toBeUndefined();
    },
  );

  it('wins against concurrent sign-ins', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const starts = Array.from({ length: 20 }, () => startFor(ctx, account.id));
    const [cookies] = await Promise.all([Promise.all(starts), suspendAccount(ctx, account.id)]);
    for (const cookie of cookies) expect(await readSignIn(ctx, cookie)).toBeUndefined();
    expect(await signIn(ctx, account.email!)).toEqual({ ok: false, reason: 'suspended' });
  });
});

describe('unsuspending', () => {
  it('returns the account to active and forgets a deletion (D-44)', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ status: 'suspended', deleteAtMs: Date.now() + 1e6 });
    expect(await unsuspendAccount(ctx, account.id)).toMatchObject({ after: { status: 'active' } });
    expect((await accountRow(account.id))?.delete_at_ms).toBeNull();
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
  });

  it('applies to suspended accounts only', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const conflict = { ok: false, reason: 'conflict' };
    expect(await unsuspendAccount(ctx, account.id)).toEqual(conflict);
  });

  it('restores no account that is being removed, even if the removal begins meanwhile (spec 3.1)', async () => {
    const ctx = makeContext();
    const conflict = { ok: false, reason: 'conflict' };
    const gone = await makeAccount({ status: 'suspended', deleteAtMs: Date.now() - 1 });
    expect(await unsuspendAccount(ctx, gone.id)).toEqual(conflict);
    const account = await makeAccount({ status: 'suspended' });
    const late = beforeWrite(ctx, () => claimRemoval(ctx.db, account.id, Date.now(), []));
    expect(await unsuspendAccount(late, account.id)).toEqual(conflict);
    expect((await accountRow(account.id))?.status).toBe('suspended');
  });
});

describe('unlocking', () => {
  it('ends a lockout and resets the failure count (spec 3.1)', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    for (let i = 0; i < 10; i += 1) await signIn(ctx, account.email!, 'wrong');
    await ctx.settle();
    expect((await accountRow(account.id))?.status).toBe('locked');
    expect(await signIn(ctx, account.email!)).toMatchObject({ reason: 'locked' });
    expect(await unlockAccount(ctx, account.id)).toMatchObject({
      before: { status: 'locked' },
      after: { status: 'active' },
    });
    expect(await accountRow(account.id)).toMatchObject({ failed_logins: 0, locked_until_ms: null });
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
  });

  it('reports an error and changes nothing while the failures cannot be reset, since the account would stay blocked (D-78)', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    for (let i = 0; i < 10; i += 1) await signIn(ctx, account.email!, 'wrong');
    await ctx.settle();
    const rateLimiter = () => {
      throw new Error('The object is out of reach.');
    };
    const broken = { ...ctx, objects: { ...ctx.objects, rateLimiter } };
    await expect(unlockAccount(broken, account.id)).rejects.toThrow('out of reach');
    expect(await accountRow(account.id)).toMatchObject({ status: 'locked', failed_logins: 10 });
    expect(await unlockAccount(ctx, account.id)).toMatchObject({ before: { status: 'locked' } });
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
  });

  it('does not change the status of an account that is not locked', async () => {
    const ctx = makeContext();
    const account = await makeAccount({ status: 'suspended' });
    expect(await unlockAccount(ctx, account.id)).toMatchObject({ after: { status: 'suspended' } });
  });
});

describe('a forced logout', () => {
  it('ends sessions and grants, and keeps the status', async () => {
    const ctx = makeContext();
    const account = await makeAccount();
    const cookie = await startFor(ctx, account.id);
    await connectSite(account.id);
    expect(await forceLogout(ctx, account.id)).toMatchObject({ id: account.id, status: 'active' });
    expect(await readSignIn(ctx, cookie)).toBeUndefined();
    expect(await liveGrants(account.id)).toBe(0);
    expect(await signIn(ctx, account.email!)).toMatchObject({ ok: true });
  });
});

it('an unknown account returns not found', async () => {
  const ctx = makeContext();
  for (const operation of [suspendAccount, unsuspendAccount, unlockAccount])
    expect(await operation(ctx, 999)).toEqual({ ok: false, reason: 'not_found' });
  expect(await forceLogout(ctx, 999)).toBeUndefined();
});
