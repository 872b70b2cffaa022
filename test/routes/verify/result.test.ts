import { describe, expect, it } from 'vitest';
import { get, init, post } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const settle = (token: string, key: string, body: object) =>
  post(`/verify/v1/sandbox/${token}/outcome`, body, key);

describe('GET /verify/v1/result/{token}', () => {
  it('shows a pending session in the documented order, optional members left out (D-11)', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret, { user_id: ' u-1 ' });
    const { status, body } = await get(`/verify/v1/result/${token}`, secret);
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual([
      'token',
      'status',
      'verified',
      'external_user_id',
      'checks',
      'created_at',
      'expires_at',
    ]);
    expect(body.data.token).toMatch(/^xtk_[\w-]{86}$/);
    expect(body.data).toMatchObject({
      status: 'pending',
      verified: false,
      external_user_id: ' u-1 ',
    });
    expect(body.data.checks).toEqual({
      liveness: { performed: false, passed: false },
      age: { performed: false, passed: false, gate: 18 },
      document: { performed: false, passed: false },
      face_match: { performed: false, passed: false },
      eu_wallet: { performed: false, passed: false },
      aml: { performed: false, passed: false },
    });
    expect(body.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)).toBe(900_000);
  });

  it('is the same when read by the xtk_ token that it contains', async () => {
    const { secret } = await makeTenant();
    const first = await get(`/verify/v1/result/${await init(secret)}`, secret);
    const second = await get(`/verify/v1/result/${first.body.data.token}`, secret);
    expect(second.body.data).toEqual(first.body.data);
  });

  it('never contains a score, an estimate or metadata', async () => {
    const { testSecret } = await makeTenant();
    const token = await init(testSecret, { metadata: 'order 7' });
    await settle(token, testSecret, { status: 'success' });
    const { body } = await get(`/verify/v1/result/${token}`, testSecret);
    expect(JSON.stringify(body.data)).not.toMatch(/order 7|score|estimate|metadata/);
  });

  it("answers one 404 for another tenant's, another mode's, unknown and malformed tokens", async () => {
    const [own, other] = [await makeTenant(), await makeTenant()];
    const token = await init(own.secret);
    const testToken = await init(own.testSecret);
    const [wrongSecret, wrongId] = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `xtk_${'A'.repeat(86)}`,
    ];
    const cases: [string, string][] = [
      [token, other.secret],
      [token, own.testSecret],
      [testToken, own.secret],
      [wrongSecret, own.secret],
      [token.replace('xit_', 'xtk_'), own.secret],
      [wrongId, own.secret],
      ['xtk_short', own.secret],
      ['nonsense', own.secret],
      [`xtk_${'A'.repeat(5000)}`, own.secret],
      ['%00', own.secret],
      [token.replace('xit_', 'xbs_'), own.secret],
    ];
    for (const [path, key] of cases) {
      const { status, body } = await get(`/verify/v1/result/${path}`, key);
      expect([path, status]).toEqual([path, 404]);
      expect(body.error).toEqual({ code: 'NOT_FOUND', message: 'There is nothing here.' });
    }
  });
});

describe('GET /verify/v1/status/{token}', () => {
  it.each(['secret', 'publishable'] as const)(
    'lets a %s key read the coarse status',
    async (kind) => {
      const tenant = await makeTenant();
      const token = await init(tenant.secret, { user_id: 'u-1' });
      const { status, body } = await get(`/verify/v1/status/${token}`, tenant[kind]);
      expect(status).toBe(200);
      expect(Object.keys(body.data)).toEqual([
        'token',
        'status',
        'verified',
        'created_at',
        'expires_at',
      ]);
    },
  );

  it('names only the check that ended a session', async () => {
    const { testSecret, testPublishable } = await makeTenant();
    const token = await init(testSecret);
    await settle(token, testSecret, { status: 'failed', reason: 'age_below_threshold' });
    const { body } = await get(`/verify/v1/status/${token}`, testPublishable);
    expect(body.data).toMatchObject({
      status: 'failed',
      verified: false,
      reason: 'age',
      test: true,
    });
  });

  it('answers 404 to the other mode and to other tenants', async () => {
    const [own, other] = [await makeTenant(), await makeTenant()];
    const token = await init(own.secret);
    for (const key of [own.testPublishable, other.publishable])
      expect((await get(`/verify/v1/status/${token}`, key)).status).toBe(404);
  });
});

