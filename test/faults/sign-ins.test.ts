// Signing in under faults: the session and all records of its start exist together or not at all.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { hashPassword } from '../../src/crypto/password.ts';
import { randomToken } from '../../src/crypto/random.ts';
import { AMR_PASSWORD } from '../../src/domain/terms/authentication.ts';
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
} from '../../src/domain/signing-in/authentication/sign-in-with-passkey.ts';
import { signInWithPassword } from '../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import {
  approveConsent,
  openConsent,
  readConsentRequest,
  type ConsentRequest,
} from '../../src/domain/signing-in/authorization/consent-request.ts';
import {
  readKnownPerson,
  type KnownPerson,
} from '../../src/domain/signing-in/authorization/known-person.ts';
import type { GrantRecord } from '../../src/domain/openid/grants/grant-rules.ts';
import { startSession } from '../../src/domain/signing-in/sessions/sign-in.ts';
import {
  answerChallenge,
  issueChallenge,
} from '../../src/domain/customers/staff-authentication/second-factor.ts';
import {
  beginStaffPasskeyRegistration,
  finishStaffPasskeyRegistration,
} from '../../src/domain/customers/staff-authentication/register-passkey.ts';
import {
  beginStaffPasskeySignIn,
  finishStaffPasskeySignIn,
} from '../../src/domain/customers/staff-authentication/sign-in-with-passkey.ts';
import { signInStaffWithPassword } from '../../src/domain/customers/staff-authentication/sign-in-with-password.ts';
import {
  enableTwoFactor,
  setUpTwoFactor,
} from '../../src/domain/customers/staff-authentication/two-factor.ts';
import { findStaff } from '../../src/domain/customers/staff/store.ts';
import { toMember } from '../../src/domain/customers/staff/staff-row.ts';
import { codeOf } from '../support/staff/admins.ts';
import { makeAccount, PASSWORD as ACCOUNT_PASSWORD, VISITOR } from '../support/account/accounts.ts';
import { makeAuthenticator } from '../support/account/authenticator.ts';
import { addPasskey } from '../support/account/passkeys.ts';
import {
  findPartialStates,
  type UseCase,
  type World,
} from '../support/faults/find-partial-states.ts';
import { findObject } from '../support/faults/faulty-env.ts';
import { noticesOf } from '../support/faults/fixtures.ts';
import { CALLBACK } from '../support/site/oauth-request.ts';
import { makeClient } from '../support/site/oauth.ts';
import { PASSWORD } from '../support/staff/staff.ts';

const CALLER = { ip: '192.0.2.1', userAgent: 'Firefox' };

const rowsOf = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all()
  ).results;

interface Returning {
  account: Account;
  /** The cookie of the browser's previous session, which belongs to a different account. */
  replaces: string;
  other: Account;
  ceremony: string;
  response: unknown;
}

/**
 * Creates a person who has requested the deletion of their account and signs in on a new device on
 * which a different account is signed in.
 */
async function returning({ ctx }: World): Promise<Returning> {
  const account = await makeAccount();
  const started = await startSession(ctx, account, { ...VISITOR, amr: AMR_PASSWORD });
  const authenticator = await addPasskey(ctx, { account, session: started!.session });
  await env.DB.batch([
    env.DB.prepare('DELETE FROM notifications WHERE account_id = ?').bind(account.id),
    env.DB.prepare('DELETE FROM account_sessions WHERE account_id = ?').bind(account.id),
    env.DB.prepare(
      `UPDATE accounts SET status = 'pending_deletion', delete_at_ms = ?2, failed_logins = 3 WHERE id = ?1`,
    ).bind(account.id, Date.now() + 7 * 86_400_000),
    env.DB.prepare(
      `INSERT INTO login_attempts (account_id, method, outcome, device, at_ms) VALUES (?, 'password', 'success', 'old', 0)`,
    ).bind(account.id),
  ]);
  const other = await makeAccount();
  const { cookie } = (await startSession(ctx, other, { ...VISITOR, amr: AMR_PASSWORD }))!;
  const begun = await beginPasskeySignIn(ctx);
  const response = await authenticator.sign(begun.options);
  return { account, replaces: cookie, other, ceremony: begun.ceremony, response };
}

/**
 * Reads the sessions of both accounts, and everything else that a sign-in changes in the person's
 * account.
 */
