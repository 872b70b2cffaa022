import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listLoginHistory } from '../../../../src/domain/accounts/login-history/login-history.ts';
import { listNotifications } from '../../../../src/domain/accounts/notifications/notification.ts';
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
} from '../../../../src/domain/signing-in/authentication/sign-in-with-passkey.ts';
import {
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../../../src/domain/signing-in/authentication/own-passkeys.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignUp,
  finishPasskeyRegistration,
  finishPasskeySignUp,
} from '../../../../src/domain/signing-in/authentication/register-passkey.ts';
import {
  endDevice,
  readSignIn,
  startSession,
} from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../../src/domain/signing-in/sessions/session.ts';
import { makeAccount, VISITOR } from '../../../support/account/accounts.ts';
import { beforeWrite } from '../../../support/faults/before-write.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { makeAuthenticator, type Authenticator } from '../../../support/account/authenticator.ts';

const INVALID = { ok: false, reason: 'invalid' };

afterEach(() => void vi.useRealTimers());

/** Creates an account with one passkey and no other credential. */
async function signUp(
  ctx: TestContext,
  behaviour: Parameters<Authenticator['register']>[1] = {},
  kind = {},
) {
  const authenticator = await makeAuthenticator(kind);
  const { ceremony, options } = await beginPasskeySignUp(ctx, { displayName: 'Ada', locale: 'de' });
  const response = await authenticator.register(options, behaviour);
  const outcome = await finishPasskeySignUp(ctx, { ceremony, response, visitor: VISITOR });
  return { authenticator, outcome, ceremony, response };
}

async function signIn(
  ctx: TestContext,
  authenticator: Authenticator,
  behaviour: Parameters<Authenticator['sign']>[1] = {},
) {
  const { ceremony, options } = await beginPasskeySignIn(ctx);
  const response = await authenticator.sign(options, behaviour);
  return finishPasskeySignIn(ctx, { ceremony, response, visitor: VISITOR });
}

async function signedInAccount(ctx: TestContext): Promise<SignIn> {
  const account = await makeAccount();
  const { session } = (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR }))!;
  return { account, session };
}

async function addPasskey(ctx: TestContext, signedIn: SignIn, authenticator: Authenticator) {
  const begun = (await beginPasskeyRegistration(ctx, signedIn))!;
  const response = await authenticator.register(begun.options);
  const { ceremony } = begun;
  return finishPasskeyRegistration(ctx, signedIn, { ceremony, response, visitor: VISITOR });
}

describe('sign-up with only a passkey', () => {
  it('creates an account without an email address and signs the browser in', async () => {
    const ctx = makeContext();
    const { outcome, authenticator } = await signUp(ctx);
    expect(outcome).toMatchObject({
      ok: true,
      account: { displayName: 'Ada', locale: 'de', hasPassword: false, emailVerified: false },
      session: { amr: ['hwk', 'user', 'mfa'] },
    });
    const cookie = outcome.ok ? outcome.cookie : '';
    expect((await readSignIn(ctx, cookie))?.account.subject).toMatch(/^xid_[\w-]{22}$/);
    expect(await signIn(ctx, authenticator)).toMatchObject({ ok: true });
  });

  it('requests a discoverable credential and user verification, without a list of credentials', async () => {
    const { options } = await beginPasskeySignUp(makeContext(), { locale: 'en' });
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Agate' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const begun = await beginPasskeySignIn(makeContext());
    expect(begun.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(begun.options.allowCredentials ?? []).toEqual([]);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpID: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['another ceremony', { type: 'webauthn.get' }],
  ])('refuses %s', async (_what, behaviour) => {
    const { outcome } = await signUp(makeContext(), behaviour);
    expect(outcome).toEqual(INVALID);
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM accounts WHERE email IS NULL').first('n'),
    ).toBe(0);
  });

  it('accepts an answer once', async () => {
    const ctx = makeContext();
    const { ceremony, response } = await signUp(ctx);
    expect(await finishPasskeySignUp(ctx, { ceremony, response, visitor: VISITOR })).toEqual(
      INVALID,
    );
  });
});

