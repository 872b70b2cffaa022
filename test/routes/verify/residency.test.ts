// A customer in the EU (D-172): at every step, every object that stores data about the customer's
// visitors is addressed in the EU. The local runtime has no jurisdictions, so prefixed object names
// stand in for them (src/objects/residence.ts).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { parseToken } from '../../../src/crypto/capability-token.ts';
import { isBlocked } from '../../../src/domain/faces/blocked-faces/is-blocked.ts';
import { describePhoto } from '../../../src/domain/faces/face-templates/describe-photo.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { regionWithin } from '../../../src/domain/terms/visitor-region.ts';
import { attemptLimit } from '../../../src/domain/verification/attempts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import { ask as askDashboard, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { verifyReceipt, type ReceiptKeys } from '../../../sdk/src/receipts.ts';
import { get, post, VALID_INIT } from '../../support/customer/api.ts';
import { FaceBackend } from '../../support/customer/face-backend.ts';
import { failedToken, failSession, retake } from '../../support/customer/retakes.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { replaceMethods } from '../../support/faults/faulty-env.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { photoOf } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

/** The bindings of objects that belong to customers and are addressed by name. */
const NAMED = ['IDEMPOTENCY_RECORD', 'ATTEMPT_COUNT', 'BLOCK_LIST', 'PICTURE_LEDGER', 'LEDGER'];

/** An env that records the names by which customers' objects are addressed. */
function notingEnv(names: string[]): Env {
  const noted = NAMED.map((binding) => [
    binding,
    replaceMethods(Reflect.get(env, binding) as DurableObjectNamespace, (method, call) =>
      method === 'idFromName'
        ? (name: unknown) => {
            names.push(`${binding} ${String(name)}`);
            return call(name);
          }
        : undefined,
    ),
  ]);
  return { ...env, ...(Object.fromEntries(noted) as object), REQUEST_LOG_DAYS: '7' } as Env;
}

/** Runs a check for a customer that blocks faces and limits attempts. */
async function checkOf(residency: 'none' | 'eu') {
  const customer = await makeTenant({ residency });
  const names: string[] = [];
  const around = notingEnv(names);
  const bind = (FACE: Env['FACE']): Env => ({ ...around, FACE });
  const backend = new FaceBackend(customer);
  await backend.within(bind(backend.face.binding)).block(photoOf('eve'));
  const consent = { notice: NOTICE.version, faces: { compared: true } };
  const visit = await EdgeVisit.begin({ user_id: 'user-1' }, { customer, consent, bind });
  await visit.pass();
  expect(await visit.result()).toMatchObject({ status: 'success' });
  return { customer, own: names.filter((name) => name.includes(customer.id)) };
}

/** Whether the object with this name stores anything. */
const isStored = (namespace: DurableObjectNamespace, name: string): Promise<boolean> =>
  runInDurableObject(
    namespace.get(namespace.idFromName(name)),
    (_object, { storage }) => [...storage.kv.list()].length > 0,
  );

it('a whole check addresses the objects of its customer in the EU alone', async () => {
  const { own } = await checkOf('eu');
  expect(new Set(own.map((name) => name.split(' ')[0]))).toEqual(
    new Set(['BLOCK_LIST', 'LEDGER', 'PICTURE_LEDGER']),
  );
  expect(own.filter((name) => !name.includes(' eu:'))).toEqual([]);
});

it('the same check of another customer addresses none of them there', async () => {
  const { own } = await checkOf('none');
  expect(own.length).toBeGreaterThan(2);
  expect(own.filter((name) => name.includes('eu:'))).toEqual([]);
});

it('a session counts the attempts of its person where it is itself', async () => {
  for (const [residency, other] of [
    ['eu', 'none'],
    ['none', 'eu'],
  ] as const) {
    const { customer } = await checkOf(residency);
    const { of } = (await attemptLimit({ id: customer.id, residency }, 3, 'user-1'))!;
    const named = { eu: `eu:${of}`, none: of };
    expect(await isStored(env.ATTEMPT_COUNT, named[residency])).toBe(true);
    expect(await isStored(env.ATTEMPT_COUNT, named[other])).toBe(false);
  }
});

