// A live person enrols a face with a customer, or shows the enrolled face again (D-98).
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { settleFaceSession } from '../../../src/domain/integration/face-2fa/settle-session.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { toSessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { endUnprovenCustomers } from '../../../src/domain/customers/staff-authentication/unproven-customers.ts';
import { makeContext } from '../../support/installation/context.ts';
import { makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { EdgeVisit, type Shown } from '../../support/visitor/edge-visit.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { FaceBackend } from '../../support/customer/face-backend.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import { photoOf, seeFace } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

interface Begun {
  challenge_id: string;
  verify_url: string;
}

const sessionOf = ({ challenge_id: id }: Begun): string =>
  decodeObjectId(id.slice('fch_'.length)) ?? '';
const objectOf = (begun: Begun) =>
  env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(sessionOf(begun)));

const shows =
  (person: string): Shown =>
  ({ yaw, pitch }) => ({ ok: true, face: seeFace({ yaw, pitch, person }) });

async function visit(backend: FaceBackend, kind: 'enroll' | 'verify', userId = 'ada') {
  const { body } = await backend.begin(kind, userId);
  const begun: Begun = body.data;
  const at = { verifyUrl: begun.verify_url, sessionId: sessionOf(begun) };
  return { begun, page: await EdgeVisit.at(at, { face: backend.face }) };
}

async function pass(page: EdgeVisit, person = 'ada') {
  await page.move(shows(person));
  await page.reveal();
  await page.estimate(shows(person));
  return page.reveal();
}

const ended = (backend: FaceBackend, { challenge_id: id }: Begun) =>
  eventually(async () => {
    const { data } = (await backend.status(id)).body;
    if (data.status === 'processing') throw new Error('It is processed.');
    return data;
  });

const readTemplates = async () =>
  (await env.DB.prepare('SELECT * FROM face_templates ORDER BY enrolled_at_ms').all()).results;
const readTemplate = () => env.DB.prepare('SELECT * FROM face_templates').first();

