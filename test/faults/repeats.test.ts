// A person who repeats an action after a lost response is not refused (D-136).
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/crypto/hash.ts';
import { hashPassword } from '../../src/crypto/password.ts';
import { randomToken } from '../../src/crypto/random.ts';
import type { Context } from '../../src/context.ts';
import { acceptOperatorLink } from '../../src/domain/customers/admins/operator-link.ts';
import { UsedLink } from '../../src/errors.ts';
import { confirmEmail } from '../../src/domain/signing-in/account-lifecycle/confirm-email.ts';
import { resetPassword } from '../../src/domain/signing-in/account-lifecycle/reset-password.ts';
import { resetStaffPassword } from '../../src/domain/customers/staff-authentication/reset-password.ts';
import {
  disownSignUp,
  verifyStaffEmail,
} from '../../src/domain/customers/staff-authentication/verify-email.ts';
import { acceptInvitation } from '../../src/domain/customers/team-membership/invitations.ts';
import {
  issueMailLink,
  readDoneMailLink,
  readMailLink,
  useMailLink,
  type LinkPurpose,
} from '../../src/domain/platform/mail/mail-link.ts';
import { AMR_PASSWORD } from '../../src/domain/terms/authentication.ts';
import { listPasskeysOf } from '../../src/domain/accounts/passkeys/store.ts';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from '../../src/domain/signing-in/authentication/register-passkey.ts';
import { requestEmailChange } from '../../src/domain/signing-in/email-changes/email-change.ts';
import type { SignIn } from '../../src/domain/signing-in/sessions/session.ts';
import { startSession } from '../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount, accountRow, VISITOR } from '../support/account/accounts.ts';
import { makeAuthenticator } from '../support/account/authenticator.ts';
import { lastLink } from '../support/account/mails.ts';
import { ask, makeDashboardTenant } from '../support/staff/dashboard.ts';
import { makeMember } from '../support/staff/members.ts';
import { writeOperatorLink } from '../support/staff/operator-link.ts';
import { makeContext } from '../support/installation/context.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { findLies, type Attempt } from '../support/faults/repeat.ts';
import { PASSWORD } from '../support/staff/staff.ts';

const FRESH = 'amber-kettle-77-harbour';
const CALLER = { ip: '192.0.2.1', userAgent: 'Firefox' };
const DAY_MS = 24 * 3_600_000;

const newAddress = (): string => `${randomToken(6).toLowerCase()}@cellar.example`;
const linkFor = (ctx: Context, purpose: LinkPurpose): Promise<string> =>
  issueMailLink(ctx, { purpose, lifetimeMs: DAY_MS });

const insertOwner = async (tenantId: string, email: string, hash: string): Promise<number> =>
  (await env.DB.prepare(
    `INSERT INTO staff (audience, tenant_id, email, email_normalized, name, role, created_at_ms, password_hash)
     VALUES ('dashboard', ?1, ?2, ?2, 'Vera', 'owner', ?3, ?4) RETURNING id`,
  )
    .bind(tenantId, email, Date.now(), hash)
    .first<number>('id')) ?? 0;

/**
 * Returns a function that creates a member and a link as it would be emailed to the member.
 * @param isProven whether the member's address is confirmed
 */
const withLink =
  (isProven: boolean, purposeOf: (staffId: number, email: string) => LinkPurpose) =>
  async (ctx: Context): Promise<string> => {
    const email = newAddress();
    const { id } = await makeTenant();
    const staffId = await insertOwner(id, email, await hashPassword(PASSWORD));
    if (isProven)
      await env.DB.prepare('UPDATE staff SET email_verified_at_ms = 1 WHERE id = ?')
        .bind(staffId)
        .run();
    return linkFor(ctx, purposeOf(staffId, email));
  };

const toProve = withLink(false, (staffId, emailNormalized) => ({
  kind: 'staff_email',
  staffId,
  emailNormalized,
}));

async function invited(): Promise<string> {
  const { id } = await makeTenant();
  const [token, email] = [`xin_${randomToken(32)}`, newAddress()];
  await env.DB.prepare(
    `INSERT INTO staff_invitations (id, tenant_id, email, email_normalized, role, token_hash, created_at_ms, expires_at_ms)
     VALUES (?1, ?2, ?3, ?3, 'developer', ?4, 1, ?5)`,
  )
    .bind(`inv_${randomToken(6)}`, id, email, await sha256Hex(token), Date.now() + DAY_MS)
    .run();
  return token;
}

