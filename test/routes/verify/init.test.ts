import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { get, post, VALID_INIT } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const PATH = '/verify/v1/init';
const countSessions = async () => (await listDurableObjectIds(env.VERIFICATION_SESSION)).length;

describe('POST /verify/v1/init', () => {
  it('answers 201 with an init token and the address that opens it (D-7)', async () => {
    const { secret } = await makeTenant();
    const reply = await post(PATH, VALID_INIT, secret);
    expect(reply.status).toBe(201);
    expect(reply.body.success).toBe(true);
    expect(Object.keys(reply.body.data)).toEqual(['token', 'verify_url']);
    expect(reply.body.data.token).toMatch(/^xit_[\w-]{86}$/);
    expect(reply.body.data.token.length).toBeLessThanOrEqual(100);
    expect(reply.body.data.verify_url).toBe(`http://localhost:8787/v/${reply.body.data.token}`);
  });

  it('warns if an estimate is unsuitable, and still begins the session (D-84)', async () => {
    const { secret } = await makeTenant();
    const warningsOf = async (fields: object) =>
      (await post(PATH, { ...VALID_INIT, ...fields }, secret)).body.data.warnings;
    for (const mode of ['auto', 'facial'])
      expect(await warningsOf({ min_age: 13, verification_mode: mode })).toEqual([
        { code: 'age_estimate_unsuitable', message: expect.stringContaining('26 %') },
      ]);
    expect(await warningsOf({ min_age: 14 })).toBeUndefined();
    expect(await warningsOf({ min_age: 13, verification_mode: 'document' })).toBeUndefined();
  });

  it('accepts every documented field and ignores unknown ones', async () => {
    const { secret } = await makeTenant();
    const reply = await post(
      PATH,
      {
        callback_url: 'http://localhost:8788/return?order=7',
        success_url: 'https://shop.example/ok',
        failed_url: 'http://[::1]:3000/no',
        min_age: 99,
        purpose: 'age_verification',
        verification_mode: 'facial',
        liveness_difficulty: 'hard',
        user_id: ' u-1 ',
        metadata: 'm'.repeat(500),
        theme: 'neon',
        locale: 'xx-Latn',
        surprise: { nested: true },
      },
      secret,
    );
    expect(reply.status).toBe(201);
  });

  it('allows an absent or zero min_age for id_verification', async () => {
    const { secret } = await makeTenant();
    const body = { callback_url: VALID_INIT.callback_url, purpose: 'id_verification' };
    expect((await post(PATH, body, secret)).status).toBe(201);
    expect((await post(PATH, { ...body, min_age: 0 }, secret)).status).toBe(201);
  });

  const long = `https://shop.example/${'a'.repeat(2048)}`;
  const cases: [field: string, values: unknown[], code: string][] = [
    ['callback_url', [undefined, null, ''], 'MISSING_CALLBACK_URL'],
    [
      'callback_url',
      [
        7,
        {},
        'shop',
        'http://shop.example/',
        'http://localhost.evil.example/',
        'myapp://return',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://user:pw@shop.example/',
        'https://shop.example/#part',
        'https://shop.example/#',
        ' https://shop.example/',
        '//shop.example',
        long,
      ],
      'INVALID_CALLBACK_URL',
    ],
    ['success_url', ['http://shop.example', 5, long], 'INVALID_CALLBACK_URL'],
    ['failed_url', ['ftp://shop.example', [], 'https://a.example/#x'], 'INVALID_CALLBACK_URL'],
    ['min_age', [undefined, null, 0, -1, 100, 18.5, '18', true, 1e300], 'INVALID_MIN_AGE'],
    ['purpose', ['age', 1, ['age_verification']], 'INVALID_PURPOSE'],
    ['verification_mode', ['AUTO', 3], 'INVALID_VERIFICATION_MODE'],
    ['liveness_difficulty', ['extreme', 2], 'INVALID_LIVENESS_DIFFICULTY'],
    [
      'user_id',
      [5, 'u'.repeat(256), 'sk_live_abc', ' xit_abc', 'PK_TEST_x', 'xtk_1', 'whsec_1'],
      'INVALID_USER_ID',
    ],
    ['theme', [1, true, ['dark']], 'VALIDATION_FAILED'],
    ['locale', [1, { de: 1 }], 'VALIDATION_FAILED'],
    ['metadata', [5, {}, 'm'.repeat(501)], 'VALIDATION_FAILED'],
    ['visitor_region', ['eu', 'WEUR', 'apac-ne', 'AU', 3, ['oc']], 'VALIDATION_FAILED'],
  ];
  for (const [field, values, code] of cases)
    it.each(values.map((value) => [value]))(`refuses ${field} = %j with ${code}`, async (value) => {
      const { secret } = await makeTenant();
      const before = await countSessions();
      const reply = await post(PATH, { ...VALID_INIT, [field]: value }, secret);
      expect(reply.status).toBe(400);
      expect(reply.body.error?.code).toBe(code);
      expect(reply.body.error?.details).toEqual([{ field, message: expect.any(String) }]);
      expect(await countSessions()).toBe(before);
    });

  it('treats null and an empty string like a missing value in every optional member (D-68)', async () => {
    const { secret } = await makeTenant();
    const optional = [
      'success_url',
      'failed_url',
      'purpose',
      'verification_mode',
      'liveness_difficulty',
      'user_id',
      'metadata',
      'theme',
      'locale',
      'accept',
      'visitor_region',
    ];
    for (const nothing of [null, '']) {
      const without = Object.fromEntries(optional.map((name) => [name, nothing]));
      const reply = await post(PATH, { ...VALID_INIT, ...without }, secret);
      expect([nothing, reply.status]).toEqual([nothing, 201]);
    }
    const noGate = { ...VALID_INIT, purpose: 'id_verification', min_age: '' };
    expect((await post(PATH, noGate, secret)).status).toBe(201);
  });

  it('refuses lone surrogates anywhere, and begins no session (D-68)', async () => {
    const { secret } = await makeTenant();
    const before = await countSessions();
    const halves = [
      { user_id: 'u-\ud800' },
      { metadata: '\udc00' },
      { surprise: [{ deep: 'a\udfff' }] },
      { 'half \ud83d': 1 },
    ];
    for (const half of halves) {
      const reply = await post(PATH, { ...VALID_INIT, ...half }, secret);
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'INVALID_REQUEST']);
    }
    expect(await countSessions()).toBe(before);
    expect((await post(PATH, { ...VALID_INIT, user_id: 'u-\u{1f642}' }, secret)).status).toBe(201);
  });

  it('reads UTF-8 only: another charset is 415 (D-68)', async () => {
    const { secret } = await makeTenant();
    const statusAs = async (type: string) => {
      const { status, body } = await post(PATH, VALID_INIT, secret, { 'Content-Type': type });
      return [status, body.error?.code];
    };
    for (const charset of ['utf-16', '"UTF-16LE"', 'iso-8859-1', 'us-ascii'])
      expect(await statusAs(`application/json; charset=${charset}`)).toEqual([
        415,
        'INVALID_REQUEST',
      ]);
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"'])
      expect(await statusAs(`application/json;charset=${charset}`)).toEqual([201, undefined]);
  });

  it('refuses facial with id_verification', async () => {
    const { secret } = await makeTenant();
    const body = { ...VALID_INIT, purpose: 'id_verification', verification_mode: 'facial' };
    const reply = await post(PATH, body, secret);
    expect(reply.body.error?.code).toBe('INVALID_VERIFICATION_MODE');
  });

  it('lists every field at fault, also by cross-field rules, with the code of the first', async () => {
    const { secret } = await makeTenant();
    const reply = await post(
      PATH,
      { callback_url: 'nowhere', user_id: 7, liveness_difficulty: 'x' },
      secret,
    );
    expect(reply.body.error?.code).toBe('INVALID_CALLBACK_URL');
    expect(reply.body.error?.details?.map((detail) => detail.field)).toEqual([
      'callback_url',
      'liveness_difficulty',
      'user_id',
      'min_age',
    ]);
  });

  it.each([
    ['malformed JSON', '{"callback_url":', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['an array', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['another content type', JSON.stringify(VALID_INIT), 'text/plain'],
    ['a form', 'callback_url=x', 'application/x-www-form-urlencoded'],
  ])('refuses %s with INVALID_REQUEST', async (_what, body, contentType) => {
    const { secret } = await makeTenant();
    const reply = await post(PATH, body, secret, { 'Content-Type': contentType });
    expect(reply.status).toBe(400);
    expect(reply.body.error?.code).toBe('INVALID_REQUEST');
  });

  it('refuses a body over 64 KiB, declared or not, with 413', async () => {
    const { secret } = await makeTenant();
    const huge = JSON.stringify({ ...VALID_INIT, surprise: 'x'.repeat(70_000) });
    const reply = await post(PATH, huge, secret);
    expect(reply.status).toBe(413);
    expect(reply.body.error?.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it('accepts min_age 1 and 99', async () => {
    const { secret } = await makeTenant();
    for (const minAge of [1, 16, 99]) {
      const { body } = await post(PATH, { ...VALID_INIT, min_age: minAge }, secret);
      const result = await get(`/verify/v1/result/${body.data.token}`, secret);
      expect(result.body.data.checks.age.gate).toBe(minAge);
    }
  });
});

describe('Idempotency-Key', () => {
  const withKey = (key: string) => ({ 'Idempotency-Key': key });

  it('gives the same answer again for the same key and request', async () => {
    const { secret } = await makeTenant();
    const before = await countSessions();
    const first = await post(PATH, VALID_INIT, secret, withKey('order-1'));
    const second = await post(PATH, VALID_INIT, secret, withKey('order-1'));
    expect(second.status).toBe(201);
    expect(second.body.data).toEqual(first.body.data);
    expect(await countSessions()).toBe(before + 1);
  });

  it('refuses another request with 422, and keeps the first session', async () => {
    const { secret } = await makeTenant();
    const first = await post(PATH, VALID_INIT, secret, withKey('order-1'));
    const other = await post(PATH, { ...VALID_INIT, min_age: 21 }, secret, withKey('order-1'));
    expect(other.status).toBe(422);
    expect(other.body.error?.code).toBe('IDEMPOTENCY_KEY_MISMATCH');
    const result = await get(`/verify/v1/result/${first.body.data.token}`, secret);
    expect(result.body.data.checks.age.gate).toBe(18);
    const elsewhere = { ...VALID_INIT, visitor_region: 'oc' };
    expect((await post(PATH, elsewhere, secret, withKey('order-1'))).status).toBe(422);
    const keyed = withKey('order-2');
    expect((await post(PATH, elsewhere, secret, keyed)).status).toBe(201);
    const moved = { ...VALID_INIT, visitor_region: 'weur' };
    expect((await post(PATH, moved, secret, keyed)).status).toBe(422);
  });

  it('makes one session for fifty concurrent repeats', async () => {
    const { secret } = await makeTenant();
    const before = await countSessions();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post(PATH, VALID_INIT, secret, withKey('twin'))),
    );
    expect(new Set(replies.map((reply) => reply.body.data.token)).size).toBe(1);
    expect(replies.every((reply) => reply.status === 201)).toBe(true);
    expect(await countSessions()).toBe(before + 1);
  });

  it('keeps tenants and modes apart', async () => {
    const [a, b] = [await makeTenant(), await makeTenant()];
    const tokens = [];
    for (const key of [a.secret, a.testSecret, b.secret])
      tokens.push((await post(PATH, VALID_INIT, key, withKey('same'))).body.data.token);
    expect(new Set(tokens).size).toBe(3);
  });

  it('does not use up the key for a request that is refused', async () => {
    const { secret } = await makeTenant();
    await post(PATH, { ...VALID_INIT, min_age: 0 }, secret, withKey('order-2'));
    expect((await post(PATH, VALID_INIT, secret, withKey('order-2'))).status).toBe(201);
  });

  it.each(['', 'with space', 'k'.repeat(256), 'caf\u00e9'])('refuses the key %j', async (key) => {
    const { secret } = await makeTenant();
    const reply = await post(PATH, VALID_INIT, secret, withKey(key));
    expect(reply.status).toBe(400);
    expect(reply.body.error?.code).toBe('VALIDATION_FAILED');
    expect(reply.body.error?.details?.[0]?.field).toBe('idempotency-key');
  });
});