describe('POST /verify/v1/2fa/sessions', () => {
  it('enrols a live person, and its status has the version and the time of the consent', async () => {
    const backend = await FaceBackend.make();
    const { begun, page } = await visit(backend, 'enroll');
    expect((await backend.status(begun.challenge_id)).body.data).toMatchObject({
      status: 'processing',
      passed: null,
      liveness: true,
    });
    const { data } = (await pass(page)).body;
    const back = new URL(data.outcome.return_url);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      status: 'success',
      token: begun.challenge_id,
      user_id: 'ada',
    });
    expect(await ended(backend, begun)).toMatchObject({
      kind: 'enroll',
      status: 'completed',
      passed: true,
      liveness: true,
    });
    const stored = await runInDurableObject(objectOf(begun), (_object, { storage }) => [
      storage.kv.get<SessionRecord>('session')?.consent,
      storage.kv.get('face'),
    ]);
    const template = await readTemplate();
    expect(stored).toEqual([
      {
        notice: template?.['notice'],
        atMs: template?.['consented_at_ms'],
        scopes: ['face'],
      },
      undefined,
    ]);
    expect((await backend.user('ada')).body.data.enrolled).toBe(true);
  });

  it('compares a live person with the enrolled face, and a picture with a face that was enrolled live', async () => {
    const backend = await FaceBackend.make();
    const enrolled = await visit(backend, 'enroll');
    await pass(enrolled.page);
    await ended(backend, enrolled.begun);
    expect(await backend.verify('ada', photoOf('ada'))).toMatchObject({ passed: true });
    for (const [person, result] of [
      ['ada', { passed: true, status: 'completed' }],
      ['Eve', { passed: false, status: 'completed', failure_reason: 'face_mismatch' }],
    ] as const) {
      const { begun, page } = await visit(backend, 'verify');
      expect((await pass(page, person)).body.data.outcome.status).toBe('success');
      expect(await ended(backend, begun)).toMatchObject(result);
    }
    const nobody = await visit(backend, 'verify', 'nobody');
    await pass(nobody.page, 'nobody');
    expect(await ended(backend, nobody.begun)).toMatchObject({ failure_reason: 'not_enrolled' });
  });

  it('ends as blacklist_match for a blocked person who would pass otherwise: the page says whom to ask, and not why (D-108)', async () => {
    const backend = await FaceBackend.make();
    // This visit begins before any face is blocked, so its consent does not mention the comparison
    // with blocked faces, and the visitor's face is not compared with them.
    const early = await visit(backend, 'enroll', 'early');
    expect((await backend.block(photoOf('Eve'))).status).toBe(201);
    await backend.register('mallory');
    await pass(early.page, 'Eve');
    expect(await ended(backend, early.begun)).toMatchObject({ passed: true });
    const blocked = { status: 'completed', passed: false, failure_reason: 'blacklist_match' };
    const neutral = { status: 'failed', incomplete: {} };
    const passed = { status: 'success' };
    for (const [kind, userId, person, said, end] of [
      ['enroll', 'eve', 'Eve', neutral, blocked],
      ['verify', 'early', 'Eve', neutral, blocked],
      // A face that does not match the enrolled one is not compared with the block list (D-100).
      ['verify', 'mallory', 'Eve', passed, { failure_reason: 'face_mismatch' }],
      ['verify', 'nobody', 'Eve', passed, { failure_reason: 'not_enrolled' }],
      ['enroll', 'ada', 'ada', passed, { passed: true }],
    ] as const) {
      const { begun, page } = await visit(backend, kind, userId);
      expect((await page.browser.view()).body.data.privacy.faces).toMatchObject({ compared: true });
      const { outcome } = (await pass(page, person)).body.data;
      expect(outcome).toMatchObject(said);
      expect(JSON.stringify(outcome)).not.toContain('blacklist');
      const { searchParams: back } = new URL(outcome.return_url);
      expect(back.get('status')).toBe(said.status);
      expect(await ended(backend, begun)).toMatchObject(end);
    }
    const enrolled = new Set((await readTemplates()).map(({ user_id: id }) => id));
    expect(enrolled).toEqual(new Set(['early', 'mallory', 'ada']));
  });

  it('ends with its check: for another face than in the movements, a cancel, and no time left', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const backend = await FaceBackend.make();
    const live = await visit(backend, 'enroll');
    await live.page.move(shows('ada'));
    await live.page.reveal();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await live.page.estimate(shows('Eve'));
      await live.page.reveal();
    }
    expect(await ended(backend, live.begun)).toMatchObject({
      status: 'failed',
      passed: false,
      failure_reason: 'liveness_failed',
    });
    vi.useRealTimers();
    const left = await visit(backend, 'enroll');
    await left.page.browser.step('cancel');
    expect(await ended(backend, left.begun)).toMatchObject({ failure_reason: 'canceled' });
    const late = await visit(backend, 'enroll');
    goTo(16 * 60_000);
    await runDurableObjectAlarm(objectOf(late.begun));
    expect(await ended(backend, late.begun)).toMatchObject({
      status: 'expired',
      failure_reason: 'expired',
    });
    expect(await readTemplate()).toBeNull();
    logged.mockRestore();
  });

  it('is refused if nothing is measured at the edge, and for missing or invalid fields', async () => {
    const backend = await FaceBackend.make();
    const without = new FaceBackend(backend.tenant, backend.face, env);
    const refused = await without.begin('enroll', 'ada');
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await env.DB.prepare('SELECT * FROM face_challenges').first()).toBeNull();
    const codes = [
      await backend.begin('enroll', ''),
      await backend.begin('enroll', 'ada', { kind: 'other' }),
      await backend.begin('enroll', 'ada', { callback_url: 'http://shop.example' }),
      await backend.begin('enroll', 'ada', { callback_url: undefined }),
    ].map(({ status, body }) => [status, body.error?.code]);
    expect(codes).toEqual([
      [400, 'INVALID_USER_ID'],
      [400, 'VALIDATION_FAILED'],
      [400, 'INVALID_CALLBACK_URL'],
      [400, 'INVALID_CALLBACK_URL'],
    ]);
  });

  it('begins once for an idempotency key, and answers 422 to another request with it (D-10)', async () => {
    const backend = await FaceBackend.make();
    const key = { 'Idempotency-Key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => backend.begin('enroll', 'ada', {}, key)),
    );
    const [one, ...others] = replies.map(({ body }) => body.data);
    expect(others).toEqual([one, one]);
    expect((await backend.begin('verify', 'ada', {}, key)).status).toBe(422);
  });

  it('is settled by the user id in test mode, also without a face Worker (D-14)', async () => {
    const backend = (await FaceBackend.make()).inTest();
    for (const [userId, result] of [
      ['a+pass', { passed: true, status: 'completed', test: true }],
      ['a+fail', { passed: false, failure_reason: 'liveness_failed' }],
      ['a+cancel', { passed: false, failure_reason: 'canceled' }],
      ['a+expire', { passed: false, status: 'expired' }],
    ] as const) {
      const begun: Begun = (await backend.begin('enroll', userId)).body.data;
      await new TestBrowser().open(begun.verify_url.split('/').at(-1)!);
      expect(await ended(backend, begun)).toMatchObject(result);
    }
    expect((await backend.user('a+pass')).body.data.enrolled).toBe(true);
  });

  it('is not a session of the customer: not listed, not readable, not cancelable by its token, with an event of its own only', async () => {
    const backend = await FaceBackend.make();
    const { begun, page } = await visit(backend, 'enroll');
    const key = { 'X-API-Key': backend.tenant.secret };
    const link = begun.verify_url.split('/').at(-1) ?? '';
    for (const path of [`/verify/v1/result/${link}`, `/verify/v1/status/${link}`])
      expect((await page.read(path, key)).status).toBe(404);
    await pass(page);
    await ended(backend, begun);
    const { id: tenantId } = backend.tenant;
    const listed = env.DB.prepare('SELECT * FROM verification_sessions WHERE tenant_id = ?');
    expect((await listed.bind(tenantId).all()).results).toEqual([]);
    await eventually(async () => {
      const events = await queryLedger<{ type: string }>({ tenantId }, 'SELECT type FROM events');
      expect(events.map(({ type }) => type)).toEqual(['face_2fa.completed']);
    });
    const other = await backend.another();
    expect((await other.status(begun.challenge_id)).status).toBe(404);
    expect((await backend.inTest().status(begun.challenge_id)).status).toBe(404);
  });

  it('for an erased person leads nowhere: its page is gone, and nothing is enrolled', async () => {
    const backend = await FaceBackend.make();
    const { begun, page } = await visit(backend, 'enroll');
    await page.move(shows('ada'));
    await page.reveal();
    await backend.erase('ada');
    expect((await page.browser.view()).status).toBe(401);
    expect((await backend.status(begun.challenge_id)).status).toBe(404);
    const kept = await runInDurableObject(objectOf(begun), (_object, { storage }) => [
      storage.kv.get('evidence'),
      storage.kv.get('face'),
    ]);
    expect(kept).toEqual([undefined, undefined]);
    expect(await readTemplate()).toBeNull();
  });

  it('for an erased person no longer names them, even if it ended before', async () => {
    const backend = await FaceBackend.make();
    const { begun, page } = await visit(backend, 'enroll');
    await pass(page);
    await ended(backend, begun);
    await backend.erase('ada');
    const session = await runInDurableObject(objectOf(begun), (_object, { storage }) =>
      storage.kv.get<SessionRecord>('session'),
    );
    expect(session?.request.userId).toBeUndefined();
  });

  it('for a customer that has ended enrols nobody, and its keys begin no other', async () => {
    const sent = vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockResolvedValue(undefined as never);
    const tenant = await makeDashboardTenant();
    const backend = new FaceBackend(tenant);
    const { begun, page } = await visit(backend, 'enroll');
    const unproven =
      'UPDATE staff SET email_verified_at_ms = NULL, created_at_ms = 0 WHERE tenant_id = ?';
    await env.DB.prepare(unproven).bind(tenant.id).run();
    await endUnprovenCustomers(makeContext());
    await pass(page);
    const record = await runInDurableObject(objectOf(begun), (_object, { storage }) =>
      storage.kv.get<SessionRecord>('session'),
    );
    const event = toSessionEvent(record!, 'completed', Date.now());
    await settleFaceSession(makeContext({ face: backend.face }), event);
    expect(await readTemplate()).toBeNull();
    goTo(60_000);
    expect((await backend.begin('enroll', 'ada')).status).toBe(401);
    sent.mockRestore();
  });

  it('enrols nobody if the person is erased between the verdict and its storage, and a repeat changes nothing', async () => {
    const sent = vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockResolvedValue(undefined as never);
    const backend = await FaceBackend.make();
    const { begun, page } = await visit(backend, 'enroll');
    await pass(page);
    const record = await runInDurableObject(objectOf(begun), (_object, { storage }) =>
      storage.kv.get<SessionRecord>('session'),
    );
    const event = toSessionEvent(record!, 'completed', Date.now());
    const ctx = makeContext({ face: backend.face });
    await settleFaceSession(ctx, event);
    const first = await readTemplate();
    expect(first).not.toBeNull();
    await settleFaceSession(ctx, event);
    expect(await readTemplate()).toEqual(first);
    await backend.erase('ada');
    await settleFaceSession(ctx, event);
    expect(await readTemplate()).toBeNull();
    sent.mockRestore();
  });
});