const signedUp = async (ctx: Context): Promise<string> => {
  const email = newAddress();
  return linkFor(ctx, {
    kind: 'sign_up',
    email,
    emailNormalized: email,
    passwordHash: await hashPassword(PASSWORD),
    locale: 'en',
  });
};

const forgotten = async (ctx: Context): Promise<string> => {
  const { id: accountId } = await makeAccount();
  const row = await accountRow(accountId);
  return linkFor(ctx, {
    kind: 'reset_password',
    accountId,
    emailNormalized: row?.email_normalized ?? '',
    passwordChangedAtMs: row?.password_changed_at_ms ?? null,
  });
};

const printed = async (): Promise<string> => {
  const token = `xin_${crypto.randomUUID()}`;
  await writeOperatorLink(`${crypto.randomUUID()}@quarry.example`, token);
  return token;
};

type Outcome = { ok: true } | { ok: false; reason: string };
const said = (outcome: Outcome): string => {
  if (outcome.ok) return 'done';
  return outcome.reason === 'used_link' ? 'used' : outcome.reason;
};

const done = async (work: Promise<unknown>): Promise<string> => {
  await work;
  return 'done';
};

const TABLE: Record<string, Attempt<string>> = {
  'a forgotten password of an account': {
    prepare: forgotten,
    act: async (ctx, token) => said(await resetPassword(ctx, { token, password: FRESH })),
  },
  'a new account': {
    prepare: signedUp,
    act: async (ctx, token) =>
      said(await confirmEmail(ctx, { token, password: PASSWORD, visitor: VISITOR })),
  },
  'a forgotten password of staff': {
    prepare: withLink(true, (staffId) => ({
      kind: 'staff_reset',
      audience: 'dashboard',
      staffId,
      generation: 0,
    })),
    act: (ctx, token) =>
      done(resetStaffPassword(ctx, 'dashboard', { token, password: FRESH }, CALLER)),
  },
  'the address of a sign-up': {
    prepare: toProve,
    act: (ctx, token) => done(verifyStaffEmail(ctx, { token, password: PASSWORD }, CALLER)),
  },
  'a sign-up of somebody else': {
    prepare: toProve,
    act: (ctx, token) => done(disownSignUp(ctx, token, CALLER)),
  },
  "a new operator's link": {
    prepare: printed,
    act: (ctx, token) => done(acceptOperatorLink(ctx, { token, password: FRESH }, CALLER)),
  },
  'an invitation': {
    prepare: invited,
    act: (ctx, token) => done(acceptInvitation(ctx, { token, password: FRESH }, CALLER)),
  },
};

describe('is never refused when it is repeated after a fault:', () => {
  it.each(Object.entries(TABLE))('%s', async (_name, attempt) => {
    expect(await findLies(attempt)).toEqual([]);
  });
});

interface Adding {
  signIn: SignIn;
  ceremony: string;
  response: unknown;
}

interface Changing {
  accountId: number;
  token: string;
}

it('a repeated change of address and a repeated addition of a passkey are never refused', async () => {
  let asked = 0;
  const changing: Attempt<Changing> = {
    prepare: async () => {
      const ctx = makeContext();
      const account = await makeAccount({ email: newAddress() });
      const started = await startSession(ctx, account, { ...VISITOR, amr: AMR_PASSWORD });
      const address = newAddress();
      // Emails are limited per network, so each request comes from a different network.
      asked += 1;
      const session = { ...started!.session, ip: `198.51.100.${asked}` };
      await requestEmailChange(ctx, { account, session }, address);
      await ctx.settle();
      const old = await lastLink(account.email);
      await confirmEmail(ctx, { token: old, visitor: VISITOR, accountId: account.id });
      return { accountId: account.id, token: await lastLink(address) };
    },
    act: async (ctx, { accountId, token }) =>
      said(await confirmEmail(ctx, { token, visitor: VISITOR, accountId })),
  };
  expect(await findLies(changing)).toEqual([]);
  const adding: Attempt<Adding> = {
    prepare: async (ctx) => {
      const account = await makeAccount();
      const started = await startSession(ctx, account, { ...VISITOR, amr: AMR_PASSWORD });
      const signIn = { account, session: started!.session };
      const { ceremony, options } = (await beginPasskeyRegistration(ctx, signIn))!;
      const response = await (await makeAuthenticator()).register(options);
      return { signIn, ceremony, response };
    },
    act: async (ctx, { signIn, ...answer }) => {
      const outcome = await finishPasskeyRegistration(ctx, signIn, { ...answer, visitor: VISITOR });
      if (outcome.ok) return 'done';
      // If no passkey has been added, only the ceremony is used up, and the person can start a new
      // one.
      const added = await listPasskeysOf(ctx.db, signIn.account.id);
      return added.length === 0 ? 'used' : outcome.reason;
    },
  };
  expect(await findLies(adding)).toEqual([]);
});

