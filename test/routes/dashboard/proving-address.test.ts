// Several customers may sign up with one email address until one of them confirms it, which ends
// the other customers (D-79).
import { env, exports } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { endUnprovenCustomers } from '../../../src/domain/customers/staff-authentication/unproven-customers.ts';
import { writeToLedger } from '../../../src/domain/platform/ledgers/volumes.ts';
import { firstIdAt } from '../../../src/domain/platform/request-log/line.ts';
import english from '../../../src/http/pages/locales/en.json' with { type: 'json' };
import { post, VALID_INIT } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { linksTo } from '../../support/account/mails.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { CHOSEN, prove, signUp } from '../../support/customer/unproven.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';

const EMAIL = 'vera@cellar.example';
/** A line of the request log. */
const LINE = {
  id: firstIdAt(Date.now()),
  request_id: 'req_1',
  method: 'POST',
  route: '/verify/v1/init',
  status: 201,
  code: null,
  duration_ms: 3,
};
const DAY_MS = 86_400_000;
const PAGE = 'http://localhost:8787/dashboard/v1/auth/verify-page';

const verify = (token: string, password = CHOSEN) =>
  ask('POST', '/auth/verify-email', undefined, { token, password });
const makeKey = async (token: string): Promise<string> =>
  (await ask('POST', '/api-keys', token, { name: 'first' })).body.data.key;
const initStatus = async (key: string) => (await post('/verify/v1/init', VALID_INIT, key)).status;
const meStatus = async (token: string) => (await ask('GET', '/auth/me', token)).status;
const tenantsLeft = async () => {
  const { results } = await env.DB.prepare(
    'SELECT id, ended_at_ms IS NOT NULL AS isEnded FROM tenants ORDER BY rowid',
  ).all<{ id: string; isEnded: number }>();
  return Object.fromEntries(results.map(({ id, isEnded }) => [id, isEnded === 1]));
};

/** Signs up an impostor and the owner with one address. */
async function twoSignUps() {
  const impostor = await signUp(EMAIL, { password: 'amber-kettle-77-harbour', ip: '192.0.2.66' });
  const owner = await signUp(EMAIL);
  const [theirs = '', own = ''] = await linksTo(EMAIL, 2);
  return { impostor, owner, theirs, own };
}

