// Trusted devices (D-99): how a browser becomes a trusted device, and everything that ends its
// trust.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  suspendAccount,
  forceLogout,
} from '../../../src/domain/signing-in/account-lifecycle/change-status.ts';
import { requestDeletion } from '../../../src/domain/signing-in/account-lifecycle/request-deletion.ts';
import { resetPassword } from '../../../src/domain/signing-in/account-lifecycle/reset-password.ts';
import { askToTrust } from '../../../src/domain/signing-in/authentication/trust-device.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { issueMailLink } from '../../../src/domain/platform/mail/mail-link.ts';
import {
  endSession,
  readSignIn,
  startSession,
} from '../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../src/domain/signing-in/sessions/session.ts';
import { amrOfPasskey, AMR_PASSWORD } from '../../../src/domain/terms/authentication.ts';
import {
  forgetExpiredDevices,
  listTrustedDevices,
  prepareTrust,
  writeTrust,
} from '../../../src/domain/accounts/trusted-devices/trusted-device.ts';
import { accountRow, makeAccount, PASSWORD, VISITOR } from '../../support/account/accounts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { sentMails } from '../../support/account/mails.ts';
import { FormBrowser, formValues, textOf, type Page } from '../../support/account/portal.ts';
import { trustBrowser } from '../../support/account/trusted-devices.ts';

const SECURITY = '/account/security';
const DAY_MS = 86_400_000;

afterEach(() => void vi.useRealTimers());

interface Signed extends SignIn {
  browser: FormBrowser;
}

async function signedIn(account: Account, amr: readonly string[]): Promise<Signed> {
  const browser = new FormBrowser();
  const started = (await startSession(makeContext(), account, { ...VISITOR, amr }))!;
  browser.cookies.set('agate-account', started.cookie);
  return { account, session: started.session, browser };
}

/** Submits a form of the security page. */
async function press({ browser }: Signed, action: string, typed: Record<string, string> = {}) {
  const page = await browser.get('/account');
  const [, token = ''] = /name="form_token" value="([^"]*)"/.exec(page.html) ?? [];
  const html = `<form action="${SECURITY}/${action}"><input type="hidden" name="form_token" value="${token}"></form>`;
  return browser.submit({ ...page, html }, `${SECURITY}/${action}`, typed);
}

const codeOf = async (account: Account): Promise<string> =>
  (await sentMails()).findLast(
    (mail) => mail.recipient === account.email && mail.template === 'trust_code',
  )!.details['code']!;

const devicesOf = async ({ id }: Account): Promise<Record<string, unknown>[]> =>
  (await env.DB.prepare('SELECT * FROM trusted_devices WHERE account_id = ?').bind(id).all())
    .results;

/** Submits a code in the form that appears once a code has been requested. */
async function typeCode(one: Signed, asked: Page, code: string): Promise<Page> {
  return one.browser.submit(asked, `${SECURITY}/device/code`, { code });
}

async function trusted(): Promise<Signed & { cookie: string }> {
  const one = await signedIn(await makeAccount(), AMR_PASSWORD);
  const cookie = await trustBrowser(one);
  one.browser.cookies.set('agate-trusted', cookie);
  return { ...one, cookie };
}

