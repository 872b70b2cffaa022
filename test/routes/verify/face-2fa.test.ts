// Face 2FA (D-15): enrolling a picture, comparing a later picture with it, reading the outcome, and
// erasing.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { post } from '../../support/customer/api.ts';
import { bodyOf, FaceBackend } from '../../support/customer/face-backend.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { distanceFor } from '../../support/visitor/scripted-descriptor.ts';
import { blendedPhoto, faultyPhoto, photoOf } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

const countTemplates = async (): Promise<number> =>
  (await env.DB.prepare('SELECT count(*) AS n FROM face_templates').first<{ n: number }>())!.n;

describe('a face', () => {
  it('is enrolled with one picture and recognised in another, and no score leaves the service', async () => {
    const backend = await FaceBackend.make();
    const { reply, settled } = await backend.send(
      'POST',
      '/register',
      bodyOf('ada', photoOf('ada')),
    );
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      challenge_id: expect.stringMatching(/^fch_[\w-]{24}$/),
      status: 'processing',
    });
    await settled;
    const enrolled = await backend.status(reply.body.data.challenge_id);
    expect(enrolled.body.data).toEqual({
      challenge_id: reply.body.data.challenge_id,
      kind: 'enroll',
      status: 'completed',
      passed: true,
      expires_at: expect.any(String),
      completed_at: expect.any(String),
    });
    expect(await backend.verify('ada')).toMatchObject({
      kind: 'verify',
      status: 'completed',
      passed: true,
    });
  });

  it('of another person ends as completed, does not pass, and has a reason', async () => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    expect(await backend.verify('ada', photoOf('eve'))).toMatchObject({
      status: 'completed',
      passed: false,
      failure_reason: 'face_mismatch',
    });
  });

  it('that may be the same does not pass, and another picture may decide (D-148)', async () => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    const { same, other } = SHIPPED_FACE_LIMITS.enrolled;
    const between = blendedPhoto('ada', 'eve', distanceFor((same + other) / 2));
    expect(await backend.verify('ada', between)).toMatchObject({
      status: 'completed',
      passed: false,
      failure_reason: 'face_unclear',
    });
    expect((await backend.verify('ada')).passed).toBe(true);
  });

  it('is compared only with the one enrolled for the same user id', async () => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    for (const other of ['Ada', 'ada ', 'eve', 'ada+pass'])
      expect(await backend.verify(other, photoOf('ada'))).toMatchObject({
        status: 'completed',
        passed: false,
        failure_reason: 'not_enrolled',
      });
    expect(backend.face.photos).toBe(1);
  });

  it('replaces the one that was enrolled before, and a picture without a face does not', async () => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    expect(await backend.register('ada', faultyPhoto('no_face'))).toMatchObject({
      status: 'failed',
      passed: false,
    });
    expect((await backend.verify('ada')).passed).toBe(true);
    await backend.register('ada', photoOf('ada after years'));
    expect((await backend.verify('ada')).failure_reason).toBe('face_mismatch');
    expect((await backend.verify('ada', photoOf('ada after years', 1))).passed).toBe(true);
    expect(await countTemplates()).toBe(1);
  });

  it('that was enrolled with another model has to be enrolled again', async () => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    await backend.inTest().register('a+pass');
    backend.face.model = 'ef'.repeat(32);
    expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
    expect(await backend.verify('ada')).toMatchObject({
      status: 'completed',
      passed: false,
      failure_reason: 'not_enrolled',
    });
    await backend.register('ada');
    expect((await backend.verify('ada')).passed).toBe(true);
    expect((await backend.user('ada')).body.data.enrolled).toBe(true);
    // A test-mode face is never compared, so a change of model does not make it outdated.
    expect((await backend.inTest().user('a+pass')).body.data.enrolled).toBe(true);
    // While the face Worker does not respond, its current model is unknown, so the stored face
    // counts as enrolled.
    backend.face.failure = new Error('away');
    expect((await backend.user('ada')).body.data.enrolled).toBe(true);
  });
});