it('the lines of the request log are in the EU, and its members read them', async () => {
  const { id, secret, owner } = await makeDashboardTenant({ residency: 'eu' });
  const keepsLines = serviceWith({ ...env, REQUEST_LOG_DAYS: '7' } as Env);
  const headers = { 'X-API-Key': secret };
  await keepsLines(new Request('http://localhost:8787/verify/v1/result/xtk_none', { headers }));
  const { body } = await askDashboard('GET', '/requests', owner.token);
  expect(body.data).toHaveLength(1);
  expect(await isStored(env.LEDGER, `eu:${id}:live:1`)).toBe(true);
  expect(await isStored(env.LEDGER, `${id}:live:1`)).toBe(false);
});

it('a member who removes a blocked face clears the list that is in the EU', async () => {
  const tenant = await makeDashboardTenant({ residency: 'eu' });
  const backend = new FaceBackend(tenant);
  await backend.block(photoOf('eve'));
  const [{ id }] = (await backend.blocked()) as [{ id: number }];
  const ctx = makeContext();
  const photo = await describePhoto({ ...ctx, face: backend.face }, photoOf('eve'));
  if (!photo.ok) throw new Error('The picture shows no face.');
  const customer = { tenantId: tenant.id, test: false, residency: 'eu' } as const;
  expect(await isBlocked(ctx, customer, photo)).toBe(true);
  const removed = await askDashboard('DELETE', `/blocked-faces/${id}`, tenant.owner.token);
  expect(removed.status).toBe(200);
  expect(await isBlocked(ctx, customer, photo)).toBe(false);
});

it.each([
  ['eu', 'oc', undefined],
  ['eu', 'weur', 'weur'],
  ['eu', undefined, undefined],
  ['none', 'oc', 'oc'],
] as const)(
  'residency %s turns the region %s into the hint %s (D-122)',
  (residency, region, hint) => {
    expect(regionWithin(residency, region)).toBe(hint);
  },
);

it('an idempotency key is claimed in the EU, and a repeat finds the same session', async () => {
  const { id, secret } = await makeTenant({ residency: 'eu' });
  const ask = async () => {
    const headers = { 'Idempotency-Key': 'order-1' };
    return (await post('/verify/v1/init', VALID_INIT, secret, headers)).body.data.token as string;
  };
  expect(await ask()).toBe(await ask());
  const name = `${id}:live:order-1`;
  expect(await isStored(env.IDEMPOTENCY_RECORD, `eu:${name}`)).toBe(true);
  expect(await isStored(env.IDEMPOTENCY_RECORD, name)).toBe(false);
});

it('a retake has the residency of its customer, and the token of either reads its result', async () => {
  const customer = await makeTenant({ residency: 'eu' });
  const token = await failedToken(customer);
  const { body } = await retake(customer, token);
  await failSession(body.data.token);
  for (const one of [token, body.data.token as string])
    expect((await get(`/verify/v1/result/${one}`, customer.secret)).status).toBe(200);
  const objects = env.VERIFICATION_SESSION;
  const kept = await runInDurableObject(
    objects.get(objects.idFromString(parseToken(body.data.token as string)?.objectId ?? '')),
    (_object, { storage }) => JSON.stringify([...storage.kv.list()]),
  );
  expect(kept).toContain('"residency":"eu"');
});

it('a receipt states the residency of a customer in the EU, and of nobody else', async () => {
  const residencyIn = async (residency: 'none' | 'eu') => {
    const visit = await EdgeVisit.begin({}, { tenant: { residency } });
    await visit.pass();
    const address = new URL((await visit.result()).receipt).pathname;
    const receipt = await (await visit.read(address)).text();
    const keys = await visit.read('/.well-known/receipt-keys.json');
    const jwks = await keys.json<ReceiptKeys>();
    return (await verifyReceipt(receipt, { jwks, issuer: 'http://localhost:8787' })).residency;
  };
  expect([await residencyIn('eu'), await residencyIn('none')]).toEqual(['eu', undefined]);
});
