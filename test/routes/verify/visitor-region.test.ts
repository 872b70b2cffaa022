// The region in which a session's object is created (D-122), tested with an env that records how
// objects are addressed.
import {
  createExecutionContext,
  runInDurableObject,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { VISITOR_REGIONS } from '../../../src/domain/terms/visitor-region.ts';
import worker from '../../../src/index.ts';
import { VALID_INIT } from '../../support/customer/api.ts';
import { replaceMethods } from '../../support/faults/faulty-env.ts';
import { failSession } from '../../support/customer/retakes.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

interface Addressed {
  id: string;
  options: unknown[];
}

/**
 * @param addressed collects every session object that the Worker addresses
 * @param refused how many of the next calls to those objects fail
 */
function notingEnv(addressed: Addressed[], refused = { calls: 0 }): Env {
  const sessions = replaceMethods(env.VERIFICATION_SESSION, (name, call) =>
    name !== 'get'
      ? undefined
      : (id: DurableObjectId, ...options: unknown[]) => {
          addressed.push({ id: id.toString(), options });
          return replaceMethods(call(id, ...options) as object, () => {
            if (refused.calls === 0) return undefined;
            refused.calls -= 1;
            return () => Promise.reject(new Error('unreachable'));
          });
        },
  );
  return { ...env, VERIFICATION_SESSION: sessions };
}

async function begin() {
  const { secret } = await makeTenant();
  const addressed: Addressed[] = [];
  const refused = { calls: 0 };
  const noting = notingEnv(addressed, refused);
  const ask = async (path: string, body?: object, headers = {}) => {
    addressed.length = 0;
    const execution = createExecutionContext();
    const request = new Request(`http://localhost:8787/verify/v1${path}`, {
      headers: { 'X-API-Key': secret, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const response = await worker.fetch(request, noting, execution);
    await waitOnExecutionContext(execution);
    const { data } = await response.json<{ data: { token: string } }>();
    return { status: response.status, data, addressed: addressed.map(({ options }) => options) };
  };
  return { ask, addressed, refused };
}

it.each(VISITOR_REGIONS)(
  'an object is created near %s, and then found without a hint (D-122)',
  async (region) => {
    const { ask } = await begin();
    const made = await ask('/init', { ...VALID_INIT, visitor_region: region });
    expect(made).toMatchObject({ status: 201, addressed: [[{ locationHint: region }]] });
    const read = await ask(`/result/${made.data.token}`);
    expect(read).toMatchObject({ status: 200, addressed: [[]] });
  },
);

it('without a region, or with an empty one, an object is created near the caller (D-122)', async () => {
  const { ask } = await begin();
  for (const body of [VALID_INIT, { ...VALID_INIT, visitor_region: '' }])
    expect(await ask('/init', body)).toMatchObject({ status: 201, addressed: [[]] });
});

it('a repeat gives the region again, since the first call may have created nothing', async () => {
  const { ask, addressed, refused } = await begin();
  const body = { ...VALID_INIT, visitor_region: 'oc' };
  const keyed = { 'Idempotency-Key': 'order-1' };
  refused.calls = 1;
  expect((await ask('/init', body, keyed)).status).toBe(500);
  const [lost] = addressed;
  expect(await ask('/init', body, keyed)).toMatchObject({
    status: 201,
    addressed: [[{ locationHint: 'oc' }]],
  });
  expect(addressed[0]?.id).toBe(lost?.id);
});

it('a retake is created by the session that it retakes, and so near to it', async () => {
  const { ask } = await begin();
  const { data } = await ask('/init', { ...VALID_INIT, visitor_region: 'oc' });
  await failSession(data.token);
  const retaken = await ask(`/sessions/${data.token}/retake`, {});
  expect(retaken).toMatchObject({ status: 200, addressed: [[]] });
  const read = await ask(`/result/${retaken.data.token}`);
  expect(read.status).toBe(200);
});

it('the session does not store the region', async () => {
  const { ask, addressed } = await begin();
  await ask('/init', { ...VALID_INIT, visitor_region: 'oc', metadata: 'kept' });
  const id = env.VERIFICATION_SESSION.idFromString(addressed[0]?.id ?? '');
  const kept = await runInDurableObject(env.VERIFICATION_SESSION.get(id), (_object, { storage }) =>
    JSON.stringify([...storage.kv.list()]),
  );
  expect(kept).toContain('kept');
  expect(kept).not.toMatch(/region|"oc"/i);
});
