// The deletion receipt (D-85): a signed statement of what happened to a session's pictures.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeProtectedHeader } from 'jose';
import { verifyReceipt, type ReceiptKeys } from '../../../sdk/src/receipts.ts';
import { encodeBase64Url, encodeUtf8 } from '../../../src/crypto/encoding.ts';
import { call, get, post, VALID_INIT, type Reply } from '../../support/customer/api.ts';
import { EdgeVisit, looksEight } from '../../support/visitor/edge-visit.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { goTo, reachAge } from '../../support/visitor/hosted.ts';
import { MODELS } from '../../support/visitor/scripted-face.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ISSUER = 'http://localhost:8787';
interface Jwk {
  kid: string;
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const NOT_FOUND = { code: 'NOT_FOUND', message: expect.any(String) };

const urlPath = (url: string): string => new URL(url).pathname;

async function passed(fields: Record<string, unknown> = {}): Promise<EdgeVisit> {
  const visit = await EdgeVisit.begin(fields);
  await visit.pass();
  return visit;
}

/** The receipt of a session that has ended. */
async function receiptOf(visit: EdgeVisit): Promise<string> {
  return (await visit.read(urlPath((await visit.result()).receipt))).text();
}

const KEYS = '/.well-known/receipt-keys.json';

/**
 * Verifies a receipt with the keys that the same service publishes, since another isolate may cache
 * the keys of an earlier test.
 */
async function verified(visit: EdgeVisit, receipt: string, token?: string) {
  const jwks = await (await visit.read(KEYS)).json<ReceiptKeys>();
  return verifyReceipt(receipt, { jwks, issuer: ISSUER, ...(token !== undefined && { token }) });
}

/**
 * Cancels a check while its pictures are being measured. The measurement lasts until `face.release`
 * is called.
 */
async function cancelWhileMeasured() {
  const visit = await EdgeVisit.begin();
  await visit.move();
  const face = visit.face.hold();
  const revealed = visit.reveal();
  await face.arrived;
  await visit.browser.step('cancel');
  return { visit, face, revealed };
}

describe('the receipt of a check that was measured at the edge', () => {
  it('is named in the event at the end of the session, which webhooks deliver, as in the result', async () => {
    const visit = await passed();
    const result = await visit.result();
    expect(result.receipt).toBe(`${ISSUER}/verify/v1/receipts/${result.token}`);
    await eventually(async () => {
      const { data } = await visit.ask('/api/v1/events');
      expect(data).toEqual([expect.objectContaining({ type: 'session.success', data: result })]);
    });
  });

  it('says what was received, what measured it, how it ended and that it was deleted', async () => {
    const visit = await EdgeVisit.begin({ user_id: 'u-1842', metadata: 'order 7' });
    const moved = await visit.move();
    const first = visit.hashesOf(moved.body.data.reveal.times);
    await visit.reveal();
    const estimated = await visit.estimate();
    const second = visit.hashesOf(estimated.body.data.reveal.times);
    await visit.reveal();
    const { token } = await visit.result();
    const entry = { uploads: 1, received_at: TIME, dropped_at: TIME };
    const receipt = await receiptOf(visit);
    expect(await verified(visit, receipt, token)).toEqual({
      iss: ISSUER,
      session: encodeBase64Url(await crypto.subtle.digest('SHA-256', encodeUtf8(token))),
      status: 'success',
      decided_at: TIME,
      policy: expect.any(String),
      received: [
        { step: 'liveness', pictures: first.length, hashes: first, ...entry },
        { step: 'age', pictures: second.length, hashes: second, ...entry },
      ],
      models: Object.entries(MODELS).map(([file, sha256]) => ({ file, sha256 })),
    });
    const [, statement = ''] = receipt
      .split('.')
      .map((part) => atob(part.replaceAll(/[-_]/g, '+')));
    expect(statement).not.toMatch(/u-1842|order 7|xtk_|xit_|gate/);
  });

  it('is identical each time, at its URL and in the visitor’s file', async () => {
    const visit = await passed();
    const receipt = await receiptOf(visit);
    goTo(60_000);
    expect(await receiptOf(visit)).toBe(receipt);
    const file = await visit.read(`/v/sessions/${visit.browser.sessionId}/receipt`, {
      Cookie: visit.browser.cookieHeader,
    });
    expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="receipt.txt"');
    expect(file.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(file.headers.get('Cache-Control')).toBe('no-store');
    const text = await file.text();
    expect(text.trim().split('\n').at(-1)).toBe(receipt);
    expect(JSON.parse(text.slice(0, text.lastIndexOf('}') + 1))).toEqual(
      await verified(visit, text),
    );
  });

  it('is in the result at its place, and in the view of the page', async () => {
    const visit = await passed();
    const result = await visit.result();
    const names = Object.keys(result);
    expect(names.slice(names.indexOf('measured'))).toEqual([
      'measured',
      'receipt',
      'created_at',
      'completed_at',
      'expires_at',
    ]);
    expect(result.receipt).toBe(`${ISSUER}/verify/v1/receipts/${result.token}`);
    expect((await visit.browser.view()).body.data.outcome).toMatchObject({ receipt: true });
  });

  it('lists only pictures that match their commitments', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const visit = await EdgeVisit.begin();
    const { times } = (await visit.move()).body.data.reveal as { times: number[] };
    const kept = new Map(visit.kept);
    const [swapped = 0, ...others] = times;
    const hashes = visit.hashesOf(others);
    kept.set(swapped, { jpeg: visit.kept.get(others[0]!)!.jpeg, hash: '' });
    await visit.reveal(kept);
    await visit.browser.step('cancel');
    expect(await verified(visit, await receiptOf(visit))).toMatchObject({
      status: 'canceled',
      received: [{ pictures: times.length, hashes }],
    });
  });

  it('counts pictures that could not be measured as well', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const visit = await EdgeVisit.begin();
    const { times } = (await visit.move()).body.data.reveal;
    visit.face.failure = new Error('away');
    await visit.reveal();
    await visit.browser.step('cancel');
    expect(await verified(visit, await receiptOf(visit))).toMatchObject({
      status: 'canceled',
      received: [{ step: 'liveness', pictures: times.length, uploads: 1, hashes: [] }],
      models: [],
    });
  });

  it('has one entry for pictures that were sent twice', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const visit = await EdgeVisit.begin();
    await visit.move();
    visit.face.failure = new Error('away');
    await visit.reveal();
    visit.face.failure = undefined;
    await visit.reveal();
    await visit.estimate(looksEight);
    await visit.reveal();
    const { status, received } = await verified(visit, await receiptOf(visit));
    expect(status).toBe('failed');
    expect(received.map(({ step, uploads }) => [step, uploads])).toEqual([
      ['liveness', 2],
      ['age', 1],
    ]);
  });

