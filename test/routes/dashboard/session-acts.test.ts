// Staff actions on one session (D-120): retaking it (D-89), erasing the person's data, saving the
// receipt (D-85).
import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyReceipt, type ReceiptKeys } from '../../../sdk/src/receipts.ts';
import { call, get, init, post } from '../../support/customer/api.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { THINGS } from '../../support/staff/dashboard-things.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { failedToken, openIn } from '../../support/customer/retakes.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});
afterEach(() => void vi.useRealTimers());

const fileOf = async (token: string) =>
  (await ask('GET', `/sessions/${token}`, tenant.owner.token)).body.data;
const retake = (token: string) => ask('POST', `/sessions/${token}/retake`, tenant.owner.token);
const erase = (token: string) => ask('DELETE', `/sessions/${token}/data`, tenant.owner.token);
const failed = (fields: object = {}) => failedToken(tenant, fields);
const settled = async (status: string): Promise<string> => {
  const token = await init(tenant.testSecret, { user_id: 'person-1', metadata: 'secret-2' });
  await post(`/verify/v1/sandbox/${token}/outcome`, { status }, tenant.testSecret);
  return token;
};

const saveReceipt = (token: string, of: DashboardTenant = tenant) =>
  exports.default.fetch(
    new Request(`http://localhost:8787/dashboard/v1/sessions/${token}/receipt`, {
      headers: { Authorization: `Bearer ${of.owner.token}` },
    }),
  );

async function entries(action: string) {
  const { results } = await env.DB.prepare(
    'SELECT staff_id, target_type, target_id FROM audit_entries WHERE tenant_id = ? AND action = ?',
  )
    .bind(tenant.id, action)
    .all();
  return results;
}

describe('POST /dashboard/v1/sessions/{token}/retake', () => {
  it('answers with a new link, which opens, and the session that it retakes', async () => {
    const first = await failed({ user_id: 'u-1', min_age: 21 });
    expect((await fileOf(first)).retake).toBe('possible');
    const { status, body } = await retake(first);
    expect([status, Object.keys(body.data)]).toEqual([200, ['verify_url', 'previous']]);
    const link = String(body.data.verify_url.split('/').at(-1));
    const browser = await openIn(link);
    expect((await browser.view()).body.data.request.gate).toBe(21);
    const next = (await get(`/verify/v1/result/${link}`, tenant.secret)).body.data;
    expect(next).toMatchObject({ previous: body.data.previous, external_user_id: 'u-1' });
    expect(await fileOf(body.data.previous)).toMatchObject({
      status: 'retaken',
      retake: 'retaken',
    });
  });

  it('answers a repeat with the same Idempotency-Key with the same link, and audits it once', async () => {
    const first = await failed();
    const send = () =>
      call(`/dashboard/v1/sessions/${first}/retake`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tenant.owner.token}`, 'Idempotency-Key': 'press-1' },
      });
    const [one, again] = [await send(), await send()];
    expect([one.status, again.status]).toEqual([200, 200]);
    expect(again.body.data).toEqual(one.body.data);
    expect(await entries('session.retake')).toHaveLength(1);
  });

  it('records in the audit log who did it and the session, never a token', async () => {
    await retake(await failed());
    expect(await entries('session.retake')).toEqual([
      {
        staff_id: tenant.owner.id,
        target_type: 'session',
        target_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it.each([
    ['running', () => init(tenant.secret)],
    ['test', () => settled('failed')],
    ['retaken', async () => (await retake(await failed())).body.data.previous],
  ] as const)(
    'refuses one that is %s with 409, as its details say, without an audit entry',
    async (why, make) => {
      const token = await make();
      expect((await fileOf(token)).retake).toBe(why);
      const before = await entries('session.retake');
      const { status, body } = await retake(token);
      expect([status, body.error?.code]).toEqual([409, 'RETAKE_NOT_ALLOWED']);
      expect(await entries('session.retake')).toEqual(before);
    },
  );

  it('applies the current settings, and is refused by them as at init (D-57)', async () => {
    const first = await failed();
    await ask('PATCH', '/settings', tenant.owner.token, {
      callback_origins: ['https://other.example'],
    });
    const { status, body } = await retake(first);
    expect([status, body.error?.code]).toEqual([400, 'INVALID_CALLBACK_URL']);
    expect((await fileOf(first)).status).toBe('failed');
  });
});

describe('DELETE /dashboard/v1/sessions/{token}/data', () => {
  it('erases the personal data, also of a test session, and keeps outcome and timeline', async () => {
    const token = await settled('success');
    const { status, body } = await erase(token);
    expect([status, body.data]).toEqual([200, { erased: true }]);
    const file = await fileOf(token);
    expect(file).toMatchObject({ status: 'success', erased_at: expect.any(String) });
    expect(JSON.stringify(file)).not.toMatch(/person-1|secret-2/);
    expect([file.receipt, file.retake]).toEqual([undefined, undefined]);
    expect((await get(`/verify/v1/result/${token}`, tenant.testSecret)).status).toBe(404);
  });

  it('answers a repeat in the same way, with one audit entry', async () => {
    const token = await settled('failed');
    for (let n = 0; n < 2; n += 1)
      expect(await erase(token)).toMatchObject({ status: 200, body: { data: { erased: true } } });
    expect(await entries('session.erase')).toEqual([
      { staff_id: tenant.owner.id, target_type: 'session', target_id: expect.any(String) },
    ]);
  });

  it('refuses a running session with 409 and leaves it as it is', async () => {
    const token = await init(tenant.secret, { user_id: 'person-1' });
    const { status, body } = await erase(token);
    expect([status, body.error?.code]).toEqual([409, 'CONFLICT']);
    expect(await entries('session.erase')).toEqual([]);
    expect(await fileOf(token)).toMatchObject({ status: 'pending', external_user_id: 'person-1' });
  });
});

describe('GET /dashboard/v1/sessions/{token}/receipt', () => {
  it('is the file that the visitor could save: readable text, signed in its last line', async () => {
    const token = await THINGS['/sessions']!(tenant);
    const file = await saveReceipt(token);
    expect([file.status, file.headers.get('Content-Disposition')]).toEqual([
      200,
      'attachment; filename="receipt.txt"',
    ]);
    const text = await file.text();
    const { receipt } = await fileOf(token);
    const published = await exports.default.fetch(new Request(receipt));
    expect(text.trim().split('\n').at(-1)).toBe(await published.text());
    const keys = new Request('http://localhost:8787/.well-known/receipt-keys.json');
    const jwks = await (await exports.default.fetch(keys)).json<ReceiptKeys>();
    const statement = await verifyReceipt(text, { jwks, issuer: 'http://localhost:8787', token });
    expect(statement).toMatchObject({ status: 'failed', received: [{ step: 'liveness' }] });
  });

  it('is 404 without pictures, and once the session is erased', async () => {
    const plain = await failed();
    expect([(await fileOf(plain)).receipt, (await saveReceipt(plain)).status]).toEqual([
      undefined,
      404,
    ]);
    const token = await THINGS['/sessions']!(tenant);
    expect((await saveReceipt(token)).status).toBe(200);
    await erase(token);
    expect((await saveReceipt(token)).status).toBe(404);
  });

  it('is only for the customer’s own staff, although anyone with the receipt’s URL can read the receipt itself', async () => {
    const token = await THINGS['/sessions']!(tenant);
    const stranger = await makeDashboardTenant();
    expect((await saveReceipt(token, stranger)).status).toBe(404);
    await eventually(async () => expect((await saveReceipt(token)).status).toBe(200));
  });
});
