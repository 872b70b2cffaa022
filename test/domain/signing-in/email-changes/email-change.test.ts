import { afterEach, describe, expect, it, vi } from 'vitest';
import { confirmEmail } from '../../../../src/domain/signing-in/account-lifecycle/confirm-email.ts';
import {
  cancelEmailChange,
  readEmailChange,
  requestEmailChange,
} from '../../../../src/domain/signing-in/email-changes/email-change.ts';
import { listNotifications } from '../../../../src/domain/accounts/notifications/notification.ts';
import { startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../../src/domain/signing-in/sessions/session.ts';
import { accountRow, makeAccount, VISITOR } from '../../../support/account/accounts.ts';
import { beforeWrite } from '../../../support/faults/before-write.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { lastLink, sentMails } from '../../../support/account/mails.ts';

const OLD = 'old@example.com';
const NEW = 'new@example.com';
const INVALID = { ok: false, reason: 'invalid_link' };

afterEach(() => void vi.useRealTimers());

async function signedIn(ctx: TestContext, email: string | null = OLD): Promise<SignIn> {
  const account = await makeAccount({ email });
  const { session } = (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR }))!;
  return { account, session };
}

/** Returns the same sign-in, made from a different network. */
const elsewhere = ({ account, session }: SignIn): SignIn => ({
  account,
  session: { ...session, ip: '198.51.100.7' },
});

async function request(ctx: TestContext, signIn: SignIn, email = NEW) {
  const outcome = await requestEmailChange(ctx, signIn, email);
  await ctx.settle();
  return outcome;
}

/** Confirms the change, as the owner does, in a browser that is signed in to the account. */
const confirm = (ctx: TestContext, { account }: SignIn, token: string) =>
  confirmEmail(ctx, { token, visitor: VISITOR, accountId: account.id });

