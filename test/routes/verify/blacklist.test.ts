// A customer's blocked faces (D-16, D-100): requests and responses of the API.
import { SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { expectedFalseMatches } from '../../../src/domain/faces/blocked-faces/false-matches.ts';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../src/time/durations.ts';
import { forgetBlockedFaces } from '../../../src/domain/integration/face-blocking/block-face.ts';
import { encodeBase64 } from '../../../src/crypto/encoding.ts';
import { makeContext } from '../../support/installation/context.ts';
import { bodyOf, FaceBackend } from '../../support/customer/face-backend.ts';
import { faultyPhoto, photoOf } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

const rowsOf = async (): Promise<Record<string, unknown>[]> =>
  (await env.DB.prepare('SELECT * FROM blocked_faces').all()).results;

/** The outcome of a challenge with a picture of this person. */
const endOf = async (backend: FaceBackend, person: string, view = 1) => {
  const { passed, failure_reason: reason } = await backend.register(person, photoOf(person, view));
  return passed === true ? 'passed' : reason;
};

describe('a blocked face', () => {
  it('is listed with its reason, author and end, and can neither enrol nor pass until it is unblocked', async () => {
    const backend = await FaceBackend.make();
    expect(await endOf(backend, 'eve')).toBe('passed');
    const reply = await backend.block(photoOf('eve'));
    expect([reply.status, reply.body.data]).toEqual([201, { status: 'processing' }]);
    const [entry] = await backend.blocked();
    expect(entry).toEqual({
      id: expect.any(Number),
      reason: 'Resold accounts',
      source: 'image',
      added_by: expect.stringMatching(/^key_/),
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(Date.parse(entry.expires_at) - Date.parse(entry.created_at)).toBe(365 * DAY_MS);
    expect(await backend.verify('eve')).toMatchObject({
      status: 'completed',
      passed: false,
      failure_reason: 'blacklist_match',
    });
    expect(await endOf(backend, 'eve', 2)).toBe('blacklist_match');
    expect(await endOf(backend, 'ada')).toBe('passed');
    const gone = await backend.unblock(entry.id);
    expect([gone.status, gone.body.data]).toEqual([200, { deleted: true }]);
    expect(await endOf(backend, 'eve', 3)).toBe('passed');
    expect((await backend.verify('eve')).passed).toBe(true);
    expect(await rowsOf()).toEqual([]);
    expect((await backend.unblock(entry.id)).status).toBe(404);
  });

  it('adds to the expected share of wrong matches, and a list that would refuse too many accepts no more (D-148)', async () => {
    const backend = await FaceBackend.make();
    const outlook = async () =>
      (await backend.call('GET', '/verify/v1/blacklist/outlook')).body.data;
    const { most } = expectedFalseMatches(0, SHIPPED_FACE_LIMITS);
    expect(await outlook()).toEqual({ entries: 0, wrongly_matched: 0, most_entries: most });
    await backend.block(photoOf('eve'));
    const { wrongly_matched: share, ...rest } = await outlook();
    expect(rest).toEqual({ entries: 1, most_entries: most });
    expect(share).toBeGreaterThan(0);
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO blocked_faces (name, tenant_id, test, reason, source, added_by, sealed, sealed_by,
         model, created_at_ms, expires_at_ms)
       SELECT name || '-' || i, tenant_id, test, reason, source, added_by, sealed, sealed_by, model,
         created_at_ms, expires_at_ms FROM blocked_faces, n`,
    )
      .bind(most)
      .run();
    const refused = await backend.block(photoOf('mallory'));
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error?.message).toContain(`${most} faces`);
    expect((await backend.inTest().block(photoOf('mallory'))).status).toBe(201);
    expect(await outlook()).toMatchObject({ entries: most });
    expect((await outlook()).wrongly_matched).toBeLessThanOrEqual(0.05);
    expect(most).toBeLessThan(10_000);
  });

  it('is not reported for somebody who would fail anyway', async () => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    await backend.block(photoOf('eve'));
    expect((await backend.verify('ada', photoOf('eve'))).failure_reason).toBe('face_mismatch');
    expect((await backend.verify('eve')).failure_reason).toBe('not_enrolled');
  });

  it('belongs to one customer in one mode, and has no effect elsewhere', async () => {
    const backend = await FaceBackend.make();
    const other = await backend.another();
    await backend.block(photoOf('eve'));
    await other.block(photoOf('mallory'));
    const [{ id }] = (await backend.blocked()) as [{ id: number }];
    for (const stranger of [other, backend.inTest(), other.inTest()]) {
      expect((await stranger.blocked()).filter((row) => row.id === id)).toEqual([]);
      expect((await stranger.unblock(id)).status).toBe(404);
      expect(await endOf(stranger, 'eve')).toBe('passed');
    }
    expect(await backend.blocked()).toHaveLength(1);
    expect(await endOf(backend, 'eve')).toBe('blacklist_match');
  });

  it('expires after the requested days, and leaves nothing', async () => {
    const backend = await FaceBackend.make();
    await backend.block(photoOf('eve'), { expires_in_days: 2 });
    await backend.block(photoOf('mallory'), { expires_in_days: null });
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 2 * DAY_MS - 1_000 });
    expect(await endOf(backend, 'eve')).toBe('blacklist_match');
    vi.setSystemTime(now + 2 * DAY_MS + 1_000);
    expect(await endOf(backend, 'eve')).toBe('passed');
    expect(await backend.blocked()).toHaveLength(1);
    await forgetBlockedFaces(makeContext());
    expect((await rowsOf()).map((row) => row.expires_at_ms)).toEqual([
      expect.closeTo(now + 365 * DAY_MS, -5),
    ]);
  });

  it('is not stored for a customer that has ended, even while a key is still cached (D-79)', async () => {
    const backend = await FaceBackend.make();
    // This call caches the API key, which is then not read again for a while.
    await backend.blocked();
    await env.DB.prepare('UPDATE tenants SET ended_at_ms = 1').run();
    expect((await backend.call('POST', '/register', bodyOf('ada', photoOf('ada')))).status).toBe(
      201,
    );
    await backend.block(photoOf('eve'));
    const of = async (table: string) =>
      (await env.DB.prepare(`SELECT 1 FROM ${table}`).all()).results;
    expect([await rowsOf(), await of('face_templates'), await of('face_challenges')]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('is unblocked at once even while the list is in use, whichever of two requests comes first', async () => {
    const backend = await FaceBackend.make();
    await backend.block(photoOf('eve'));
    expect(await endOf(backend, 'eve')).toBe('blacklist_match');
    const [{ id }] = (await backend.blocked()) as [{ id: number }];
    const statuses = await Promise.all([backend.unblock(id), backend.unblock(id)]);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await endOf(backend, 'eve')).toBe('passed');
  });
});

describe('a request to block a face', () => {
  const image = encodeBase64(photoOf('eve'));
  const reason = 'Resold accounts';
  it.each([
    ['no image', { reason }, 'image'],
    ['an image that is no base64', { reason, image: '_-8=' }, 'image'],
    ['no reason', { image }, 'reason'],
    ['an empty reason', { image, reason: ' ' }, 'reason'],
    ['a reason of 501 characters', { image, reason: 'a'.repeat(501) }, 'reason'],
    ['a list as reason', { image, reason: ['a'] }, 'reason'],
    ['no days', { image, reason, expires_in_days: 0 }, 'expires_in_days'],
    ['more than three years', { image, reason, expires_in_days: 1_096 }, 'expires_in_days'],
    ['half a day', { image, reason, expires_in_days: 0.5 }, 'expires_in_days'],
    ['days as text', { image, reason, expires_in_days: '7' }, 'expires_in_days'],
  ])('is refused with the field at fault: %s', async (_what, body, field) => {
    const backend = await FaceBackend.make();
    const reply = await backend.call('POST', '/verify/v1/blacklist/image', body);
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error?.details?.[0]?.field).toBe(field);
    expect(backend.face.photos).toBe(0);
  });

  it('may not contain a lone surrogate', async () => {
    const backend = await FaceBackend.make();
    const reply = await backend.call('POST', '/verify/v1/blacklist/image', {
      image,
      reason: 'a\uD800',
    });
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(await rowsOf()).toEqual([]);
  });

  it('needs a picture of one face, and otherwise names the fault and blocks nobody', async () => {
    const backend = await FaceBackend.make();
    for (const fault of ['not_a_jpeg', 'no_face', 'several_faces', 'turned_away'] as const) {
      const reply = await backend.block(faultyPhoto(fault));
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'INVALID_PICTURE']);
      expect(reply.body.error?.details?.[0]?.field).toBe('image');
    }
    expect(await rowsOf()).toEqual([]);
  });

  it('needs a secret key; to unblock also needs a valid id', async () => {
    const backend = await FaceBackend.make();
    for (const id of ['0', '-1', '1.5', 'x', '1e400', '99999999999999999999'])
      expect((await backend.unblock(id)).status).toBe(404);
    const page = new FaceBackend(
      backend.tenant,
      backend.face,
      undefined,
      backend.tenant.publishable,
    );
    for (const reply of [
      await page.block(photoOf('eve')),
      await page.call('GET', '/verify/v1/blacklist'),
      await page.unblock(1),
    ])
      expect([reply.status, reply.body.error?.code]).toEqual([403, 'SECRET_KEY_REQUIRED']);
  });

  it('is 503 if no face Worker is bound or none answers', async () => {
    const backend = await FaceBackend.make();
    const without = new FaceBackend(backend.tenant, backend.face, env);
    expect((await without.block(photoOf('eve'))).status).toBe(503);
    backend.face.failure = new Error('down');
    expect((await backend.block(photoOf('eve'))).status).toBe(503);
    expect(await rowsOf()).toEqual([]);
  });

  it('counts towards the limit of face pictures a minute (D-51)', async () => {
    const backend = (await FaceBackend.make()).within({ LIMIT_FACE_2FA: '2/60' } as Partial<Env>);
    for (const status of [201, 201, 429])
      expect((await backend.block(photoOf('eve'))).status).toBe(status);
  });
});

describe('a repeat with the same Idempotency-Key (D-10)', () => {
  const key = { 'Idempotency-Key': 'case-7' };

  it('gives the same entry, also with ten concurrent requests', async () => {
    const backend = await FaceBackend.make();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => backend.block(photoOf('eve'), {}, key)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await rowsOf()).toHaveLength(1);
    const other = await backend.block(photoOf('eve'), { reason: 'Another' }, key);
    expect(other.status).toBe(422);
  });

  it('after the entry was removed blocks nobody', async () => {
    const backend = await FaceBackend.make();
    await backend.block(photoOf('eve'), {}, key);
    const [{ id }] = (await backend.blocked()) as [{ id: number }];
    await backend.unblock(id);
    expect((await backend.block(photoOf('eve'), {}, key)).status).toBe(201);
    expect(await rowsOf()).toEqual([]);
  });
});