describe('POST /verify/v1/sandbox/{token}/outcome', () => {
  it.each([
    ['success', true],
    ['failed', false],
    ['canceled', false],
    ['expired', false],
  ] as const)(
    'settles a test session as %s and answers with the result',
    async (status, verified) => {
      const { testSecret } = await makeTenant();
      const token = await init(testSecret);
      const reply = await settle(token, testSecret, { status });
      expect(reply.status).toBe(200);
      expect(reply.body.data).toMatchObject({ status, verified, reason: 'test_mode', test: true });
      const { liveness, age } = reply.body.data.checks;
      const isDecided = verified || status === 'failed';
      expect([liveness, age.performed, age.passed]).toEqual([
        {
          performed: isDecided,
          passed: isDecided,
          ...(isDecided && {
            level: 'standard',
            tested: ['movements', 'device_numbers', 'camera_report'],
          }),
        },
        isDecided,
        verified,
      ]);
      expect(reply.body.data.measured).toBe(isDecided ? 'device' : undefined);
      const result = await get(`/verify/v1/result/${reply.body.data.token}`, testSecret);
      expect(result.body.data).toEqual(reply.body.data);
    },
  );

  it('accepts a reason, and the xtk_ token as well', async () => {
    const { testSecret } = await makeTenant();
    const token = (await get(`/verify/v1/result/${await init(testSecret)}`, testSecret)).body.data
      .token;
    const reply = await settle(token, testSecret, { status: 'failed', reason: 'liveness_failed' });
    expect(reply.body.data.reason).toBe('liveness_failed');
  });

  it.each([
    ['document_rejected', { performed: true, passed: false }],
    ['document_expired', { performed: true, passed: false }],
    ['dob_unreadable', { performed: true, passed: false }],
    ['front_not_a_document', { performed: true, passed: false }],
    ['front_unclear', { performed: true, passed: false }],
    ['face_mismatch', { performed: true, passed: true }],
  ])('settles with %s, as a document check may end (D-91)', async (reason, document) => {
    const { testSecret } = await makeTenant();
    const token = await init(testSecret, { verification_mode: 'document' });
    const { data } = (await settle(token, testSecret, { status: 'failed', reason })).body;
    expect(data).toMatchObject({ status: 'failed', reason, checks: { document } });
  });

  it.each([
    [['pending_tenant_review']],
    [['awaiting_retake']],
    [['pending_tenant_review', 'awaiting_retake', 'failed']],
  ])('%j: lets a test session wait for a reviewer or its visitor (D-95)', async (statuses) => {
    const { testSecret } = await makeTenant();
    const token = await init(testSecret);
    for (const status of statuses) {
      const { body } = await settle(token, testSecret, { status });
      expect(body.data).toMatchObject({ status, verified: false, test: true });
      expect((await settle(token, testSecret, { status })).status).toBe(409);
    }
  });

  it.each([
    ['liveness_failed', { performed: true, passed: false }, { performed: false, passed: false }],
    ['not_same_person', { performed: true, passed: false }, { performed: false, passed: false }],
    ['age_below_threshold', { performed: true, passed: true }, { performed: true, passed: false }],
    ['blacklist_match', { performed: true, passed: true }, { performed: true, passed: true }],
    ['my_own_reason', { performed: false, passed: false }, { performed: false, passed: false }],
  ])('fills the checks as a real check would for %s (D-14)', async (reason, liveness, age) => {
    const { testSecret } = await makeTenant();
    const token = await init(testSecret);
    const { checks } = (await settle(token, testSecret, { status: 'failed', reason })).body.data;
    expect(checks).toMatchObject({ liveness, age });
  });

  it('answers 409 once settled, and changes nothing', async () => {
    const { testSecret } = await makeTenant();
    const token = await init(testSecret);
    await settle(token, testSecret, { status: 'success' });
    const again = await settle(token, testSecret, { status: 'failed' });
    expect(again.status).toBe(409);
    expect(again.body.error?.code).toBe('CONFLICT');
    const { body } = await get(`/verify/v1/result/${token}`, testSecret);
    expect(body.data.status).toBe('success');
  });

  it('settles once with fifty concurrent requests', async () => {
    const { testSecret } = await makeTenant();
    const token = await init(testSecret);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => settle(token, testSecret, { status: 'success' })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(49);
  });

  it('answers 404 with a live key, on a live session and to other tenants', async () => {
    const [own, other] = [await makeTenant(), await makeTenant()];
    const [live, test] = [await init(own.secret), await init(own.testSecret)];
    for (const [token, key] of [
      [live, own.secret],
      [live, own.testSecret],
      [test, own.secret],
      [test, other.testSecret],
    ] as const)
      expect((await settle(token, key, { status: 'success' })).status).toBe(404);
    const { body } = await get(`/verify/v1/result/${live}`, own.secret);
    expect(body.data.status).toBe('pending');
  });

  it.each([
    [{}],
    [{ status: 'pending' }],
    [{ status: 'success', reason: 'Free Text!' }],
    [{ status: 7 }],
  ])('refuses %j', async (body) => {
    const { testSecret } = await makeTenant();
    const reply = await settle(await init(testSecret), testSecret, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error?.code).toBe('VALIDATION_FAILED');
  });
});