async function tracesOf({ account, other }: Returning) {
  const [row] = await rowsOf(
    `SELECT status, failed_logins, delete_at_ms IS NULL AS stays,
       (SELECT count(*) FROM account_sessions WHERE account_id = ?1) AS sessions,
       (SELECT count(*) FROM account_sessions WHERE account_id = ?2) AS others,
       (SELECT max(last_used_at_ms) IS NOT NULL FROM passkeys WHERE account_id = ?1) AS isPasskeyUsed,
       (SELECT count(*) FROM login_attempts WHERE account_id = ?1) AS history
     FROM accounts WHERE id = ?1`,
    account.id,
    other.id,
  );
  return { ...row, ...(await noticesOf(account)) };
}

const ofAccount = (
  act: (...of: Parameters<UseCase<Returning>['act']>) => Promise<{ ok: boolean }>,
) => ({
  prepare: returning,
  act: async (...of: Parameters<UseCase<Returning>['act']>) => {
    if (!(await act(...of)).ok) throw new Error('The sign-in was refused.');
  },
  observe: tracesOf,
});

const ACCOUNTS: Record<string, UseCase<Returning>> = {
  signInWithPassword: ofAccount((ctx, { account, replaces }) =>
    signInWithPassword(ctx, {
      email: account.email!,
      password: ACCOUNT_PASSWORD,
      visitor: VISITOR,
      replaces,
    }),
  ),
  finishPasskeySignIn: ofAccount((ctx, { replaces, ceremony, response }) =>
    finishPasskeySignIn(ctx, { ceremony, response, visitor: VISITOR, replaces }),
  ),
};

interface Operator {
  id: number;
  email: string;
  /** The token of the challenge or of the passkey ceremony. */
  begun: string;
  /** A recovery code (for a challenge), or the authenticator's response (for a ceremony). */
  answer: unknown;
}

/** Creates an operator without a session. */
async function operator(): Promise<Operator> {
  const email = `${randomToken(6).toLowerCase()}@ops.example`;
  const id = await env.DB.prepare(
    `INSERT INTO staff (audience, email, email_normalized, name, role, created_at_ms, password_hash)
     VALUES ('admin', ?1, ?1, 'Ada Operator', 'support', 0, ?2) RETURNING id`,
  )
    .bind(email, await hashPassword(PASSWORD))
    .first<number>('id');
  return { id: id!, email, begun: '', answer: '' };
}

/** Starts a session for an operator; `forgetSession` removes it. */
const signedIn = async ({ ctx }: World, id: number) => ({
  member: toMember((await findStaff(ctx.db, id))!),
  sessionId: await insertStaffSession(id),
  provenAtMs: Date.now(),
  showedSecondFactor: true,
  needsSecondFactor: true,
  hasSecondFactor: true,
});

async function insertStaffSession(id: number): Promise<string> {
  const nowMs = Date.now();
  const sessionId = randomToken(16);
  await env.DB.prepare(
    `INSERT INTO staff_sessions (id, staff_id, rotated_at_ms, method, device, ip, created_at_ms, expires_at_ms)
     VALUES (?1, ?2, ?3, 'password', '', '', ?3, ?3 + 60000)`,
  )
    .bind(sessionId, id, nowMs)
    .run();
  return sessionId;
}

const forgetSession = (id: string) =>
  env.DB.prepare('DELETE FROM staff_sessions WHERE id = ?').bind(id).run();

async function withRecoveryCode(world: World): Promise<Operator> {
  const made = await operator();
  const owner = await signedIn(world, made.id);
  const { secret } = await setUpTwoFactor(world.ctx, owner);
  const actor = { audience: 'admin', ...CALLER } as const;
  const codes = await enableTwoFactor(world.ctx, owner, codeOf(secret, -1), actor);
  await forgetSession(owner.sessionId);
  const row = await findStaff(world.ctx.db, made.id);
  return { ...made, begun: await issueChallenge(world.ctx, row!), answer: codes[0] };
}

async function withPasskey(world: World): Promise<Operator> {
  const made = await operator();
  const owner = await signedIn(world, made.id);
  const authenticator = await makeAuthenticator();
  const begun = await beginStaffPasskeyRegistration(world.ctx, owner);
  const response = await authenticator.register(begun.options);
  const answer = { ceremony: begun.ceremony, response };
  await finishStaffPasskeyRegistration(world.ctx, owner, answer, { audience: 'admin', ...CALLER });
  await forgetSession(owner.sessionId);
  const { ceremony, options } = await beginStaffPasskeySignIn(world.ctx, 'admin', undefined);
  return { ...made, begun: ceremony, answer: await authenticator.sign(options) };
}

