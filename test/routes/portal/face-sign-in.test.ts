// Sign-in by face (D-99): whose face is accepted for which account and in which browser, and what
// disables it.
import { SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { blendFaces, distanceFor } from '../../support/visitor/scripted-descriptor.ts';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { suspendAccount } from '../../../src/domain/signing-in/account-lifecycle/change-status.ts';
import { removeAccount } from '../../../src/domain/operations/account-removal/remove-account.ts';
import { requestDeletion } from '../../../src/domain/signing-in/account-lifecycle/request-deletion.ts';
import { exportAccountData } from '../../../src/domain/signing-in/account-lifecycle/export-data.ts';
import { forgetUnusedFaces } from '../../../src/domain/faces/face-templates/account-face.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { readSignIn } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { amrOfPasskey } from '../../../src/domain/terms/authentication.ts';
import { accountRow, makeAccount } from '../../support/account/accounts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { FaceVisitor } from '../../support/visitor/face-visitor.ts';
import { sentMails } from '../../support/account/mails.ts';
import { FormBrowser, textOf } from '../../support/account/portal.ts';
import { ScriptedFace } from '../../support/visitor/scripted-face.ts';
import { passOverOthers, walkStorage } from '../../support/counted/storage-walk.ts';

const OFFER = 'with your face';
const HOUR_MS = 3_600_000;

beforeEach(passOverOthers);
afterEach(() => void vi.useRealTimers());

const rowsOf = async (table: string, { id }: Account): Promise<Record<string, unknown>[]> =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE account_id = ?`).bind(id).all()).results;

const signedInAs = async ({ browser }: FaceVisitor) =>
  readSignIn(makeContext(), browser.cookies.get('agate-account'));

/** Creates a person who has enrolled in this browser and signed out of it. */
async function enrolled(options: Parameters<typeof makeAccount>[0] = {}) {
  const account = await makeAccount({ displayName: 'Ada Lovelace', ...options });
  const visitor = new FaceVisitor();
  await visitor.signIn(account);
  const page = await visitor.enrol();
  expect(page.location).toBe('/account/security?done=face_enrolled');
  visitor.signOut();
  return { account, visitor };
}

const offers = async ({ browser }: FaceVisitor, query = ''): Promise<boolean> =>
  textOf((await browser.get(`/signin${query}`)).html).includes(OFFER);

describe('enrolling a face', () => {
  it('keeps one encrypted template with the consent, trusts the browser, and notifies the owner', async () => {
    const { account } = await enrolled();
    const [row] = await rowsOf('account_faces', account);
    expect(row).toMatchObject({ model: expect.any(String), consent_notice: expect.any(String) });
    expect(row!['consented_at_ms']).toBeLessThanOrEqual(row!['enrolled_at_ms'] as number);
    expect(await rowsOf('trusted_devices', account)).toHaveLength(1);
    const mails = (await sentMails()).filter(({ recipient }) => recipient === account.email);
    expect(mails.map(({ template }) => template)).toEqual(['face_enrolled']);
  });

  it('needs a fresh sign-in by another method, and is not offered without a face Worker', async () => {
    const { visitor, account } = await enrolled();
    await visitor.signIn(account, ['face', 'rba']);
    const page = await visitor.browser.get('/account/security');
    expect(page.html).not.toContain('/face/enrol');
    const posted = await visitor.browser.submit(page, '/account/security/sessions/end');
    expect(posted.status).toBe(303);
    const plain = new FormBrowser();
    await plain.signIn(await makeAccount());
    expect((await plain.get('/account/security')).html).not.toContain('security/face');
  });

  it('uses only a check that this account began, and only once', async () => {
    const mallory = new FaceVisitor();
    await mallory.signIn(await makeAccount());
    const begun = await mallory.beginEnrolment();
    await mallory.show(begun, 'Mallory');
    const ada = new FaceVisitor(mallory.face);
    const account = await makeAccount();
    await ada.signIn(account);
    const path = `/account/security/face/return?token=${begun.token}`;
    expect((await ada.browser.get(path)).location).toContain('face_failed');
    expect(await rowsOf('account_faces', account)).toEqual([]);
    expect((await mallory.browser.get(path)).location).toContain('face_enrolled');
    expect((await mallory.browser.get(path)).location).toContain('face_failed');
  });

  it('writes nothing for a session that ended in the meantime', async () => {
    const account = await makeAccount();
    const visitor = new FaceVisitor();
    await visitor.signIn(account);
    const begun = await visitor.beginEnrolment();
    await visitor.show(begun);
    await suspendAccount(makeContext(), account.id);
    await visitor.browser.get(`/account/security/face/return?token=${begun.token}`);
    expect([
      await rowsOf('account_faces', account),
      await rowsOf('trusted_devices', account),
    ]).toEqual([[], []]);
  });

  it('replaces the face that was enrolled before', async () => {
    const { account, visitor } = await enrolled();
    const [first] = await rowsOf('account_faces', account);
    await visitor.signIn(account);
    await visitor.enrol('Grace');
    const rows = await rowsOf('account_faces', account);
    expect(rows).toHaveLength(1);
    expect(rows[0]!['id']).not.toBe(first!['id']);
    visitor.signOut();
    expect((await visitor.signInByFace('Ada')).location).toContain('face=other_face');
    expect((await visitor.signInByFace('Grace')).location).toBe('/account');
  });
});

describe('the face of an account', () => {
  it('is deleted at once by one press, even in an old sign-in', async () => {
    const { account, visitor } = await enrolled();
    await visitor.signIn(account);
    await env.DB.prepare('UPDATE account_sessions SET authenticated_at_ms = 1').run();
    const page = await visitor.browser.get('/account/security');
    await visitor.browser.submit(page, '/account/security/face/delete');
    expect(await rowsOf('account_faces', account)).toEqual([]);
    visitor.signOut();
    expect(await offers(visitor)).toBe(false);
    const mails = (await sentMails()).filter(({ recipient }) => recipient === account.email);
    expect(mails.map(({ template }) => template)).toContain('face_removed');
  });

  it('is deleted with the account, from every table and object', async () => {
    const { account, visitor } = await enrolled();
    await visitor.signInByFace();
    const [row] = await rowsOf('account_faces', account);
    // The rows in the list of sessions are erased with the account as well, but the queue must have
    // written them first.
    await eventually(async () => {
      const sql = 'SELECT id FROM verification_sessions WHERE external_user_id = ?';
      const listed = await env.DB.prepare(sql).bind(account.subject).all();
      expect(listed.results).toHaveLength(2);
    });
    const traces = [row!['id'], row!['sealed'], account.subject].map(String);
    await removeAccount(makeContext(), account.id);
    const found = [...(await walkStorage())].filter(([, text]) =>
      traces.some((one) => text.includes(one)),
    );
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it('is deleted a year after it was last used', async () => {
    const { account, visitor } = await enrolled();
    const ctx = makeContext();
    await visitor.signInByFace();
    await env.DB.prepare('UPDATE account_faces SET last_used_at_ms = ?')
      .bind(Date.now() - 364 * 24 * HOUR_MS)
      .run();
    await forgetUnusedFaces(ctx);
    expect(await rowsOf('account_faces', account)).toHaveLength(1);
    await env.DB.prepare('UPDATE account_faces SET last_used_at_ms = ?')
      .bind(Date.now() - 366 * 24 * HOUR_MS)
      .run();
    await forgetUnusedFaces(ctx);
    expect(await rowsOf('account_faces', account)).toEqual([]);
  });

  it('appears in an export only as dates', async () => {
    const { account, visitor } = await enrolled();
    await visitor.signIn(account);
    const data = await exportAccountData(makeContext(), (await signedInAs(visitor))!);
    expect(Object.keys(data.face!)).toEqual(['enrolledAtMs', 'lastUsedAtMs', 'consent']);
    const [row] = await rowsOf('account_faces', account);
    expect(JSON.stringify(data)).not.toContain(row!['sealed']);
  });
});

describe('signing in by face', () => {
  it('signs the owner in on a trusted device, with method, amr, history, and a mail the first time', async () => {
    const { account, visitor } = await enrolled();
    const page = await visitor.browser.get('/signin');
    expect(textOf(page.html)).toContain('Continue as A… with your face');
    expect(page.html).not.toContain(account.email);
    expect(page.html).toContain('<p class="or"><span>');
    expect((await visitor.signInByFace()).location).toBe('/account');
    const signIn = await signedInAs(visitor);
    expect([signIn?.account.id, signIn?.session.amr]).toEqual([account.id, ['face', 'rba']]);
    visitor.signOut();
    await visitor.signInByFace();
    const attempts = await rowsOf('login_attempts', account);
    expect(attempts.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['face', 'success'],
      ['face', 'success'],
    ]);
    const mails = (await sentMails()).filter(({ template }) => template === 'face_first_used');
    expect(mails).toHaveLength(1);
  });

  it('signs nobody in if the face is not clearly the same, and asks for another check (D-148)', async () => {
    const { account, visitor } = await enrolled();
    const { same, other } = SHIPPED_FACE_LIMITS.enrolled;
    const between = blendFaces('Ada', 'Mallory', distanceFor((same + other) / 2));
    const answer = await visitor.signInByFace('Ada', between);
    expect(answer.location).toBe('/signin?face=other_face');
    expect(await signedInAs(visitor)).toBeUndefined();
    expect(textOf((await visitor.browser.open(answer.location!)).html)).toContain(
      'did not recognise your face. Try again',
    );
    expect(await rowsOf('login_attempts', account)).toMatchObject([
      { method: 'face', outcome: 'failed' },
    ]);
  });

  it('refuses another person’s face, and records that in the history', async () => {
    const { account, visitor } = await enrolled();
    const answer = await visitor.signInByFace('Mallory');
    expect(answer.location).toBe('/signin?face=other_face');
    expect(await signedInAs(visitor)).toBeUndefined();
    expect(textOf((await visitor.browser.open(answer.location!)).html)).toContain(
      'did not recognise your face',
    );
    expect(await rowsOf('login_attempts', account)).toMatchObject([
      { method: 'face', outcome: 'failed' },
    ]);
  });

  it('is neither offered nor started on a browser that is not trusted, or no longer', async () => {
    const { account, visitor } = await enrolled();
    const page = await visitor.browser.get('/signin');
    const stranger = new FaceVisitor(visitor.face);
    expect(await offers(stranger)).toBe(false);
    const cookie = visitor.browser.cookies.get('agate-trusted')!;
    stranger.browser.cookies.set('agate-trusted', `${cookie.slice(0, -43)}${'A'.repeat(43)}`);
    expect(await offers(stranger)).toBe(false);
    await env.DB.prepare('DELETE FROM trusted_devices WHERE account_id = ?').bind(account.id).run();
    expect(await offers(visitor)).toBe(false);
    const posted = await visitor.browser.submit(page, '/signin/face');
    expect(posted.location).toBe('/signin?face=invalid');
  });

  it('works once for a check, also with three concurrent requests', async () => {
    const { visitor } = await enrolled();
    const begun = await visitor.beginSignIn();
    await visitor.show(begun);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.comeBack(begun)));
    expect(answers.filter(({ location }) => location === '/account')).toHaveLength(1);
    visitor.signOut();
    expect((await visitor.comeBack(begun)).location).toBe('/signin?face=invalid');
    expect(await signedInAs(visitor)).toBeUndefined();
  });

  it('accepts no check of another device, another account, an earlier attempt or an enrolment', async () => {
    const { account, visitor } = await enrolled();
    // A different trusted device of the same account passes its own check.
    const other = new FaceVisitor(visitor.face);
    await other.signIn(account);
    await other.enrol();
    other.signOut();
    const elsewhere = await other.beginSignIn();
    await other.show(elsewhere);
    expect((await visitor.comeBack(elsewhere)).location).toBe('/signin?face=invalid');
    // A check for the attacker's own account is refused as well.
    const mallory = new FaceVisitor(visitor.face);
    await mallory.signIn(await makeAccount());
    await mallory.enrol('Mallory');
    mallory.signOut();
    const own = await mallory.beginSignIn();
    await mallory.show(own, 'Mallory');
    expect((await visitor.comeBack(own)).location).toBe('/signin?face=invalid');
    // A later check supersedes this one.
    const early = await visitor.beginSignIn();
    await visitor.beginSignIn();
    await visitor.show(early);
    expect((await visitor.comeBack(early)).location).toBe('/signin?face=invalid');
    expect(await signedInAs(visitor)).toBeUndefined();
  });

  it('is blocked for an hour after three checks without a sign-in, however many start at once', async () => {
    const { visitor } = await enrolled();
    const page = await visitor.browser.get('/signin');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => visitor.browser.submit(page, '/signin/face')),
    );
    expect(answers.filter(({ location }) => location?.includes('/v/'))).toHaveLength(3);
    expect(await offers(visitor)).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
    expect(await offers(visitor)).toBe(true);
    expect((await visitor.signInByFace()).location).toBe('/account');
    expect(await env.DB.prepare('SELECT face_tries FROM trusted_devices').first('face_tries')).toBe(
      0,
    );
  });

  it('is blocked by the third failure in a row, and a success resets the count', async () => {
    const { visitor } = await enrolled();
    await visitor.signInByFace('Mallory');
    await visitor.signInByFace('Mallory');
    expect((await visitor.signInByFace('Ada')).location).toBe('/account');
    visitor.signOut();
    for (let n = 0; n < 3; n += 1) await visitor.signInByFace('Mallory');
    expect(await offers(visitor)).toBe(false);
  });

  it.each<[string, (account: Account) => Promise<unknown>, string]>([
    [
      'the face was deleted',
      ({ id }) => env.DB.prepare('DELETE FROM account_faces WHERE account_id = ?').bind(id).run(),
      'invalid',
    ],
    [
      'the device was revoked',
      ({ id }) => env.DB.prepare('DELETE FROM trusted_devices WHERE account_id = ?').bind(id).run(),
      'invalid',
    ],
    [
      'the trust ran out',
      () => env.DB.prepare('UPDATE trusted_devices SET expires_at_ms = 1').run(),
      'invalid',
    ],
    ['the account was suspended', ({ id }) => suspendAccount(makeContext(), id), 'invalid'],
    [
      'the model has changed',
      () => env.DB.prepare("UPDATE account_faces SET model = 'old'").run(),
      'outdated',
    ],
  ])('signs nobody in when %s during the check', async (_when, happen, reason) => {
    const { account, visitor } = await enrolled();
    const begun = await visitor.beginSignIn();
    await visitor.show(begun);
    await happen(account);
    expect((await visitor.comeBack(begun)).location).toBe(`/signin?face=${reason}`);
    expect(await signedInAs(visitor)).toBeUndefined();
  });

  it('cancels a deletion, and ignores a lockout of the password, as passkeys do (D-44, D-62)', async () => {
    const { account, visitor } = await enrolled();
    await visitor.signIn(account);
    await requestDeletion(makeContext(), (await signedInAs(visitor))!);
    visitor.signOut();
    await visitor.signInByFace();
    expect(await accountRow(account.id)).toMatchObject({ status: 'active', delete_at_ms: null });
    await env.DB.prepare("UPDATE accounts SET status = 'locked', locked_until_ms = ?")
      .bind(Date.now() + HOUR_MS)
      .run();
    visitor.signOut();
    await visitor.signInByFace();
    expect((await signedInAs(visitor))?.account.id).toBe(account.id);
  });

  it('continues to the page that the person was going to', async () => {
    const { visitor } = await enrolled();
    const begun = await visitor.beginSignIn('?continue=%2Faccount%2Fsites');
    await visitor.show(begun);
    const answer = await visitor.comeBack(begun, '&continue=%2Faccount%2Fsites');
    expect(answer.location).toBe('/account/sites');
  });

  it('is not enough to change sign-in methods, which requires another method', async () => {
    const { visitor } = await enrolled();
    await visitor.signInByFace();
    const page = await visitor.browser.get('/account/security');
    expect(textOf(page.html)).toContain('first confirm it’s you');
    const asked = await visitor.browser.get('/signin?fresh=1&continue=%2Faccount%2Fsecurity');
    expect(textOf(asked.html)).not.toContain(OFFER);
    const other = new FaceVisitor(new ScriptedFace());
    await other.signIn(await makeAccount(), amrOfPasskey(true));
    expect(textOf((await other.browser.get('/account/security')).html)).not.toContain(
      'please confirm first',
    );
  });
});
