// The methods that init accepts for a session, within the tenant's settings (D-57).
import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { post, VALID_INIT } from '../../support/customer/api.ts';
import { makeTenant, type TenantOptions } from '../../support/customer/tenants.ts';

const countSessions = async () => (await listDurableObjectIds(env.VERIFICATION_SESSION)).length;

async function ask(fields: object, settings: TenantOptions = {}) {
  const { secret } = await makeTenant(settings);
  return post('/verify/v1/init', { ...VALID_INIT, ...fields }, secret);
}

describe('accept at init', () => {
  it.each([
    { methods: ['face'] },
    { methods: ['face', 'account', 'face'] },
    { max_proof_age_days: 1 },
    { max_proof_age_days: 365, min_assurance: 'device', liveness_level: 'standard' },
    { methods: ['face'], max_proof_age_days: null, min_assurance: '' },
    { max_proof_age_days: 30, surprise: true },
    { order: ['wallet', 'face'] },
    { recheck: ['next_bracket', 'new_device'] },
  ])('accepts %j', async (accept) => {
    expect((await ask({ accept })).status).toBe(201);
  });

  it.each([null, ''])('treats %j like a missing value', async (accept) => {
    expect((await ask({ accept })).status).toBe(201);
  });

  it.each([
    [{}],
    [{ surprise: true }],
    [{ methods: null, min_assurance: '' }],
    [[]],
    ['face'],
    [7],
    [{ methods: [] }],
    [{ methods: 'face' }],
    [{ methods: ['selfie'] }],
    [{ recheck: [] }],
    [{ recheck: 'new_device' }],
    [{ recheck: ['tomorrow'] }],
    [{ max_proof_age_days: 0 }],
    [{ max_proof_age_days: 366 }],
    [{ max_proof_age_days: 1.5 }],
    [{ max_proof_age_days: '30' }],
    [{ min_assurance: 'cloud' }],
    [{ liveness_level: 'lax' }],
    [{ order: [] }],
    [{ order: 'face' }],
    [{ order: ['face', 'selfie'] }],
    [{ order: ['face', 'document', 'face'] }],
  ])('refuses %j with INVALID_ACCEPT, and creates no session', async (accept) => {
    const before = await countSessions();
    const { status, body } = await ask({ accept });
    expect([status, body.error?.code]).toEqual([400, 'INVALID_ACCEPT']);
    expect(body.error?.details?.[0]?.field).toMatch(/^accept/);
    expect(await countSessions()).toBe(before);
  });

  it.each([
    ['wallet', { methods: ['face', 'wallet'] }, 'does not support these methods yet: wallet'],
    ['document', { methods: ['document'] }, 'does not support these methods yet: document'],
    ['edge', { min_assurance: 'edge' }, 'cannot measure at edge yet'],
    ['document', { min_assurance: 'document' }, 'cannot measure at document yet'],
    [
      'strict',
      { liveness_level: 'strict' },
      'Liveness at level strict must be measured at the edge',
    ],
  ])(
    'is refused with a reason if this service cannot provide %s',
    async (_what, accept, sentence) => {
      const { status, body } = await ask({ accept });
      expect([status, body.error?.code]).toEqual([400, 'INVALID_ACCEPT']);
      expect(body.error?.message).toContain(sentence);
    },
  );

  it.each([
    ['a facial check cannot use an account', { verification_mode: 'facial' }, ['account']],
    ['not everybody has an account', {}, ['account']],
    ['a document check needs a document', { verification_mode: 'document' }, ['face']],
    ['an identity needs a document', { purpose: 'id_verification' }, ['face', 'account']],
  ])('refuses methods that are impossible for the session: %s', async (_why, fields, methods) => {
    const { status, body } = await ask({ ...fields, accept: { methods } }, { agateId: true });
    expect([status, body.error?.code]).toEqual([400, 'INVALID_ACCEPT']);
  });

  it('cannot loosen the settings: it narrows what they allow, and what they refuse stays refused', async () => {
    const onlyFace = { agateId: true, acceptMethods: ['face'] };
    expect((await ask({ accept: { methods: ['face', 'account'] } }, onlyFace)).status).toBe(201);
    expect((await ask({ accept: { methods: ['account'] } }, onlyFace)).status).toBe(400);
    const edge = await ask({ accept: { min_assurance: 'device' } }, { minAssurance: 'edge' });
    expect([edge.status, edge.body.error?.code]).toEqual([400, 'INVALID_ACCEPT']);
    expect((await ask({}, { minAssurance: 'edge' })).body.error?.code).toBe('INVALID_ACCEPT');
  });

  it('is part of the request that an idempotency key stands for', async () => {
    const { secret } = await makeTenant();
    const headers = { 'Idempotency-Key': 'order-9' };
    const send = (fields: object) =>
      post('/verify/v1/init', { ...VALID_INIT, ...fields }, secret, headers);
    const first = await send({ accept: { methods: ['face'] } });
    expect((await send({ accept: { methods: ['face'] } })).body.data).toEqual(first.body.data);
    expect((await send({})).status).toBe(422);
  });
});
