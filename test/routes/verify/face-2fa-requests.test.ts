// Face 2FA requests (D-15): repeats, bodies of every kind, keys, and limits.
import { describe, expect, it } from 'vitest';
import { call } from '../../support/customer/api.ts';
import { bodyOf, FaceBackend } from '../../support/customer/face-backend.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { photoOf } from '../../support/visitor/scripted-face.ts';

const eventCount = async (tenantId: string): Promise<number> =>
  (await queryLedger({ tenantId }, 'SELECT id FROM events')).length;

describe('a repeat with the same Idempotency-Key (D-10)', () => {
  const key = { 'Idempotency-Key': 'login-7' };

  it('gives the same challenge, with one end and one event, also with ten concurrent requests', async () => {
    const backend = await FaceBackend.make();
    const body = bodyOf('ada', photoOf('ada'));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => backend.call('POST', '/register', body, key)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.body.data.challenge_id)).size).toBe(1);
    expect(await eventCount(backend.tenant.id)).toBe(1);
  });

  it('with another picture, person or purpose is 422', async () => {
    const backend = await FaceBackend.make();
    await backend.call('POST', '/register', bodyOf('ada', photoOf('ada')), key);
    for (const [path, body] of [
      ['/register', bodyOf('ada', photoOf('ada', 1))],
      ['/register', bodyOf('eve', photoOf('ada'))],
      ['/verify', bodyOf('ada', photoOf('ada'))],
    ] as const) {
      const reply = await backend.call('POST', path, body, key);
      expect([reply.status, reply.body.error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_MISMATCH']);
    }
    const elsewhere = await (
      await backend.another()
    ).call('POST', '/verify', bodyOf('b', photoOf('b')), key);
    expect(elsewhere.status).toBe(201);
  });

  it('after the person was erased enrols and recognises nobody, also for a live check', async () => {
    const backend = await FaceBackend.make();
    const first = await backend.call('POST', '/register', bodyOf('ada', photoOf('ada')), key);
    const live = await backend.begin('enroll', 'ada', {}, { 'Idempotency-Key': 'live-7' });
    await backend.erase('ada');
    const again = await backend.call('POST', '/register', bodyOf('ada', photoOf('ada')), key);
    const liveAgain = await backend.begin('enroll', 'ada', {}, { 'Idempotency-Key': 'live-7' });
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    expect([liveAgain.status, liveAgain.body.data]).toEqual([201, live.body.data]);
    for (const { body } of [again, liveAgain])
      expect((await backend.status(body.data.challenge_id)).status).toBe(404);
    expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
    expect(backend.face.photos).toBe(1);
    // A request with a different idempotency key, or with none, enrols the person again.
    expect((await backend.register('ada')).passed).toBe(true);
  });
});

describe('a request', () => {
  const image = 'AAAA';
  it.each([
    ['no user_id', { image }, 'INVALID_USER_ID', 'user_id'],
    ['an empty user_id', { user_id: '', image }, 'INVALID_USER_ID', 'user_id'],
    [
      'a user_id of 256 characters',
      { user_id: 'a'.repeat(256), image },
      'INVALID_USER_ID',
      'user_id',
    ],
    ['a number as user_id', { user_id: 7, image }, 'INVALID_USER_ID', 'user_id'],
    [
      'one of our credentials as user_id',
      { user_id: 'sk_live_x', image },
      'INVALID_USER_ID',
      'user_id',
    ],
    ['a user_id that no URL can contain', { user_id: '..', image }, 'INVALID_USER_ID', 'user_id'],
    ['no image', { user_id: 'a' }, 'VALIDATION_FAILED', 'image'],
    ['an empty image', { user_id: 'a', image: '' }, 'VALIDATION_FAILED', 'image'],
    ['a list as image', { user_id: 'a', image: [1] }, 'VALIDATION_FAILED', 'image'],
    [
      'a data: URL',
      { user_id: 'a', image: 'data:image/jpeg;base64,AAAA' },
      'VALIDATION_FAILED',
      'image',
    ],
    ['base64url', { user_id: 'a', image: '_-8=' }, 'VALIDATION_FAILED', 'image'],
    ['a wrong length', { user_id: 'a', image: 'AAAAA' }, 'VALIDATION_FAILED', 'image'],
    [
      '10,000,004 characters',
      { user_id: 'a', image: 'A'.repeat(10_000_004) },
      'VALIDATION_FAILED',
      'image',
    ],
  ])('is refused with the field at fault: %s', async (_what, body, code, field) => {
    const backend = await FaceBackend.make();
    const reply = await backend.call('POST', '/register', body);
    expect([reply.status, reply.body.error?.code]).toEqual([400, code]);
    expect(reply.body.error?.details?.[0]?.field).toBe(field);
    expect(backend.face.photos).toBe(0);
  });

  it('may have an image of ten million characters, and is refused with more', async () => {
    const backend = await FaceBackend.make();
    const large = await backend.call('POST', '/register', {
      user_id: 'a',
      image: `/9j/${'A'.repeat(9_999_996)}`,
    });
    expect(large.status).toBe(201);
    const over = JSON.stringify({ user_id: 'a', image: 'A'.repeat(10_100_000) });
    expect((await backend.call('POST', '/register', over)).status).toBe(413);
  });

  it('is refused as a list, as a string, as malformed JSON', async () => {
    const backend = await FaceBackend.make();
    for (const body of ['[]', '"a"', 'null', '{'])
      expect((await backend.call('POST', '/verify', body)).body.error?.code).toBe(
        'INVALID_REQUEST',
      );
    const text = await backend.call('POST', '/verify', '{}', { 'Content-Type': 'text/plain' });
    expect(text.status).toBe(400);
  });
});

describe('access', () => {
  it('needs a secret key', async () => {
    const { tenant } = await FaceBackend.make();
    for (const [method, path] of [
      ['POST', '/register'],
      ['POST', '/verify'],
      ['GET', '/status/fch_x'],
      ['GET', '/users/ada'],
      ['DELETE', '/users/ada'],
    ] as const) {
      const by = (key?: string) =>
        call(`/verify/v1/2fa${path}`, {
          method,
          headers: {
            'Content-Type': 'application/json',
            ...(key !== undefined && { 'X-API-Key': key }),
          },
          ...(method === 'POST' && { body: '{}' }),
        });
      expect((await by()).status).toBe(401);
      const publishable = await by(tenant.publishable);
      expect([publishable.status, publishable.body.error?.code]).toEqual([
        403,
        'SECRET_KEY_REQUIRED',
      ]);
    }
  });

  it('is limited to 60 pictures a minute for each customer and mode', async () => {
    const backend = await FaceBackend.make();
    const ask = (from: FaceBackend) => from.call('POST', '/verify', bodyOf('ada', photoOf('ada')));
    const replies = await Promise.all(Array.from({ length: 70 }, () => ask(backend)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers.get('RateLimit-Policy')).toContain('face-2fa');
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask(backend.inTest())).status).toBe(201);
    expect((await ask(await backend.another())).status).toBe(201);
    expect((await backend.user('ada')).status).toBe(200);
  });
});