describe('a picture that cannot be measured', () => {
  it.each([
    ['not_a_jpeg', 'invalid_image'],
    ['too_large', 'invalid_image'],
    ['unreadable', 'invalid_image'],
    ['no_face', 'no_face_detected'],
    ['several_faces', 'no_face_detected'],
    ['too_small', 'no_face_detected'],
    ['turned_away', 'no_face_detected'],
  ] as const)('%s fails as %s, for enrolment and comparison', async (fault, reason) => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    for (const end of [
      await backend.register('ada', faultyPhoto(fault)),
      await backend.verify('ada', faultyPhoto(fault)),
    ])
      expect(end).toMatchObject({ status: 'failed', passed: false, failure_reason: reason });
  });

  it('fails as internal_error when the face Worker does, and nothing is enrolled', async () => {
    const backend = await FaceBackend.make();
    backend.face.failure = new Error('away');
    expect(await backend.register('ada')).toMatchObject({
      status: 'failed',
      passed: false,
      failure_reason: 'internal_error',
    });
    expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
  });

  it('is refused at once if no face Worker is bound', async () => {
    const { tenant } = await FaceBackend.make();
    for (const path of ['/register', '/verify']) {
      const reply = await post(
        `/verify/v1/2fa${path}`,
        bodyOf('ada', photoOf('ada')),
        tenant.secret,
      );
      expect([reply.status, reply.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
    }
  });
});

/** Begins a registration and holds the measurement of its picture until `release` is called. */
async function beginHeld() {
  const backend = await FaceBackend.make();
  const { arrived, release } = backend.face.hold();
  const { reply, settled } = await backend.send('POST', '/register', bodyOf('ada', photoOf('ada')));
  await arrived;
  return { backend, reply, settled, release };
}

describe('a challenge', () => {
  it('is processing with passed null until it ends, and ends once', async () => {
    const { backend, reply, settled, release } = await beginHeld();
    const { challenge_id: id } = reply.body.data;
    expect((await backend.status(id)).body.data).toEqual({
      challenge_id: id,
      kind: 'enroll',
      status: 'processing',
      passed: null,
      expires_at: expect.any(String),
    });
    release();
    await settled;
    const end = (await backend.status(id)).body.data;
    expect(end.status).toBe('completed');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE_MS });
    expect((await backend.status(id)).body.data).toEqual(end);
  });

  it('expires after five minutes, and a later result changes nothing', async () => {
    const { backend, reply, settled, release } = await beginHeld();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS });
    const { challenge_id: id } = reply.body.data;
    const expired = { status: 'expired', passed: false, failure_reason: 'expired' };
    expect((await backend.status(id)).body.data).toMatchObject(expired);
    release();
    await settled;
    expect((await backend.status(id)).body.data).toMatchObject(expired);
    expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
    expect(await eventCount(backend.tenant.id)).toBe(0);
  });

  it('is 404 for another customer and mode, like an unknown one', async () => {
    const backend = await FaceBackend.make();
    const { challenge_id: id } = await backend.register('ada');
    const other = await backend.another();
    for (const stranger of [other, backend.inTest()])
      expect((await stranger.status(id)).status).toBe(404);
    expect((await backend.status('fch_nothing')).status).toBe(404);
  });
});

const eventCount = async (tenantId: string): Promise<number> =>
  (await queryLedger({ tenantId }, 'SELECT id FROM events')).length;

