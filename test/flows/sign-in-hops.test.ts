// Counts what signing in asks of D1 (architecture 3): what decides is read, then everything is written at once.
import { expect, it } from 'vitest';
import { createContext, type Context } from '../../src/context.ts';
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
} from '../../src/domain/signing-in/authentication/sign-in-with-passkey.ts';
import {
  beginFaceSignIn,
  finishFaceSignIn,
} from '../../src/domain/signing-in/authentication/sign-in-by-face.ts';
import { signInWithPassword } from '../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { startSession } from '../../src/domain/signing-in/sessions/sign-in.ts';
import {
  answerChallenge,
  issueChallenge,
} from '../../src/domain/customers/staff-authentication/second-factor.ts';
import { signInStaffWithPassword } from '../../src/domain/customers/staff-authentication/sign-in-with-password.ts';
import { findStaff } from '../../src/domain/customers/staff/store.ts';
import { makeAccount, PASSWORD as ACCOUNT_PASSWORD, VISITOR } from '../support/account/accounts.ts';
import { codeOf, enableTwoFactor, makeAdmin } from '../support/staff/admins.ts';
import { addPasskey } from '../support/account/passkeys.ts';
import { makeContext } from '../support/installation/context.ts';
import { FaceVisitor } from '../support/visitor/face-visitor.ts';
import { faultyEnv } from '../support/faults/faulty-env.ts';
import { Faults } from '../support/faults/faults.ts';
import { SeriesCount } from '../support/counted/series.ts';
import { PASSWORD } from '../support/staff/staff.ts';

const CALLER = { ip: '192.0.2.1', userAgent: 'Firefox' };

/** Calls of D1 in series. */
class DatabaseSeries extends SeriesCount {
  override call<T>(name: string, perform: () => Promise<T>): Promise<T> {
    return name.startsWith('D1.') ? super.call(name, perform) : perform();
  }
}

/** @returns a function that returns for how many calls of D1, one after another, an answer waits, once keys are known */
function countSeries(): (signIn: (ctx: Context) => Promise<unknown>) => Promise<number> {
  const series = new DatabaseSeries();
  const watched = faultyEnv(series, { queued: [], touched: new Map() });
  return async (signIn) => {
    const deferred: Promise<unknown>[] = [];
    series.take();
    await signIn(createContext(watched, { waitUntil: (work) => void deferred.push(work) }));
    const trips = series.take();
    await Promise.all(deferred);
    return trips;
  };
}

/** @returns a function that returns how often D1 was asked until the answer, once keys are known */
function countTrips(): (signIn: (ctx: Context) => Promise<unknown>) => Promise<number> {
  const faults = new Faults();
  const watched = faultyEnv(faults, { queued: [], touched: new Map() });
  return async (signIn) => {
    const deferred: Promise<unknown>[] = [];
    const before = faults.calls.length;
    await signIn(createContext(watched, { waitUntil: (work) => void deferred.push(work) }));
    const trips = faults.calls.slice(before).filter((name) => name.startsWith('D1.'));
    await Promise.all(deferred);
    return trips.length;
  };
}

it('signs a person in with two trips to D1 in series by password, also from a browser that is signed in, and three by passkey', async () => {
  const tripsOf = countTrips();
  const seriesOf = countSeries();
  const ctx = makeContext();
  const account = await makeAccount();
  const { cookie, session } = (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR }))!;
  const wish = { email: account.email!, password: ACCOUNT_PASSWORD, visitor: VISITOR };
  // The account, beside how well the device is known and the session that is replaced; the batch.
  expect(await seriesOf((counted) => signInWithPassword(counted, wish))).toBe(2);
  const again = { ...wish, replaces: cookie };
  expect(await seriesOf((counted) => signInWithPassword(counted, again))).toBe(2);

  const authenticator = await addPasskey(ctx, { account, session });
  const begun = await beginPasskeySignIn(ctx);
  const response = await authenticator.sign(begun.options);
  const answer = { ceremony: begun.ceremony, response, visitor: VISITOR };
  // Its counter is in the batch.
  expect(await tripsOf((counted) => finishPasskeySignIn(counted, answer))).toBe(3);
});

it('signs a person in by face with two trips to D1 to begin and three to finish', async () => {
  const tripsOf = countTrips();
  const account = await makeAccount();
  const visitor = new FaceVisitor();
  await visitor.signIn(account);
  await visitor.enrol();
  visitor.signOut();
  const cookie = visitor.browser.cookies.get('agate-trusted') ?? '';
  const face = visitor.face.binding as unknown as Context['face'];
  // The device with its account and face; the session is an object's; the count.
  const wish = { returnPath: '/signin/face/return', locale: 'en' };
  expect(await tripsOf((counted) => beginFaceSignIn({ ...counted, face }, cookie, wish))).toBe(2);
  const begun = await visitor.beginSignIn();
  await visitor.show(begun);
  const answer = { token: begun.token, visitor: VISITOR, trustedDevice: cookie };
  // The device; how well it is known; the batch.
  expect(await tripsOf((counted) => finishFaceSignIn(counted, answer))).toBe(3);
});

it('signs a member of staff in with two trips to D1, and one for a recovery code', async () => {
  const tripsOf = countTrips();
  const admin = await makeAdmin({ secondFactor: false });
  const wish = { email: admin.email, password: PASSWORD };
  const password = (counted: Context) =>
    signInStaffWithPassword(counted, { audience: 'admin' }, wish, CALLER);
  await tripsOf(password);
  // The member; the batch; then the audit's links are read, which nobody waits for.
  expect(await tripsOf(password)).toBe(3);

  const { secret, recoveryCodes } = await enableTwoFactor(admin.token);
  const challenge = async (code: string) => {
    const ctx = makeContext();
    const challengeToken = await issueChallenge(ctx, (await findStaff(ctx.db, admin.id))!);
    return tripsOf((counted) =>
      answerChallenge(counted, 'admin', { challengeToken, code }, CALLER),
    );
  };
  expect(await challenge(codeOf(secret, 1))).toBe(3);
  expect(await challenge(recoveryCodes[0]!)).toBe(4);
});