describe('a change of email address', () => {
  it.each([
    [OLD, NEW],
    [NEW, OLD],
  ])('is made once both addresses have confirmed, first %s', async (first, second) => {
    const ctx = makeContext();
    const signIn = await signedIn(ctx);
    expect(await request(ctx, signIn)).toMatchObject({ ok: true, change: { email: NEW } });
    expect(await confirm(ctx, signIn, await lastLink(first))).toEqual({
      ok: true,
      kind: 'mail_half_confirmed',
      waitingFor: second === OLD ? 'old' : 'new',
    });
    expect((await accountRow(signIn.account.id))?.email).toBe(OLD);
    expect(await confirm(ctx, signIn, await lastLink(second))).toEqual({
      ok: true,
      kind: 'mail_changed',
      email: NEW,
    });
    expect(await accountRow(signIn.account.id)).toMatchObject({
      email: NEW,
      email_normalized: NEW,
    });
    expect(await readEmailChange(ctx, signIn.account.id)).toBeUndefined();
  });

  it('is announced to the old address', async () => {
    const ctx = makeContext();
    const signIn = await signedIn(ctx);
    await request(ctx, signIn);
    for (const address of [OLD, NEW]) await confirm(ctx, signIn, await lastLink(address));
    expect(await listNotifications(ctx, signIn.account.id)).toMatchObject([
      { type: 'mail_changed', details: { email: NEW } },
    ]);
    expect((await sentMails()).at(-1)).toMatchObject({ recipient: OLD, template: 'mail_changed' });
  });

  it('needs only the new address to confirm when there was no address before', async () => {
    const ctx = makeContext();
    const signIn = await signedIn(ctx, null);
    await request(ctx, signIn);
    expect(await sentMails()).toMatchObject([{ recipient: NEW, template: 'confirm_new_mail' }]);
    expect(await confirm(ctx, signIn, await lastLink())).toMatchObject({ kind: 'mail_changed' });
    expect((await accountRow(signIn.account.id))?.email_verified_at_ms).not.toBeNull();
  });

  it('is replaced by a later one, and the links of the first stop working', async () => {
    const ctx = makeContext();
    const signIn = await signedIn(ctx);
    await request(ctx, signIn);
    const [first, firstNew] = [await lastLink(OLD), await lastLink(NEW)];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1 });
    await request(ctx, signIn, 'other@example.com');
    for (const token of [first, firstNew])
      expect(await confirm(ctx, signIn, token)).toEqual(INVALID);
    await confirm(ctx, signIn, await lastLink(OLD));
    expect(await confirm(ctx, signIn, await lastLink('other@example.com'))).toMatchObject({
      email: 'other@example.com',
    });
  });

  it('can be canceled, and expires after 24 hours', async () => {
    const ctx = makeContext();
    const signIn = await signedIn(ctx);
    await request(ctx, signIn);
    await cancelEmailChange(ctx, signIn.account.id);
    expect(await confirm(ctx, signIn, await lastLink(OLD))).toEqual(INVALID);
    await request(ctx, signIn);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    expect(await confirm(ctx, signIn, await lastLink(NEW))).toEqual(INVALID);
    expect(await readEmailChange(ctx, signIn.account.id)).toBeUndefined();
  });

  it('is not made once it was canceled, even between the last confirmation and the change', async () => {
    const ctx = makeContext();
    const signIn = await signedIn(ctx);
    await request(ctx, signIn);
    await confirm(ctx, signIn, await lastLink(NEW));
    const token = await lastLink(OLD);
    const late = beforeWrite(ctx, () => cancelEmailChange(ctx, signIn.account.id));
    const outcome = await confirmEmail(late, { token, visitor: VISITOR });
    expect(outcome).toEqual(INVALID);
    expect((await accountRow(signIn.account.id))?.email).toBe(OLD);
    expect(await listNotifications(ctx, signIn.account.id)).toEqual([]);
  });

  it('reveals only to its owner whether the new address has an account', async () => {
    const ctx = makeContext();
    await makeAccount({ email: NEW });
    const signIn = await signedIn(ctx);
    expect(await request(ctx, signIn)).toMatchObject({ ok: true });
    const templates = (await sentMails()).map(({ recipient, template }) => [recipient, template]);
    expect(templates).toEqual([
      [OLD, 'confirm_old_mail'],
      [NEW, 'already_registered'],
    ]);
  });

  it('gives an address to one of two accounts that confirm it at once', async () => {
    const ctx = makeContext();
    const signIns = [await signedIn(ctx, null), await signedIn(ctx, null)];
    const links: [SignIn, string][] = [];
    for (const signIn of signIns) {
      await request(ctx, signIn);
      links.push([signIn, await lastLink()]);
    }
    const outcomes = await Promise.all(links.map((link) => confirm(ctx, ...link)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, reason: 'taken' });
  });

  it.each([
    ['nowhere', 'invalid'],
    ['OLD@example.com', 'same'],
  ])('refuses %s', async (email, reason) => {
    const ctx = makeContext();
    expect(await request(ctx, await signedIn(ctx), email)).toEqual({ ok: false, reason });
  });

  it('can be requested five times an hour, and thirty times from one network, for any new addresses (D-51)', async () => {
    const ctx = makeContext();
    const limited = { code: 'TOO_MANY_REQUESTS' };
    const ask = async (signIn: SignIn, n: number) =>
      requestEmailChange(ctx, signIn, `somebody-${signIn.account.id}-${n}@example.com`);
    for (let person = 0; person < 6; person += 1) {
      const signIn = await signedIn(ctx, person % 2 === 0 ? null : `old-${person}@example.com`);
      for (let n = 0; n < 5; n += 1) await ask(signIn, n);
      await expect(ask(elsewhere(signIn), 5)).rejects.toMatchObject(limited);
    }
    await expect(ask(await signedIn(ctx, null), 0)).rejects.toMatchObject(limited);
    await ctx.settle();
  });

  it('requires a fresh sign-in', async () => {
    const ctx = makeContext();
    const signIn = await signedIn(ctx);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    await expect(request(ctx, signIn)).rejects.toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' });
  });
});