describe('trusting a device', () => {
  it('takes one press after a passkey: it sets a cookie, stores a hash of its secret, and sends a notice', async () => {
    const one = await signedIn(await makeAccount(), amrOfPasskey(false));
    const done = await press(one, 'device/trust');
    expect(done.location).toBe(`${SECURITY}?done=device_trusted`);
    expect(done.headers.getSetCookie().join()).toMatch(
      /agate-trusted=xtd_[\w-]{86}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const [row] = await devicesOf(one.account);
    expect(JSON.stringify(row)).not.toContain(one.browser.cookies.get('agate-trusted')!.slice(47));
    const shown = textOf((await one.browser.open(done.location!)).html);
    expect(shown).toContain('Firefox, Linux');
    const mails = (await sentMails()).filter(({ recipient }) => recipient === one.account.email);
    expect(mails.map(({ template }) => template)).toEqual(['device_trusted']);
  });

  it('needs a code from a mail after a password, which works once, and counts wrong codes', async () => {
    const one = await signedIn(await makeAccount(), AMR_PASSWORD);
    const asked = await press(one, 'device/trust');
    expect(await devicesOf(one.account)).toEqual([]);
    expect(asked.html).toMatch(/<input id="code"[^>]*autofocus/);
    const code = await codeOf(one.account);
    expect(code).toMatch(/^\d{6}$/);
    const stored = await env.DB.prepare('SELECT details FROM mails').all();
    expect(JSON.stringify(stored.results)).not.toContain(code);
    const wrong = await typeCode(one, asked, code === '000000' ? '000001' : '000000');
    expect([wrong.status, await devicesOf(one.account)]).toEqual([422, []]);
    const right = await typeCode(one, wrong, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(right.location).toBe(`${SECURITY}?done=device_trusted`);
    expect(await devicesOf(one.account)).toHaveLength(1);
    expect((await typeCode(one, wrong, code)).status).toBe(422);
    expect(await devicesOf(one.account)).toHaveLength(1);
  });

  it('refuses the right code after five tries, after it expired, and in another session of the account', async () => {
    const account = await makeAccount();
    const one = await signedIn(account, AMR_PASSWORD);
    const asked = await press(one, 'device/trust');
    const code = await codeOf(account);
    const { token = '' } = formValues(asked.html, `${SECURITY}/device/code`);
    const other = await signedIn(account, AMR_PASSWORD);
    expect((await press(other, 'device/code', { token, code })).status).toBe(422);
    for (let tries = 1; tries < 5; tries += 1)
      await press(one, 'device/code', { token, code: 'x' });
    expect((await press(one, 'device/code', { token, code })).status).toBe(422);

    const again = await press(one, 'device/trust');
    const late = await codeOf(account);
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs + 9 * 60_000 });
    const isFresh = await signedIn(account, AMR_PASSWORD);
    expect((await press(isFresh, 'device/trust')).status).toBe(200);
    expect((await typeCode(one, again, late)).status).toBe(422);
    expect(await devicesOf(account)).toEqual([]);
  });

  it('creates one device for concurrent answers', async () => {
    const one = await signedIn(await makeAccount(), AMR_PASSWORD);
    const asked = await press(one, 'device/trust');
    const code = await codeOf(one.account);
    const answers = await Promise.all([1, 2, 3].map(() => typeCode(one, asked, code)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await devicesOf(one.account)).toHaveLength(1);
  });

  it('needs a fresh sign-in and a confirmed address, and sends at most five codes an hour', async () => {
    const stale = await signedIn(await makeAccount(), amrOfPasskey(false));
    await env.DB.prepare('UPDATE account_sessions SET authenticated_at_ms = 1 WHERE id = ?')
      .bind(stale.session.id)
      .run();
    expect((await press(stale, 'device/trust')).location).toContain('/signin?fresh=1');
    const unproven = await signedIn(await makeAccount({ verified: false }), AMR_PASSWORD);
    expect((await press(unproven, 'device/trust')).status).toBe(422);
    const eager = await signedIn(await makeAccount(), AMR_PASSWORD);
    for (let n = 0; n < 5; n += 1) expect((await press(eager, 'device/trust')).status).toBe(200);
    expect((await press(eager, 'device/trust')).status).toBe(429);
  });

  it('replaces the device of the browser’s own cookie, and not that of a forged one', async () => {
    const one = await trusted();
    const forged = await trusted();
    const id = forged.cookie.slice(0, 47);
    const other = await signedIn(await makeAccount(), amrOfPasskey(false));
    other.browser.cookies.set('agate-trusted', `${id}${'A'.repeat(43)}`);
    await press(other, 'device/trust');
    expect(await devicesOf(forged.account)).toHaveLength(1);
    const next = await signedIn(await makeAccount(), amrOfPasskey(false));
    next.browser.cookies.set('agate-trusted', one.cookie);
    await press(next, 'device/trust');
    expect([await devicesOf(one.account), (await devicesOf(next.account)).length]).toEqual([[], 1]);
  });

  it('keeps only the latest twenty', async () => {
    const one = await signedIn(await makeAccount(), AMR_PASSWORD);
    for (let n = 0; n < 22; n += 1) await trustBrowser(one);
    expect(await devicesOf(one.account)).toHaveLength(20);
  });

  it('writes nothing for a session that has just ended', async () => {
    const one = await signedIn(await makeAccount(), amrOfPasskey(false));
    const ctx = makeContext();
    await endSession(ctx, one.session.id);
    const asked = await askToTrust(ctx, one, { visitor: VISITOR });
    expect(asked).toEqual({ ok: false, reason: 'ended' });
    const mails = (await sentMails()).filter(({ recipient }) => recipient === one.account.email);
    expect([await devicesOf(one.account), mails]).toEqual([[], []]);
  });
});

describe('a trusted device', () => {
  it('is no sign-in by itself', async () => {
    const { cookie } = await trusted();
    const stranger = new FormBrowser();
    stranger.cookies.set('agate-trusted', cookie);
    expect((await stranger.get('/account')).location).toMatch(/^\/signin/);
    expect(await readSignIn(makeContext(), cookie)).toBeUndefined();
  });

  it('is listed with a button that removes it, in its own account only', async () => {
    const one = await trusted();
    const other = await trusted();
    const [row] = await devicesOf(one.account);
    const page = await other.browser.get(SECURITY);
    await other.browser.submit(page, `${SECURITY}/device/end`, { device: String(row!['id']) });
    expect(await devicesOf(one.account)).toHaveLength(1);
    const own = await one.browser.get(SECURITY);
    const done = await one.browser.submit(own, `${SECURITY}/device/end`);
    expect(done.location).toBe(`${SECURITY}?done=device_ended`);
    expect(await devicesOf(one.account)).toEqual([]);
  });

  it('survives a sign-out, and is the same one after the next sign-in in that browser', async () => {
    const one = await trusted();
    await endSession(makeContext(), one.session.id);
    const page = await one.browser.get('/signin');
    await one.browser.submit(page, '/signin', { email: one.account.email!, password: PASSWORD });
    const [row] = await devicesOf(one.account);
    const { results } = await env.DB.prepare(
      'SELECT trusted_device_id FROM account_sessions WHERE account_id = ?',
    )
      .bind(one.account.id)
      .all();
    expect(results).toEqual([{ trusted_device_id: row!['id'] }]);
  });

  it('does not count for another account that signs in there', async () => {
    const { cookie } = await trusted();
    const other = await makeAccount();
    const started = await startSession(makeContext(), other, {
      ...VISITOR,
      amr: AMR_PASSWORD,
      trustedDevice: cookie,
    });
    const held = await readSignIn(makeContext(), started!.cookie);
    expect([held?.account.id, held?.session.trustedDeviceId]).toEqual([other.id, undefined]);
  });

  it.each<[string, (one: Signed, ctx: ReturnType<typeof makeContext>) => Promise<unknown>]>([
    [
      'its session is ended as that of a lost device',
      async (one) => {
        const other = await signedIn(one.account, AMR_PASSWORD);
        return press(other, 'session/end', { session: one.session.id });
      },
    ],
    [
      'all other devices are signed out',
      async (one) => press(await signedIn(one.account, AMR_PASSWORD), 'sessions/end'),
    ],
    [
      'the password is changed elsewhere',
      async (one) =>
        press(await signedIn(one.account, AMR_PASSWORD), 'password', {
          new_password: 'lantern-copper-19-valley',
        }),
    ],
    [
      'the password is reset',
      async ({ account }, ctx) => {
        const { password_changed_at_ms: passwordChangedAtMs } = (await accountRow(account.id))!;
        const token = await issueMailLink(ctx, {
          lifetimeMs: 60_000,
          purpose: {
            kind: 'reset_password',
            accountId: account.id,
            emailNormalized: account.emailNormalized!,
            passwordChangedAtMs,
          },
        });
        return resetPassword(ctx, { token, password: 'lantern-copper-19-valley' });
      },
    ],
    ['the account is suspended', ({ account }, ctx) => suspendAccount(ctx, account.id)],
    ['an operator signs the account out', ({ account }, ctx) => forceLogout(ctx, account.id)],
  ])('ends when %s', async (_when, happen) => {
    const one = await trusted();
    const neighbour = await trusted();
    await happen(one, makeContext());
    expect(await devicesOf(one.account)).toEqual([]);
    expect(await devicesOf(neighbour.account)).toHaveLength(1);
  });

  it('expires after 90 days', async () => {
    const one = await trusted();
    const ctx = makeContext();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90 * DAY_MS });
    expect(await listTrustedDevices(ctx, one.account.id)).toEqual([]);
    await forgetExpiredDevices(ctx);
    expect(await devicesOf(one.account)).toEqual([]);
  });

  it('stays when its own session signs out the others or changes the password, and while a deletion is pending', async () => {
    const one = await trusted();
    await press(one, 'sessions/end');
    await press(one, 'password', { new_password: 'lantern-copper-19-valley' });
    await requestDeletion(makeContext(), one);
    expect(await devicesOf(one.account)).toHaveLength(1);
  });

  it('is not created by a request that races with the end of all sessions', async () => {
    const one = await signedIn(await makeAccount(), AMR_PASSWORD);
    const ctx = makeContext();
    const prepared = await prepareTrust(ctx, {
      accountId: one.account.id,
      sessionId: one.session.id,
      visitor: VISITOR,
      replaces: undefined,
      behind: [],
    });
    await Promise.all([suspendAccount(ctx, one.account.id), writeTrust(ctx, prepared)]);
    expect(await devicesOf(one.account)).toEqual([]);
  });
});