describe('people', () => {
  it('are reported as enrolled, with the time, or not, and never with 404', async () => {
    const backend = await FaceBackend.make();
    expect(await backend.user('nobody')).toMatchObject({
      status: 200,
      body: { data: { enrolled: false } },
    });
    await backend.register('a/b c?#é');
    expect((await backend.user('a/b c?#é')).body.data).toEqual({
      enrolled: true,
      enrolled_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('are separate for each customer and mode', async () => {
    const backend = await FaceBackend.make();
    await backend.register('ada');
    for (const stranger of [await backend.another(), backend.inTest()]) {
      expect((await stranger.user('ada')).body.data).toEqual({ enrolled: false });
      expect((await stranger.verify('ada')).failure_reason).toBe('not_enrolled');
      expect((await stranger.erase('ada')).body.data).toEqual({ deleted: true });
    }
    expect((await backend.verify('ada')).passed).toBe(true);
  });

  it('are erased at once, with their challenges, and repeatedly', async () => {
    const backend = await FaceBackend.make();
    const { challenge_id: id } = await backend.register('ada');
    await backend.register('eve');
    for (const status of [200, 200])
      expect(await backend.erase('ada')).toMatchObject({
        status,
        body: { data: { deleted: true } },
      });
    expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
    expect((await backend.status(id)).status).toBe(404);
    expect((await backend.verify('ada')).failure_reason).toBe('not_enrolled');
    expect((await backend.verify('eve')).passed).toBe(true);
  });

  it.each(['register', 'verify'] as const)(
    'who are erased while a %s is measured are neither enrolled nor recognised',
    async (kind) => {
      const backend = await FaceBackend.make();
      if (kind === 'verify') await backend.register('ada');
      const before = await eventCount(backend.tenant.id);
      const { arrived, release } = backend.face.hold();
      const { reply, settled } = await backend.send(
        'POST',
        `/${kind}`,
        bodyOf('ada', photoOf('ada', 1)),
      );
      await arrived;
      await backend.erase('ada');
      release();
      await settled;
      expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
      expect((await backend.status(reply.body.data.challenge_id)).status).toBe(404);
      expect(await eventCount(backend.tenant.id)).toBe(before);
    },
  );

  it('who are enrolled ten times at once have one template, from one of the pictures', async () => {
    const backend = await FaceBackend.make();
    const ends = await Promise.all(
      Array.from({ length: 10 }, (_, n) => backend.register('ada', photoOf(`face ${n}`))),
    );
    expect(ends.every(({ passed }) => passed === true)).toBe(true);
    expect(await countTemplates()).toBe(1);
    const known = await Promise.all(
      Array.from({ length: 10 }, (_, n) => backend.verify('ada', photoOf(`face ${n}`, 1))),
    );
    expect(known.filter(({ passed }) => passed === true)).toHaveLength(1);
  });
});

describe('a test key', () => {
  it('gives a result by the suffix of the user id, whatever the picture shows, and marks it', async () => {
    const backend = (await FaceBackend.make()).inTest();
    const anything = Uint8Array.of(1, 2, 3);
    expect(await backend.verify('a+pass', anything)).toMatchObject({ passed: true, test: true });
    expect(await backend.register('a+pass', anything)).toMatchObject({ passed: true });
    expect((await backend.user('a+pass')).body.data.enrolled).toBe(true);
    expect(await backend.register('a+fail', anything)).toMatchObject({
      status: 'failed',
      failure_reason: 'no_face_detected',
    });
    expect(await backend.verify('a+fail', anything)).toMatchObject({
      status: 'completed',
      failure_reason: 'face_mismatch',
    });
    const stays = await backend.verify('a+expire', anything);
    expect(stays).toMatchObject({ status: 'processing', passed: null });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS });
    expect((await backend.status(stays.challenge_id)).body.data.status).toBe('expired');
    expect(backend.face.photos).toBe(0);
  });

  it('does so without a face Worker too, and otherwise measures pictures like any other key', async () => {
    const live = await FaceBackend.make();
    const bare = new FaceBackend(live.tenant, live.face, env, live.tenant.testSecret);
    expect((await bare.verify('a+pass')).passed).toBe(true);
    const backend = live.inTest();
    await backend.register('ada');
    expect((await backend.verify('ada')).passed).toBe(true);
    expect((await backend.verify('ada', photoOf('eve'))).passed).toBe(false);
  });
});