/**
 * Reads what a sign-in changes: the time of the last sign-in, the sessions, the audit entries, the
 * number of remaining recovery codes, and whether the passkey was used.
 */
async function sessionsOf({ id }: Operator) {
  const [row] = await rowsOf(
    `SELECT last_login_at_ms IS NOT NULL AS isKnown,
       (SELECT count(*) FROM staff_sessions WHERE staff_id = ?1) AS sessions,
       (SELECT count(*) FROM audit_entries
         WHERE action = 'auth.login' AND target_id = CAST(?1 AS TEXT)) AS entries,
       (SELECT count(*) FROM staff_recovery_codes WHERE staff_id = ?1) AS codes,
       (SELECT last_used_at_ms IS NOT NULL FROM staff_passkeys WHERE staff_id = ?1) AS isKeyUsed
     FROM staff WHERE id = ?1`,
    id,
  );
  return row;
}

const STAFF: Record<string, UseCase<Operator>> = {
  signInStaffWithPassword: {
    prepare: operator,
    act: (ctx, { email }) =>
      signInStaffWithPassword(ctx, { audience: 'admin' }, { email, password: PASSWORD }, CALLER),
    observe: sessionsOf,
  },
  answerChallenge: {
    prepare: withRecoveryCode,
    act: (ctx, { begun, answer }) =>
      answerChallenge(ctx, 'admin', { challengeToken: begun, code: String(answer) }, CALLER),
    observe: sessionsOf,
  },
  finishStaffPasskeySignIn: {
    prepare: withPasskey,
    act: (ctx, { begun, answer }) =>
      finishStaffPasskeySignIn(ctx, 'admin', { ceremony: begun, response: answer }, CALLER),
    observe: sessionsOf,
  },
};

interface OpenConsent {
  consent: ConsentRequest;
  person: KnownPerson;
}

/** Creates a signed-in person whom a site asks for consent. */
async function asked({ ctx }: World): Promise<OpenConsent> {
  const account = await makeAccount();
  const started = await startSession(ctx, account, { ...VISITOR, amr: AMR_PASSWORD });
  const { id } = await makeClient();
  const request = { clientId: id, redirectUri: CALLBACK, scope: ['openid'], prompt: [] };
  const opened = await openConsent(ctx, { ...request, requestedAtMs: Date.now() });
  const consent = await readConsentRequest(ctx, opened.token, opened.browserCookie);
  const person = await readKnownPerson(ctx, started?.cookie, id);
  return { consent: consent!, person: person! };
}

/**
 * Counts the remembered consents and the grants and, if a consent is remembered, reads whether the
 * grant contains it too.
 */
async function agreedBy({ person, consent: { grantId } }: OpenConsent) {
  const [row] = await rowsOf(
    `SELECT (SELECT count(*) FROM connections WHERE account_id = ?1) AS agreed,
       (SELECT count(*) FROM grants WHERE account_id = ?1) AS grants`,
    person.account.id,
  );
  if (row?.['agreed'] === 0) return row;
  const isApproved = await runInDurableObject(findObject('GRANT', grantId), (_, { storage }) =>
    storage.kv.get<GrantRecord>('grant'),
  ).then((record) => record?.approval !== undefined);
  return { ...row, isApproved };
}

describe('a person who consents,', () => {
  it('even again after an error, has the consent recorded and a code for the site', async () => {
    const allow = async (ctx: Context, { consent, person }: OpenConsent): Promise<void> => {
      const approved = await approveConsent(ctx, consent, person);
      if (!approved.ok || !approved.url.includes('code=')) throw new Error('No code.');
    };
    const useCase: UseCase<OpenConsent> = {
      prepare: asked,
      act: (ctx, one) => allow(ctx, one).catch(() => allow(ctx, one)),
      afterTheFact: /./,
      observe: agreedBy,
    };
    expect(await findPartialStates(useCase)).toEqual([]);
  });
});

describe('a person is signed in with history and notices, or not at all:', () => {
  it.each(Object.entries(ACCOUNTS))('%s', async (_name, useCase) => {
    expect(await findPartialStates(useCase)).toEqual([]);
  });
});

describe('a member of staff is signed in with an audit entry, or not at all:', () => {
  it.each(Object.entries(STAFF))('%s', async (_name, useCase) => {
    expect(await findPartialStates(useCase)).toEqual([]);
  });
});