  it('is delayed while a picture is still being measured when the session ends', async () => {
    const { visit, face, revealed } = await cancelWhileMeasured();
    const path = urlPath((await visit.result()).receipt);
    expect((await visit.read(path)).status).toBe(409);
    face.release();
    expect((await revealed).status).toBe(409);
    const { received } = await verified(visit, await (await visit.read(path)).text());
    expect(received).toHaveLength(1);
    expect(received[0]?.hashes).toHaveLength(received[0]?.pictures ?? 0);
  });

  it('gives the latest time of deletion if a measurement has not returned', async () => {
    const { visit, face, revealed } = await cancelWhileMeasured();
    goTo(30_000);
    const [entry] = (await verified(visit, await receiptOf(visit))).received;
    const seconds = Date.parse(entry!.dropped_at) - Date.parse(entry!.received_at);
    expect(seconds).toBe(30_000);
    expect(entry?.hashes).toEqual([]);
    face.release();
    await revealed;
  });
});

describe('no receipt exists', () => {
  const expectNone = (reply: Reply) => {
    expect(reply.status).toBe(404);
    expect(reply.body.error).toEqual(NOT_FOUND);
    return reply.body.error;
  };

  it('for anybody without the result token, and no answer tells why', async () => {
    const visit = await passed();
    const { token } = await visit.result();
    const other = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    const errors = [
      expectNone(await get(`/verify/v1/receipts/${other}`)),
      expectNone(await get(`/verify/v1/receipts/${visit.token}`)),
      expectNone(await get(`/verify/v1/receipts/xtk_${'A'.repeat(86)}`)),
      expectNone(await get('/verify/v1/receipts/nonsense')),
    ];
    expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
  });

  it('before the verdict', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    const result = await visit.result();
    expect(result).not.toHaveProperty('receipt');
    expectNone(await get(`/verify/v1/receipts/${result.token}`));
    expectNone(await visit.browser.get(`/v/sessions/${visit.browser.sessionId}/receipt`));
  });

  it('for a session that received no picture: on the device, or settled in the sandbox', async () => {
    const { secret } = await makeTenant();
    const begun = await post('/verify/v1/init', VALID_INIT, secret);
    const { token } = begun.body.data;
    const { browser } = await reachAge(token);
    await browser.step('cancel');
    const done = (await get(`/verify/v1/result/${token}`, secret)).body.data;
    expect(done).toMatchObject({ status: 'canceled', measured: 'device' });
    const sandbox = await EdgeVisit.begin({}, { test: true });
    await sandbox.browser.step('sandbox', { outcome: 'success' });
    const settled = await sandbox.result();
    expect(settled).toMatchObject({ verified: true, test: true });
    for (const result of [done, settled]) {
      expect(result).not.toHaveProperty('receipt');
      expectNone(await get(`/verify/v1/receipts/${result.token}`));
    }
    expectNone(await browser.get(`/v/sessions/${browser.sessionId}/receipt`));
  });

  it('after erasure', async () => {
    const visit = await passed();
    const { token } = await visit.result();
    expect((await visit.erase()).status).toBe(200);
    expectNone(await get(`/verify/v1/receipts/${token}`));
  });

  it('for a browser without the session', async () => {
    const [mine, yours] = [await passed(), await passed()];
    const path = `/v/sessions/${mine.browser.sessionId}/receipt`;
    expect((await yours.browser.get(path)).status).toBe(401);
  });
});