describe('sign-in with a passkey', () => {
  it('finds the account from the passkey alone', async () => {
    const ctx = makeContext();
    const first = await signUp(ctx);
    const second = await signUp(ctx, {}, { backedUp: true, counts: false });
    for (const { authenticator, outcome } of [first, second]) {
      const again = await signIn(ctx, authenticator);
      expect(again.ok && outcome.ok && again.account.id === outcome.account.id).toBe(true);
    }
    expect(await signIn(ctx, second.authenticator)).toMatchObject({
      session: { amr: ['swk', 'user', 'mfa'] },
    });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpID: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['another person’s handle', { userHandle: 'eGlkX3NvbWVib2R5' }],
  ])('refuses %s, and records it in the login history', async (_what, behaviour) => {
    const ctx = makeContext();
    const { authenticator, outcome } = await signUp(ctx);
    expect(await signIn(ctx, authenticator, behaviour)).toEqual(INVALID);
    const history = await listLoginHistory(ctx, outcome.ok ? outcome.account.id : 0);
    expect(history).toMatchObject([
      { method: 'passkey', outcome: 'failed' },
      { outcome: 'success' },
    ]);
  });

  it('refuses a counter that does not increase (WebAuthn 6.1.1)', async () => {
    const ctx = makeContext();
    const { authenticator } = await signUp(ctx);
    expect(await signIn(ctx, authenticator, { counter: 10 })).toMatchObject({ ok: true });
    expect(await signIn(ctx, authenticator, { counter: 10 })).toEqual(INVALID);
    expect(await signIn(ctx, authenticator, { counter: 9 })).toEqual(INVALID);
    expect(await signIn(ctx, authenticator, { counter: 0 })).toEqual(INVALID);
    expect(await signIn(ctx, authenticator, { counter: 11 })).toMatchObject({ ok: true });
  });

  it('accepts one of two copies with the same counter when both arrive at once', async () => {
    const ctx = makeContext();
    const { authenticator } = await signUp(ctx);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => signIn(ctx, authenticator, { counter: 7 })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('accepts an answer once, among fifty at the same time', async () => {
    const ctx = makeContext();
    const { authenticator } = await signUp(ctx, {}, { counts: false });
    const { ceremony, options } = await beginPasskeySignIn(ctx);
    const response = await authenticator.sign(options);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        finishPasskeySignIn(ctx, { ceremony, response, visitor: VISITOR }),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('refuses an answer to another challenge, and an answer after ten minutes', async () => {
    const ctx = makeContext();
    const { authenticator } = await signUp(ctx);
    const [one, other] = [await beginPasskeySignIn(ctx), await beginPasskeySignIn(ctx)];
    const answer = async (ceremony: string) =>
      finishPasskeySignIn(ctx, {
        ceremony,
        response: await authenticator.sign(other.options),
        visitor: VISITOR,
      });
    expect(await answer(one.ceremony)).toEqual(INVALID);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    expect(await answer(other.ceremony)).toEqual(INVALID);
  });

  it('refuses a ceremony of another kind', async () => {
    const ctx = makeContext();
    const { authenticator } = await signUp(ctx);
    const { ceremony, options } = await beginPasskeySignUp(ctx, { locale: 'en' });
    const response = await authenticator.sign(options);
    expect(await finishPasskeySignIn(ctx, { ceremony, response, visitor: VISITOR })).toEqual(
      INVALID,
    );
  });

  it.each([undefined, null, 'x', {}, { id: 1 }, { id: 'unknown' }, { id: 'x'.repeat(9_999) }])(
    'refuses a malformed answer: %j',
    async (response) => {
      const ctx = makeContext();
      const { ceremony } = await beginPasskeySignIn(ctx);
      expect(await finishPasskeySignIn(ctx, { ceremony, response, visitor: VISITOR })).toEqual(
        INVALID,
      );
    },
  );

  it('is refused while the account is suspended (S-27), and works during a lockout (D-62)', async () => {
    const ctx = makeContext();
    const { authenticator } = await signUp(ctx);
    await env.DB.prepare("UPDATE accounts SET status = 'suspended'").run();
    expect(await signIn(ctx, authenticator)).toEqual({ ok: false, reason: 'suspended' });
    const untilMs = Date.now() + 60_000;
    await env.DB.prepare("UPDATE accounts SET status = 'locked', locked_until_ms = ?")
      .bind(untilMs)
      .run();
    expect(await signIn(ctx, authenticator)).toMatchObject({
      ok: true,
      account: { status: 'locked' },
    });
  });
});

describe('passkeys of an account', () => {
  it('are added, named after the device, and the owner is notified', async () => {
    const ctx = makeContext();
    const signedIn = await signedInAccount(ctx);
    const authenticator = await makeAuthenticator();
    expect(await addPasskey(ctx, signedIn, authenticator)).toEqual({
      ok: true,
      name: VISITOR.device,
    });
    expect(await listPasskeys(ctx, signedIn.account.id)).toMatchObject([
      { credentialId: authenticator.credentialId, name: VISITOR.device, transports: ['internal'] },
    ]);
    expect(await listNotifications(ctx, signedIn.account.id)).toMatchObject([
      { type: 'passkey_added', details: { name: VISITOR.device } },
    ]);
    await ctx.settle();
    expect(ctx.queued).toHaveLength(1);
    expect(await signIn(ctx, authenticator)).toMatchObject({
      account: { id: signedIn.account.id },
    });
  });

  it('belong to one account, and are excluded when the authenticator creates another', async () => {
    const ctx = makeContext();
    const [ada, eve] = [await signedInAccount(ctx), await signedInAccount(ctx)];
    const authenticator = await makeAuthenticator();
    await addPasskey(ctx, ada, authenticator);
    expect(await addPasskey(ctx, eve, authenticator)).toEqual({ ok: false, reason: 'known' });
    const begun = await beginPasskeyRegistration(ctx, ada);
    expect(begun?.options.excludeCredentials).toMatchObject([{ id: authenticator.credentialId }]);
  });

  it('cannot be added with the ceremony of another account', async () => {
    const ctx = makeContext();
    const [ada, eve] = [await signedInAccount(ctx), await signedInAccount(ctx)];
    const { ceremony, options } = (await beginPasskeyRegistration(ctx, ada))!;
    const response = await (await makeAuthenticator()).register(options);
    const answer = { ceremony, response, visitor: VISITOR };
    expect(await finishPasskeyRegistration(ctx, eve, answer)).toEqual(INVALID);
  });

  it('are not added through a session that has ended meanwhile', async () => {
    const ctx = makeContext();
    const signedIn = await signedInAccount(ctx);
    const { id } = signedIn.session;
    const late = beforeWrite(ctx, () => endDevice(ctx, id)) as TestContext;
    expect(await addPasskey(late, signedIn, await makeAuthenticator())).toEqual(INVALID);
    expect(await listPasskeys(ctx, signedIn.account.id)).toEqual([]);
    expect(await listNotifications(ctx, signedIn.account.id)).toEqual([]);
  });

  it('are added and removed only after a fresh sign-in', async () => {
    const ctx = makeContext();
    const signedIn = await signedInAccount(ctx);
    const code = { code: 'FRESH_SIGN_IN_REQUIRED' };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    await expect(beginPasskeyRegistration(ctx, signedIn)).rejects.toMatchObject(code);
    await expect(removePasskey(ctx, signedIn, 1)).rejects.toMatchObject(code);
  });

  it('are renamed and removed only by their owner', async () => {
    const ctx = makeContext();
    const [ada, eve] = [await signedInAccount(ctx), await signedInAccount(ctx)];
    await addPasskey(ctx, ada, await makeAuthenticator());
    const { id } = (await listPasskeys(ctx, ada.account.id))[0]!;
    const unknown = { ok: false, reason: 'unknown' };
    expect(await renamePasskey(ctx, eve, id, 'Mine')).toEqual(unknown);
    expect(await removePasskey(ctx, eve, id)).toEqual(unknown);
    expect(await renamePasskey(ctx, ada, id, ' ')).toEqual(INVALID);
    expect(await renamePasskey(ctx, ada, id, ' Blue  key ')).toEqual({ ok: true });
    expect(await listPasskeys(ctx, ada.account.id)).toMatchObject([{ name: 'Blue key' }]);
    expect(await removePasskey(ctx, ada, id)).toEqual({ ok: true });
    expect(await listPasskeys(ctx, ada.account.id)).toEqual([]);
    expect((await listNotifications(ctx, ada.account.id))[0]).toMatchObject({
      type: 'passkey_removed',
      details: { name: 'Blue key' },
    });
  });

  it('cannot be removed when it is the last way into the account, even if two are removed at once', async () => {
    const ctx = makeContext();
    const { outcome } = await signUp(ctx);
    if (!outcome.ok) throw new Error('no sign-up');
    await addPasskey(ctx, outcome, await makeAuthenticator());
    const ids = (await listPasskeys(ctx, outcome.account.id)).map(({ id }) => id);
    const removed = await Promise.all(ids.map((id) => removePasskey(ctx, outcome, id)));
    expect(removed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(removed).toContainEqual({ ok: false, reason: 'last_way_in' });
    expect(await listPasskeys(ctx, outcome.account.id)).toHaveLength(1);
  });
});