describe('confirming an address (D-79)', () => {
  it('ends every other sign-up with it: keys, sessions and passwords', async () => {
    const { impostor, owner, own } = await twoSignUps();
    const [stolen, key] = [await makeKey(impostor.token), await makeKey(owner.token)];
    expect(await initStatus(stolen)).toBe(201);
    expect((await verify(own)).status).toBe(200);
    expect([await initStatus(stolen), await initStatus(key)]).toEqual([401, 201]);
    expect([await meStatus(impostor.token), await meStatus(owner.token)]).toEqual([404, 200]);
    const login = { email: EMAIL, password: impostor.password, tenant_id: impostor.tenantId };
    expect((await ask('POST', '/auth/login', undefined, login)).status).toBe(401);
    const mine = await ask('POST', '/auth/login', undefined, { email: EMAIL, password: CHOSEN });
    expect(mine.body.data.user.tenant_id).toBe(owner.tenantId);
  });

  it('requires the password of that very sign-up, so that the owner cannot be led to confirm another’s', async () => {
    const { impostor, theirs } = await twoSignUps();
    expect((await verify(theirs, CHOSEN)).body.error?.code).toBe('INVALID_CREDENTIALS');
    expect((await ask('GET', '/auth/me', impostor.token)).body.data.email_verified).toBe(false);
  });

  it('is refused once somebody else has confirmed it, on a page that says so', async () => {
    const { impostor, theirs, own } = await twoSignUps();
    await verify(own);
    const refused = await verify(theirs, impostor.password);
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT']);
    const page = await exports.default.fetch(
      new Request(PAGE, {
        method: 'POST',
        headers: {
          Origin: 'http://localhost:8787',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ token: theirs, password: impostor.password }).toString(),
      }),
    );
    expect(page.status).toBe(422);
    expect(await page.text()).toContain(english['confirm.taken_text']);
  });

  it('leaves a later sign-up with it alone, so that its keys reveal nothing', async () => {
    const { own } = await twoSignUps();
    await verify(own);
    const later = await signUp(EMAIL, { ip: '192.0.2.67' });
    const key = await makeKey(later.token);
    expect((await verify(own)).status).toBe(200);
    expect(await initStatus(key)).toBe(201);
  });

  it('succeeds for one of five concurrent requests', async () => {
    const signedUp = [];
    for (let n = 0; n < 5; n += 1) signedUp.push(await signUp(EMAIL, { ip: `192.0.2.${n}` }));
    const links = await linksTo(EMAIL, 5);
    const replies = await Promise.all(links.map((link) => verify(link)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
    const winner = signedUp[replies.findIndex(({ status }) => status === 200)];
    const { results } = await env.DB.prepare(
      'SELECT tenant_id FROM staff WHERE email_verified_at_ms IS NOT NULL',
    ).all();
    expect(results).toEqual([{ tenant_id: winner?.tenantId }]);
    expect(Object.values(await tenantsLeft()).filter((isEnded) => isEnded)).toHaveLength(4);
  });

  it('by an invitation ends sign-ups with the address as well', async () => {
    const tenant = await makeDashboardTenant();
    const impostor = await signUp(EMAIL);
    const key = await makeKey(impostor.token);
    const wish = { email: EMAIL, role: 'developer' };
    await ask('POST', '/team/invitations', tenant.owner.token, wish);
    const [, token = ''] = await linksTo(EMAIL, 2);
    const accepted = { token, password: CHOSEN };
    const joined = await ask('POST', '/auth/accept-invitation', undefined, accepted);
    expect(joined.body.data.user.tenant_id).toBe(tenant.id);
    expect([await initStatus(key), await meStatus(impostor.token)]).toEqual([401, 404]);
  });
});

describe('a customer whose address nobody confirms (D-79)', () => {
  const later = async (days: number, act: () => Promise<void>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
    try {
      await act();
    } finally {
      vi.useRealTimers();
    }
  };
  const sweep = () => endUnprovenCustomers(makeContext());

  it('ends after a month, and no other customer does', async () => {
    const byOperators = await makeTenant();
    const proved = await signUp('proved@cellar.example');
    await prove(proved);
    const old = await signUp(EMAIL);
    const key = await makeKey(old.token);
    await later(29, async () => {
      await sweep();
      expect(Object.values(await tenantsLeft())).toEqual([false, false, false]);
    });
    expect(await initStatus(key)).toBe(201);
    await later(31, async () => {
      await sweep();
      expect(await tenantsLeft()).toEqual({
        [byOperators.id]: false,
        [proved.tenantId]: false,
        [old.tenantId]: true,
      });
    });
    expect(await initStatus(key)).toBe(401);
    const { results } = await env.DB.prepare('SELECT tenant_id FROM staff').all();
    expect(results).toEqual([{ tenant_id: proved.tenantId }]);
  });

  it('is deleted with its keys and its confirmed names once the rows of its sessions are deleted', async () => {
    const { tenantId, token } = await signUp(EMAIL);
    await makeKey(token);
    await env.DB.prepare("INSERT INTO confirmed_names VALUES (?, 'Google', 1)")
      .bind(tenantId)
      .run();
    const { row, ...event } = sessionEvent('a'.repeat(64), 'success', 0);
    await consumeSessionEvents(makeContext(), [{ ...event, row: { ...row, tenantId } }]);
    await later(31, sweep);
    await later(40, sweep);
    expect(await tenantsLeft()).toEqual({ [tenantId]: true });
    await env.DB.prepare('DELETE FROM verification_sessions').run();
    await later(40, sweep);
    expect(await tenantsLeft()).toEqual({});
    for (const table of ['api_keys', 'confirmed_names'])
      expect((await env.DB.prepare(`SELECT * FROM ${table}`).all()).results).toEqual([]);
  });

  it('is deleted with its ledgers in both modes', async () => {
    const { tenantId } = await signUp(EMAIL);
    const note = (test: boolean) =>
      writeToLedger(
        makeContext(),
        { tenantId, test },
        {
          write: (ledger) => ledger.noteRequests([LINE], 365 * DAY_MS),
          keptDays: 365,
        },
      );
    await Promise.all([note(false), note(true)]);
    const volumes = ['live', 'test'].map((mode) =>
      env.LEDGER.get(env.LEDGER.idFromName(`${tenantId}:${mode}:1`)),
    );
    const page = { onlyErrors: false, from: 0, before: undefined, limit: 10 };
    const lines = async () =>
      (await Promise.all(volumes.map((volume) => volume.readRequests(page)))).flat().length;
    expect(await lines()).toBe(2);
    await later(31, sweep);
    await later(40, sweep);
    expect(await tenantsLeft()).toEqual({});
    expect(await lines()).toBe(0);
    expect((await env.DB.prepare('SELECT * FROM ledger_volumes').all()).results).toEqual([]);
  });
});
