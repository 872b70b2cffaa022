// OpenID Connect Back-Channel Logout 1.0: which sites are notified, what they are sent, and what
// happens when a site fails.
import { env } from 'cloudflare:workers';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sweepLogouts } from '../../../../src/domain/openid/logout/announce.ts';
import { deliverLogouts } from '../../../../src/domain/openid/logout/deliver.ts';
import type { LogoutNotice } from '../../../../src/domain/openid/logout/notice.ts';
import { endSession, endSessionsOf } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { publishedJwks } from '../../../../src/domain/platform/signing-keys/key-ring.ts';
import type { Account } from '../../../../src/domain/accounts/account.ts';
import { makeAccount } from '../../../support/account/accounts.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { ORIGIN } from '../../../support/site/oauth-request.ts';
import { Browser, makeClient, type TestClient } from '../../../support/site/oauth.ts';

const RECEIVER = 'https://rp.example/backchannel';
const calls: Request[] = [];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  calls.length = 0;
  answer = () => new Response(null, { status: 200 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(new Request(url, init));
    return answer();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates a context whose logout queue is an array. */
function watchQueue() {
  const notices: LogoutNotice[] = [];
  const sendBatch = async (batch: Iterable<{ body: LogoutNotice }>) => {
    notices.push(...Array.from(batch, ({ body }) => body));
  };
  const ctx = makeContext();
  const logouts = { sendBatch } as unknown as Queue<LogoutNotice>;
  return { ctx: { ...ctx, queues: { ...ctx.queues, logouts } }, notices };
}

async function grantTo(client: TestClient, account: Account, sessionId: string): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO grants (id, account_id, client_id, session_id, scope, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(crypto.randomUUID(), account.id, client.id, sessionId, 'openid', 0, Date.now() + 60_000)
    .run();
}

function attempt(body: LogoutNotice, attempts = 1) {
  return { body, attempts, ack: vi.fn<() => void>(), retry: vi.fn<() => void>() };
}

async function noticeFor(backchannelLogoutUri = RECEIVER): Promise<LogoutNotice> {
  const client = await makeClient({ backchannelLogoutUri });
  return { clientId: client.id, subject: 'xid_1', sessionId: 'sid-1' };
}

/** Signs a person in to a site that is notified of logouts. */
async function signedInAtSite() {
  const { ctx, notices } = watchQueue();
  const [account, client] = [
    await makeAccount(),
    await makeClient({ backchannelLogoutUri: RECEIVER }),
  ];
  const sessionId = await new Browser().signIn(account);
  await grantTo(client, account, sessionId);
  return { ctx, notices, sessionId };
}

describe('the end of a session', () => {
  it('is announced once to every subscribed site that took part in the session', async () => {
    const { ctx, notices } = watchQueue();
    const account = await makeAccount();
    const [listening, deaf, elsewhere] = [
      await makeClient({ backchannelLogoutUri: RECEIVER }),
      await makeClient(),
      await makeClient({ backchannelLogoutUri: RECEIVER }),
    ];
    const sessionId = await new Browser().signIn(account);
    const otherSession = await new Browser().signIn(account);
    await grantTo(listening, account, sessionId);
    await grantTo(listening, account, sessionId);
    await grantTo(deaf, account, sessionId);
    await grantTo(elsewhere, account, otherSession);
    await endSession(ctx, sessionId);
    const { subject } = account;
    const cause = expect.any(String) as string;
    expect(notices).toEqual([{ cause, clientId: listening.id, subject, sessionId }]);
    notices.length = 0;
    await endSessionsOf(ctx, account.id, { except: sessionId });
    const other = { clientId: elsewhere.id, subject, sessionId: otherSession };
    expect(notices).toEqual([{ cause, ...other }]);
  });

  it('succeeds even when the queue fails', async () => {
    const { ctx } = watchQueue();
    const [account, client] = [
      await makeAccount(),
      await makeClient({ backchannelLogoutUri: RECEIVER }),
    ];
    const sessionId = await new Browser().signIn(account);
    await grantTo(client, account, sessionId);
    const logouts = { sendBatch: () => Promise.reject(new Error('down')) };
    const broken = {
      ...ctx,
      queues: { ...ctx.queues, logouts: logouts as unknown as Queue<LogoutNotice> },
    };
    await endSession(broken, sessionId);
    const row = await env.DB.prepare('SELECT count(*) AS n FROM account_sessions').first();
    expect(row).toEqual({ n: 0 });
  });

  it('is announced by the schedule when the message was lost, until the site has received it', async () => {
    const { ctx, notices, sessionId } = await signedInAtSite();
    await endSession(ctx, sessionId);
    const [lost] = notices.splice(0);
    const later = { ...ctx, now: () => Date.now() + 31 * 60_000 };
    await sweepLogouts(later);
    expect(notices).toEqual([lost]);
    await deliverLogouts(ctx, [attempt(lost!)]);
    notices.length = 0;
    await sweepLogouts(later);
    expect(notices).toEqual([]);
  });
});

/**
 * Simulates a slow queue, the ten-minute schedule, and a site that is down at first. Returns the
 * minutes in which the site received a logout token.
 */
async function passTime(untilMinute: number, downUntilMinute: number): Promise<number[]> {
  const { ctx, notices, sessionId } = await signedInAtSite();
  const startMs = Date.now();
  await endSession(ctx, sessionId);
  const received: number[] = [];
  let waiting: { body: LogoutNotice; attempts: number; dueMinute: number }[] = [];
  for (let minute = 0; minute <= untilMinute; minute += 1) {
    const timed = { ...ctx, now: () => startMs + minute * 60_000 };
    answer = () => {
      if (minute < downUntilMinute) return new Response(null, { status: 503 });
      received.push(minute);
      return new Response(null, { status: 200 });
    };
    if (minute % 10 === 0 && minute > 0) await sweepLogouts(timed);
    waiting.push(...notices.splice(0).map((body) => ({ body, attempts: 1, dueMinute: minute })));
    const due = waiting.filter(({ dueMinute }) => dueMinute <= minute);
    waiting = waiting.filter((message) => !due.includes(message));
    const retry = (body: LogoutNotice, attempts: number, { delaySeconds = 0 } = {}) =>
      waiting.push({ body, attempts: attempts + 1, dueMinute: minute + 5 + delaySeconds / 60 });
    for (const { body, attempts } of due)
      await deliverLogouts(timed, [
        {
          body,
          attempts,
          ack: () => undefined,
          retry: (options) => retry(body, attempts, options),
        },
      ]);
  }
  return received;
}

describe('a site that is down', () => {
  it('gets one logout token when it is back, however slow the queue is', async () => {
    expect(await passTime(120, 33)).toHaveLength(1);
  });

  it('gets none once every retry has failed', async () => {
    expect(await passTime(120, 60)).toEqual([]);
  });
});

describe('a logout token', () => {
  it('has the claims of section 2.4, no nonce, and the type logout+jwt', async () => {
    const ctx = makeContext();
    const notice = await noticeFor();
    const message = attempt(notice);
    await deliverLogouts(ctx, [message]);
    expect(message.ack).toHaveBeenCalledOnce();
    const [call] = calls;
    expect([call?.method, call?.url]).toEqual(['POST', RECEIVER]);
    expect(call?.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded');
    expect(call?.redirect).toBe('manual');
    const form = new URLSearchParams(await call?.text());
    expect([...form.keys()]).toEqual(['logout_token']);
    const keys = createLocalJWKSet({ keys: await publishedJwks(ctx, 'oidc') });
    const { payload } = await jwtVerify(form.get('logout_token')!, keys, {
      algorithms: ['RS256'],
      typ: 'logout+jwt',
      issuer: ORIGIN,
      audience: notice.clientId,
    });
    expect(payload).toEqual({
      iss: ORIGIN,
      aud: notice.clientId,
      sub: notice.subject,
      sid: notice.sessionId,
      iat: expect.any(Number),
      exp: payload.iat! + 120,
      jti: expect.stringMatching(/^[\w-]{22}$/),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  it('also announces that the age the site received was withdrawn (D-75)', async () => {
    const ctx = makeContext();
    await deliverLogouts(ctx, [attempt({ ...(await noticeFor()), ageWithdrawn: true })]);
    const form = new URLSearchParams(await calls[0]?.text());
    expect(decodeJwt(form.get('logout_token')!)['events']).toEqual({
      'http://schemas.openid.net/event/backchannel-logout': {},
      'https://schemas.openid.net/secevent/caep/event-type/token-claims-change': {
        event_timestamp: expect.any(Number),
        claims: { age_verified: false },
      },
    });
  });

  it('for a withdrawn age, which has no row, is kept for two days while it cannot be signed', async () => {
    const notice: LogoutNotice = { ...(await noticeFor()), ageWithdrawn: true };
    const base = makeContext();
    const send = vi.fn<(body: LogoutNotice, options: object) => Promise<void>>(async () => {});
    const logouts = { send } as unknown as Queue<LogoutNotice>;
    // No key can be decrypted, so the token cannot be signed.
    const config = { ...base.config, keyEncryptionKey: { current: new Uint8Array(3) } };
    const ctx = { ...base, config, queues: { ...base.queues, logouts } };
    const last = attempt(notice, 5);
    await deliverLogouts(ctx, [last]);
    expect(send.mock.calls).toEqual([
      [{ ...notice, sinceMs: expect.any(Number) }, { delaySeconds: 1800 }],
    ]);
    expect([last.ack.mock.calls.length, last.retry.mock.calls.length]).toEqual([1, 0]);
    await deliverLogouts(ctx, [attempt({ ...notice, sinceMs: Date.now() - 2 * 86_400_000 }, 5)]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is sent again after 5xx, 429 and silence, at most four times', async () => {
    const notice = await noticeFor();
    const failures: (() => Response | Promise<Response>)[] = [
      () => new Response(null, { status: 500 }),
      () => new Response(null, { status: 429 }),
      () => Promise.reject(new DOMException('too slow', 'TimeoutError')),
    ];
    for (const failure of failures) {
      answer = failure;
      const message = attempt(notice);
      await deliverLogouts(makeContext(), [message]);
      expect(message.retry).toHaveBeenCalledWith({ delaySeconds: 10 });
      expect(message.ack).not.toHaveBeenCalled();
    }
    const last = attempt(notice, 5);
    await deliverLogouts(makeContext(), [last]);
    expect(last.ack).toHaveBeenCalledOnce();
    expect(last.retry).not.toHaveBeenCalled();
  });

  it('is not sent again when the site refuses it, and never follows a redirect (S-28, Zitadel CVE-2026-27945)', async () => {
    const notice = await noticeFor();
    for (const status of [204, 400, 404, 501 - 100, 302]) {
      const headers: HeadersInit = status === 302 ? { Location: 'http://169.254.169.254/' } : {};
      answer = () => new Response(null, { status, headers });
      const message = attempt(notice);
      await deliverLogouts(makeContext(), [message]);
      expect(message.ack).toHaveBeenCalledOnce();
    }
    expect(new Set(calls.map(({ url }) => url))).toEqual(new Set([RECEIVER]));
  });

  it('waits for a site for five seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await deliverLogouts(makeContext(), [attempt(await noticeFor())]);
    expect(timeout).toHaveBeenCalledWith(5000);
    expect(calls[0]?.signal).toBeDefined();
    timeout.mockRestore();
  });

  it('is not sent to a removed site or to an internal address (S-28, Zitadel CVE-2026-55671)', async () => {
    const gone = attempt({ clientId: 'xoc_gone', subject: 'xid_1', sessionId: 's' });
    const inside = attempt(await noticeFor('https://169.254.169.254/latest'));
    await deliverLogouts(makeContext(), [gone, inside]);
    expect(calls).toEqual([]);
    expect(gone.ack).toHaveBeenCalledOnce();
    expect(inside.ack).toHaveBeenCalledOnce();
  });
});

describe('a logout token of a client with id_token_signed_response_alg ES256', () => {
  it('is signed as its ID tokens are (Back-Channel Logout 1.0, 2.6; D-153)', async () => {
    const notice = await noticeFor();
    await env.DB.prepare("UPDATE oauth_clients SET id_token_alg = 'ES256' WHERE id = ?")
      .bind(notice.clientId)
      .run();
    const ctx = makeContext();
    await deliverLogouts(ctx, [attempt(notice)]);
    const token = new URLSearchParams(await calls[0]!.text()).get('logout_token') ?? '';
    const keys = (await publishedJwks(ctx, 'oidc_es256')).map((key) => ({ ...key }));
    await expect(
      jwtVerify(token, createLocalJWKSet({ keys }), {
        algorithms: ['ES256'],
        typ: 'logout+jwt',
        issuer: ORIGIN,
        audience: notice.clientId,
      }),
    ).resolves.toBeTruthy();
  });
});