it('a repeated addition of a staff passkey gives the same answer, to its owner only', async () => {
  const { owner, id } = await makeDashboardTenant();
  const soft = await makeAuthenticator();
  const begun = await ask('POST', '/auth/passkey/register/begin', owner.token);
  const { session_id: session, options } = begun.body.data;
  const body = await soft.register(options);
  const finish = (token: string) =>
    ask('POST', '/auth/passkey/register/finish', token, body, { 'X-Session-ID': session });
  const [first, again] = [await finish(owner.token), await finish(owner.token)];
  expect([first.status, again.status, again.body.data]).toEqual([200, 200, first.body.data]);
  expect((await finish((await makeMember(id)).token)).status).toBeGreaterThanOrEqual(400);
});

describe('a link that was used', () => {
  it('signs nobody in a second time: with another password it reports that it is used, and changes nothing', async () => {
    const ctx = makeContext();
    const [prove, invitation] = [await toProve(ctx), await invited()];
    await acceptInvitation(ctx, { token: invitation, password: FRESH }, CALLER);
    await verifyStaffEmail(ctx, { token: prove, password: PASSWORD }, CALLER);
    const other = 'walnut-harbour-mist-92';
    await expect(
      acceptInvitation(ctx, { token: invitation, password: other }, CALLER),
    ).rejects.toThrow(UsedLink);
    await expect(verifyStaffEmail(ctx, { token: prove, password: other }, CALLER)).rejects.toThrow(
      'not the password',
    );
    await expect(disownSignUp(ctx, prove, CALLER)).rejects.toThrow(UsedLink);
  });

  it('for a reset accepts no other password, and counts the guesses', async () => {
    const ctx = makeContext();
    const { prepare } = TABLE['a forgotten password of staff']!;
    const token = await prepare(ctx);
    const reset = (password: string) =>
      resetStaffPassword(ctx, 'dashboard', { token, password }, CALLER);
    await reset(FRESH);
    for (let guess = 0; guess < 10; guess += 1)
      await expect(reset(`walnut-harbour-mist-${guess}`)).rejects.toMatchObject({
        code: 'INVALID_TOKEN',
      });
    await expect(reset('walnut-harbour-mist-92')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  it('keeps no personal data until it expires', async () => {
    const ctx = makeContext();
    const token = await signedUp(ctx);
    await confirmEmail(ctx, { token, password: PASSWORD, visitor: VISITOR });
    expect(await readMailLink(ctx, token)).toBeUndefined();
    expect(await readDoneMailLink(ctx, token)).toEqual({ kind: 'sign_up' });
  });
});

describe('a link that is in use', () => {
  it('is busy for fifty concurrent callers, and usable again as soon as the first use failed', async () => {
    const ctx = makeContext();
    const token = await signedUp(ctx);
    const { promise: held, reject: fail } = Promise.withResolvers<boolean>();
    const use = (work: () => Promise<boolean>) =>
      useMailLink(ctx, token, ['sign_up'], { work, isDone: (result) => result });
    const begun = Promise.withResolvers<void>();
    const first = use(() => {
      begun.resolve();
      return held;
    });
    await begun.promise;
    const others = await Promise.allSettled(
      Array.from({ length: 50 }, () => use(async () => true)),
    );
    const codes = others.map((one) => (one.status === 'rejected' ? one.reason.code : one.value));
    expect(new Set(codes)).toEqual(new Set(['UNAVAILABLE']));
    fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    expect(await use(async () => true)).toBe(true);
    expect(await use(async () => true)).toBeUndefined();
  });
});
