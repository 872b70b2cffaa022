import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  endSession,
  endSessionsOf,
  readSignIn,
  requireFreshSignIn,
  startSession,
} from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount, VISITOR } from '../../../support/account/accounts.ts';
import { makeContext } from '../../../support/installation/context.ts';

const DAY_MS = 86_400_000;
const HOW = { amr: ['pwd'], ...VISITOR };

afterEach(() => void vi.useRealTimers());
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms });

async function signedIn() {
  const ctx = makeContext();
  const account = await makeAccount();
  const started = (await startSession(ctx, account, HOW))!;
  return { ctx, account, ...started };
}

describe('a signed-in browser', () => {
  it('is recognised by its cookie for 30 days', async () => {
    const { ctx, account, cookie, session } = await signedIn();
    expect(cookie).toMatch(/^xas_[\w-]{86}$/);
    const signIn = await readSignIn(ctx, cookie);
    expect(signIn?.account).toEqual(account);
    expect(signIn?.session).toEqual(session);
    at(Date.now() + 30 * DAY_MS - 1_000);
    expect(await readSignIn(ctx, cookie)).toBeDefined();
    at(Date.now() + 1_000);
    expect(await readSignIn(ctx, cookie)).toBeUndefined();
  });

  it('is read with one query', async () => {
    const { ctx, cookie } = await signedIn();
    const prepare = vi.spyOn(env.DB, 'prepare');
    await readSignIn(ctx, cookie);
    expect(prepare).toHaveBeenCalledTimes(1);
    prepare.mockRestore();
  });

  it('stores no secret of the cookie', async () => {
    const { cookie } = await signedIn();
    const rows = await env.DB.prepare('SELECT * FROM account_sessions').all();
    expect(JSON.stringify(rows)).not.toContain(cookie.slice(-43));
  });

  it('is not recognised with a missing, malformed or foreign cookie, or with a wrong secret', async () => {
    const { ctx, cookie } = await signedIn();
    const other = (await signedIn()).cookie;
    const mixed = cookie.slice(0, -43) + other.slice(-43);
    for (const value of [undefined, '', 'xas_', cookie.replace('xas_', 'xbs_'), mixed])
      expect(await readSignIn(ctx, value)).toBeUndefined();
  });

  it.each(['suspended', 'pending_deletion'] as const)(
    'is not recognised while the account is %s (S-27)',
    async (status) => {
      const { ctx, account, cookie } = await signedIn();
      await env.DB.prepare('UPDATE accounts SET status = ?, locked_until_ms = ? WHERE id = ?')
        .bind(status, Date.now() + 60_000, account.id)
        .run();
      expect(await readSignIn(ctx, cookie)).toBeUndefined();
    },
  );

  it('stays valid during a lockout, which concerns passwords (D-62)', async () => {
    const { ctx, account, cookie } = await signedIn();
    await env.DB.prepare("UPDATE accounts SET status = 'locked', locked_until_ms = ? WHERE id = ?")
      .bind(Date.now() + 60_000, account.id)
      .run();
    expect((await readSignIn(ctx, cookie))?.account.status).toBe('locked');
    at(Date.now() + 60_000);
    expect((await readSignIn(ctx, cookie))?.account.status).toBe('active');
  });

  it('records when it was last seen, at most every five minutes', async () => {
    const { ctx, cookie, session } = await signedIn();
    const seen = async () => {
      const signIn = await readSignIn(ctx, cookie);
      await ctx.settle();
      return signIn?.session.lastSeenAtMs;
    };
    at(Date.now() + 4 * 60_000);
    expect([await seen(), await seen()]).toEqual([session.lastSeenAtMs, session.lastSeenAtMs]);
    at(Date.now() + 60_000);
    await seen();
    expect(await seen()).toBe(Date.now());
  });
});

describe('signing in again', () => {
  it('changes the cookie, so that a planted cookie is worth nothing (S-29)', async () => {
    const { ctx, account, cookie, session } = await signedIn();
    at(Date.now() + 60_000);
    const again = (await startSession(ctx, account, { ...HOW, amr: ['hwk'], replaces: cookie }))!;
    expect(await readSignIn(ctx, cookie)).toBeUndefined();
    const signIn = await readSignIn(ctx, again.cookie);
    expect(signIn?.session).toMatchObject({
      id: session.id,
      authenticatedAtMs: Date.now(),
      createdAtMs: session.createdAtMs,
      amr: ['hwk'],
    });
  });

  it('as another person ends the first session', async () => {
    const { ctx, cookie, session } = await signedIn();
    const other = await makeAccount();
    const second = (await startSession(ctx, other, { ...HOW, replaces: cookie }))!;
    expect(second.session.id).not.toBe(session.id);
    expect(await readSignIn(ctx, cookie)).toBeUndefined();
    expect((await readSignIn(ctx, second.cookie))?.account.id).toBe(other.id);
  });

  it('fails for an account that was suspended or removed meanwhile', async () => {
    const ctx = makeContext();
    const suspended = await makeAccount({ status: 'suspended' });
    expect(await startSession(ctx, suspended, HOW)).toBeUndefined();
    expect(await startSession(ctx, { id: 999_999 }, HOW)).toBeUndefined();
  });
});

describe('ending sessions', () => {
  it('signs out one browser, all others, or all', async () => {
    const { ctx, account, cookie, session } = await signedIn();
    const others = await Promise.all([1, 2, 3].map(() => startSession(ctx, account, HOW)));
    const [a, b, c] = others.map((one) => one!);
    await endSession(ctx, a!.session.id);
    expect(await readSignIn(ctx, a!.cookie)).toBeUndefined();
    await endSessionsOf(ctx, account.id, { except: session.id });
    expect(await readSignIn(ctx, b!.cookie)).toBeUndefined();
    expect(await readSignIn(ctx, cookie)).toBeDefined();
    await endSessionsOf(ctx, account.id);
    expect(await readSignIn(ctx, cookie)).toBeUndefined();
    expect(await readSignIn(ctx, c!.cookie)).toBeUndefined();
  });
});

describe('a fresh sign-in', () => {
  it('is at most ten minutes old', async () => {
    const { ctx, cookie } = await signedIn();
    const signIn = (await readSignIn(ctx, cookie))!;
    at(Date.now() + 10 * 60_000 - 1_000);
    expect(() => requireFreshSignIn(ctx, signIn)).not.toThrow();
    at(Date.now() + 1_000);
    expect(() => requireFreshSignIn(ctx, signIn)).toThrow('sign in again');
  });
});
