// How many calls a sign-in takes, for people and for staff: everything that the decision needs is
// read first, then all results are written together.
import { it } from 'vitest';
import type { Context } from '../../../src/context.ts';
import {
  answerChallenge,
  issueChallenge,
} from '../../../src/domain/customers/staff-authentication/second-factor.ts';
import { signInStaffWithPassword } from '../../../src/domain/customers/staff-authentication/sign-in-with-password.ts';
import { findStaff } from '../../../src/domain/customers/staff/store.ts';
import {
  beginFaceSignIn,
  finishFaceSignIn,
} from '../../../src/domain/signing-in/authentication/sign-in-by-face.ts';
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
} from '../../../src/domain/signing-in/authentication/sign-in-with-passkey.ts';
import { signInWithPassword } from '../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import {
  makeAccount,
  PASSWORD as ACCOUNT_PASSWORD,
  VISITOR,
} from '../../support/account/accounts.ts';
import { codeOf, enableTwoFactor, makeAdmin } from '../../support/staff/admins.ts';
import { makeContext } from '../../support/installation/context.ts';
import { FaceVisitor } from '../../support/visitor/face-visitor.ts';
import { addPasskey } from '../../support/account/passkeys.ts';
import { countingEnv, countUseCase } from '../../support/counted/round-trips.ts';
import { PASSWORD } from '../../support/staff/staff.ts';
import { expectBudgets, Walk } from './walk.ts';

const CALLER = { ip: '192.0.2.1', userAgent: 'Firefox' };

/** @param face the face Worker to bind */
function begin(journey: 'people' | 'staff', face?: Fetcher) {
  const walk = new Walk(journey);
  const bindings = countingEnv(walk.count, face);
  const run = (perform: (ctx: Context) => Promise<unknown>) =>
    countUseCase(walk.count, bindings, perform);
  const note = async (name: string, perform: (ctx: Context) => Promise<unknown>) =>
    walk.note(name, await run(perform));
  return { walk, run, note };
}

it('a person’s sign-in reads everything in one trip, then writes everything in one trip', async () => {
  const visitor = new FaceVisitor();
  const { walk, note } = begin('people', visitor.face.binding);
  const ctx = makeContext();
  const account = await makeAccount();
  const { cookie, session } = (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR }))!;
  const wish = {
    email: account.email!,
    password: ACCOUNT_PASSWORD,
    visitor: VISITOR,
    replaces: cookie,
  };
  await note('sign in with a password while signed in', (counted) =>
    signInWithPassword(counted, wish),
  );
  const authenticator = await addPasskey(ctx, { account, session });
  const begun = await beginPasskeySignIn(ctx);
  const response = await authenticator.sign(begun.options);
  const answer = { ceremony: begun.ceremony, response, visitor: VISITOR };
  await note('sign in with a passkey', (counted) => finishPasskeySignIn(counted, answer));

  await visitor.signIn(account);
  await visitor.enrol();
  visitor.signOut();
  const trustedDevice = visitor.browser.cookies.get('agate-trusted') ?? '';
  const way = { returnPath: '/signin/face/return', locale: 'en' };
  await note('begin a sign-in by face', (counted) => beginFaceSignIn(counted, trustedDevice, way));
  const shown = await visitor.beginSignIn();
  await visitor.show(shown);
  const seen = { token: shown.token, visitor: VISITOR, trustedDevice };
  await note('finish a sign-in by face', (counted) => finishFaceSignIn(counted, seen));
  expectBudgets(walk);
});

it('a staff sign-in reads, then writes in one transaction, and does not wait for the audit chain', async () => {
  const { walk, run, note } = begin('staff');
  const admin = await makeAdmin({ secondFactor: false });
  const wish = { email: admin.email, password: PASSWORD };
  const withPassword = (ctx: Context) =>
    signInStaffWithPassword(ctx, { audience: 'admin' }, wish, CALLER);
  // The first run also reads keys that are then cached, so it is not counted.
  await run(withPassword);
  await note('staff: sign in with a password', withPassword);
  const { secret, recoveryCodes } = await enableTwoFactor(admin.token);
  for (const [name, code] of [
    ['staff: second factor', codeOf(secret, 1)],
    ['staff: recovery code', recoveryCodes[0]!],
  ] as const) {
    const ctx = makeContext();
    const challengeToken = await issueChallenge(ctx, (await findStaff(ctx.db, admin.id))!);
    await note(name, (counted) =>
      answerChallenge(counted, 'admin', { challengeToken, code }, CALLER),
    );
  }
  expectBudgets(walk);
});