describe('a receipt', () => {
  it('of a test session is marked as such', async () => {
    const visit = await EdgeVisit.begin({}, { test: true });
    await visit.pass();
    expect(await verified(visit, await receiptOf(visit))).toMatchObject({ test: true });
  });

  it('of another tenant’s session does not verify for a token of this one', async () => {
    const [mine, yours] = [await passed(), await passed()];
    const { token } = await mine.result();
    await expect(verified(yours, await receiptOf(yours), token)).rejects.toThrow('another session');
  });

  it('is neither an ID token nor an access token: its keys sign nothing else, and it has its own type', async () => {
    const visit = await passed();
    const receipt = await receiptOf(visit);
    const { kid, typ } = decodeProtectedHeader(receipt);
    expect(typ).toBe('agate-receipt+jwt');
    const { keys } = await (await visit.read('/.well-known/jwks.json')).json<{ keys: Jwk[] }>();
    expect(keys.map((key) => key.kid)).not.toContain(kid);
    const headers = { Authorization: `Bearer ${receipt}` };
    for (const path of ['/oauth/userinfo', '/admin/v1/accounts', '/dashboard/v1/settings'])
      expect((await visit.read(path, headers)).status).toBe(401);
  });

  it('can be verified with keys that any page may read', async () => {
    const reply = await call(KEYS, { headers: { Origin: 'https://shop.example' } });
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(reply.headers.get('Cache-Control')).toBe('public, max-age=3600');
  });
});
