// Checks of people whom the customer has blocked, and faces that are kept so that they can be
// blocked (D-100).
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeBase64Url } from '../../../src/crypto/encoding.ts';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { FaceBackend } from '../../support/customer/face-backend.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { makeReviewingTenant, ReviewedVisit, seen } from '../../support/customer/reviews.ts';
import { DocumentVisit, reads } from '../../support/visitor/scripted-documents.ts';
import { photoOf, seePortrait, toJpeg } from '../../support/visitor/scripted-face.ts';
import { get } from '../../support/customer/api.ts';
import { makeTenant, type TestTenant } from '../../support/customer/tenants.ts';
import { child } from '../../support/visitor/too-young.ts';
import { passOverOthers, walkStorage } from '../../support/counted/storage-walk.ts';

beforeEach(passOverOthers);
afterEach(() => void vi.useRealTimers());

const COMPARED = { compared: true } as const;
const visitorOf = (customer: TestTenant, faces: object = COMPARED) => ({
  customer,
  consent: { notice: NOTICE.version, faces },
});

async function blocking(person = 'Ada', tenant?: TestTenant): Promise<FaceBackend> {
  const backend = new FaceBackend(tenant ?? (await makeTenant()));
  expect((await backend.block(photoOf(person))).status).toBe(201);
  return backend;
}

/** Makes a customer keep faces for `days` days. Creates a new customer if none is given. */
async function keeping(days = 7, tenant?: TestTenant): Promise<TestTenant> {
  const customer = tenant ?? (await makeTenant());
  await env.DB.prepare('UPDATE tenants SET keep_faces_days = ? WHERE id = ?')
    .bind(days, customer.id)
    .run();
  return customer;
}

const objectOf = ({ browser }: EdgeVisit) =>
  env.VERIFICATION_SESSION.get(
    env.VERIFICATION_SESSION.idFromString(decodeObjectId(browser.sessionId) ?? ''),
  );
const keptBy = (visit: EdgeVisit): Promise<string[]> =>
  runInDurableObject(objectOf(visit), (_object, { storage }) =>
    [...storage.kv.list()].map(([name]) => name),
  );

const blockSession = (backend: FaceBackend, token: string, more: object = {}) =>
  backend.call('POST', '/verify/v1/blacklist/session', {
    session_token: token,
    reason: 'Sold the account',
    ...more,
  });

describe('a check of a blocked person', () => {
  it('fails as blacklist_match, and its visitor is only told whom to ask', async () => {
    const { tenant } = await blocking();
    await env.DB.prepare("UPDATE tenants SET privacy_contact = 'dpo@cellar.example'").run();
    const visit = await EdgeVisit.begin({}, visitorOf(tenant));
    const { data } = (await visit.pass()).body;
    expect(data).toMatchObject({ status: 'failed', step: 'done' });
    expect(data.outcome.reason).toBeUndefined();
    expect(data.outcome.incomplete).toEqual({ contact: 'dpo@cellar.example' });
    expect(new URL(data.outcome.return_url).searchParams.get('status')).toBe('failed');
    expect(JSON.stringify(data)).not.toMatch(/blacklist|blocked/);
    expect(await visit.result()).toMatchObject({
      status: 'failed',
      verified: false,
      reason: 'blacklist_match',
      checks: { liveness: { passed: true } },
    });
    const status = await get(`/verify/v1/status/${visit.token}`, tenant.publishable);
    expect(status.body.data).toMatchObject({ status: 'failed', reason: 'other' });
  });

  it('is compared again when a document is retaken, while an estimate cannot be retaken (D-89)', async () => {
    const backend = await blocking();
    const retake = ({ token }: EdgeVisit): string => `/verify/v1/sessions/${token}/retake`;
    const estimated = await EdgeVisit.begin({}, visitorOf(backend.tenant));
    await estimated.pass();
    const refused = await backend.call('POST', retake(estimated), '');
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'RETAKE_NOT_ALLOWED']);
    const visit = await DocumentVisit.atDocument(undefined, visitorOf(backend.tenant));
    visit.documents.setReading(reads());
    visit.edge.face.portrait = seePortrait('Ada');
    await visit.show();
    const { data } = await visit.edge.post(retake(visit.edge), backend.tenant.secret);
    const browser = new TestBrowser(undefined, visit.edge.fetch);
    await browser.open(data.verify_url.split('/').at(-1));
    expect((await browser.view()).body.data.privacy.faces).toMatchObject(COMPARED);
  });

  it('is told apart from checks of other people, customers and modes', async () => {
    const { tenant } = await blocking('Eve');
    const passed = await EdgeVisit.begin({}, visitorOf(tenant));
    expect((await passed.pass()).body.data.status).toBe('success');
    const elsewhere = await blocking('Ada');
    const test = await EdgeVisit.begin({}, { customer: elsewhere.tenant, test: true });
    expect((await test.pass()).body.data.status).toBe('success');
  });

  it('that would fail anyway is not compared with the list', async () => {
    const { tenant } = await blocking();
    const visit = await EdgeVisit.begin({}, visitorOf(tenant));
    await visit.move();
    await visit.reveal();
    await visit.estimate(child);
    await visit.reveal();
    expect((await visit.result()).reason).toBe('age_below_threshold');
  });

  it('by document fails as well, and keeps no face of it', async () => {
    const { tenant } = await blocking();
    const visit = await DocumentVisit.atDocument(undefined, visitorOf(tenant));
    visit.documents.setReading(reads());
    visit.edge.face.portrait = seePortrait('Ada');
    expect((await visit.show()).body.data.status).toBe('failed');
    expect((await visit.result()).reason).toBe('blacklist_match');
    expect(await keptBy(visit.edge)).not.toContain('blockable_face');
  });

  it('never gets to a review', async () => {
    const { tenant } = await blocking('Ada', await makeReviewingTenant());
    const visit = await DocumentVisit.atDocument(undefined, visitorOf(tenant));
    const reviewed = ReviewedVisit.of(visit);
    await reviewed.fail();
    const asked = await reviewed.ask({ face: toJpeg(seen('Ada')) });
    expect(asked.body.data).toMatchObject({ status: 'failed', outcome: { incomplete: {} } });
    expect((await visit.result()).reason).toBe('blacklist_match');
    expect(await keptBy(visit.edge)).not.toContain('review-key');
  });
});

describe('a list that is unavailable', () => {
  it('decides nothing: the same pictures can be sent again, and count once it answers', async () => {
    const { tenant } = await blocking();
    let isDown = true;
    const list = new Proxy(env.BLOCK_LIST, {
      get: (target, name) => {
        if (isDown && name === 'get')
          return () => ({ findMatch: () => Promise.reject(new Error('down')) });
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const bind = (FACE: Fetcher): Env => ({ ...env, FACE, BLOCK_LIST: list });
    const visit = await EdgeVisit.begin({}, { ...visitorOf(tenant), bind });
    await visit.move();
    await visit.reveal();
    await visit.estimate();
    for (let round = 0; round < 5; round += 1) expect((await visit.reveal()).status).toBe(503);
    const view = (await visit.browser.view()).body.data;
    expect([view.step, view.attempts_left.age]).toEqual(['age', 2]);
    isDown = false;
    expect((await visit.reveal()).body.data.status).toBe('failed');
    expect((await visit.result()).reason).toBe('blacklist_match');
  });

  it('does not keep a session open for ever: it expires, and nobody has passed', async () => {
    const { tenant } = await blocking();
    const down = { idFromName: () => 'x', get: () => ({}) };
    const bind = (FACE: Fetcher): Env => ({ ...env, FACE, BLOCK_LIST: down as never });
    const visit = await EdgeVisit.begin({}, { ...visitorOf(tenant), bind });
    expect((await visit.pass()).status).toBe(503);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    expect((await visit.result()).status).toBe('expired');
  });
});

describe('consent', () => {
  it('must match what the page showed: another one is refused, and nothing begins', async () => {
    const { tenant } = await blocking();
    for (const faces of [undefined, {}, { kept_days: 7 }, { compared: true, kept_days: 7 }]) {
      const visit = await EdgeVisit.begin({}, { customer: tenant, consent: { faces } });
      const view = (await visit.browser.view()).body.data;
      expect([view.step, view.privacy.faces]).toMatchObject(['consent', COMPARED]);
    }
  });

  it('does not mention faces if the customer uses none, or for a check on the device', async () => {
    const customer = await makeTenant();
    const plain = await EdgeVisit.begin({}, { customer });
    expect((await plain.browser.view()).body.data.privacy.faces).toBeUndefined();
    await keeping(7, customer);
    await new FaceBackend(customer).block(photoOf('Eve'));
    const device = await EdgeVisit.begin({ verification_mode: 'facial' }, { customer });
    expect((await device.browser.view()).body.data.privacy.faces).toBeUndefined();
    const both = await EdgeVisit.begin({}, { customer });
    const faces = { compared: true, kept_days: 7 };
    expect((await both.browser.view()).body.data.privacy.faces).toMatchObject(faces);
  });
});

describe('a face that is kept', () => {
  const kept = visitorOf;
  const KEPT = { kept_days: 7 };

  it('can be blocked once, for as long as the setting said', async () => {
    const customer = await keeping();
    const backend = new FaceBackend(customer);
    const visit = await EdgeVisit.begin({ user_id: 'u-1' }, kept(customer, KEPT));
    expect((await blockSession(backend, visit.token)).body.error?.code).toBe('CONFLICT');
    expect((await visit.pass()).body.data.status).toBe('success');
    expect(await keptBy(visit)).toContain('blockable_face');
    expect(await keptBy(visit)).not.toContain('evidence');
    const { token, receipt } = await visit.result();
    const statement = (await (await visit.read(new URL(receipt).pathname)).text()).split('.')[1];
    const { face_kept: faceKept, decided_at: at } = JSON.parse(
      new TextDecoder().decode(decodeBase64Url(statement ?? '')),
    );
    expect(Date.parse(faceKept.until) - Date.parse(at)).toBe(7 * DAY_MS);
    const both = await Promise.all([blockSession(backend, token), blockSession(backend, token)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const entries = await backend.blocked();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      source: 'session',
      session_id: visit.browser.sessionId,
      reason: 'Sold the account',
    });
    const again = await EdgeVisit.begin({}, kept(customer, { compared: true, ...KEPT }));
    await again.pass();
    expect((await again.result()).reason).toBe('blacklist_match');
    // The face of a person who is already blocked is kept as well, so that the person can be
    // blocked again.
    expect(await keptBy(again)).toContain('blockable_face');
  });

  it('is deleted after that time, with an error that differs from that of a session without a face', async () => {
    const customer = await keeping(2);
    const backend = new FaceBackend(customer);
    const visit = await EdgeVisit.begin({}, kept(customer, { kept_days: 2 }));
    await visit.pass();
    const without = await EdgeVisit.begin({}, { customer: await makeTenant() });
    await without.pass();
    const other = new FaceBackend(customer);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 2 * DAY_MS + 1_000 });
    const late = await blockSession(other, visit.token);
    expect([late.status, late.body.error?.code]).toEqual([409, 'SESSION_FACE_DATA_EXPIRED']);
    await runDurableObjectAlarm(objectOf(visit));
    expect(await keptBy(visit)).not.toContain('blockable_face');
    expect((await visit.result()).status).toBe('success');
    expect(await backend.blocked()).toEqual([]);
  });

  it('does not exist for a session that showed no face, was canceled, or began before the setting', async () => {
    const customer = await makeTenant();
    const backend = new FaceBackend(customer);
    const before = await EdgeVisit.begin({}, { customer });
    await keeping(7, customer);
    await before.pass();
    const canceled = await EdgeVisit.begin({}, kept(customer, KEPT));
    await canceled.move();
    await canceled.reveal();
    await canceled.browser.step('cancel');
    for (const { token } of [before, canceled]) {
      const reply = await blockSession(backend, token);
      expect([reply.status, reply.body.error?.code]).toEqual([409, 'SESSION_HAS_NO_FACE_DATA']);
    }
  });

  it('is 404 for another customer or mode', async () => {
    const customer = await keeping();
    const visit = await EdgeVisit.begin({}, kept(customer, KEPT));
    await visit.pass();
    const backend = new FaceBackend(customer);
    for (const stranger of [await backend.another(), backend.inTest()])
      expect((await blockSession(stranger, visit.token)).status).toBe(404);
    for (const token of ['xtk_nonsense', `xtk_${'A'.repeat(86)}`])
      expect((await blockSession(backend, token)).status).toBe(404);
    for (const session_token of ['', 'x'.repeat(101), 7, null, undefined]) {
      const reply = await blockSession(backend, '', { session_token });
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('is kept after a failed check, and deleted with the session, while an existing entry stays', async () => {
    const customer = await keeping();
    const backend = new FaceBackend(customer);
    const visit = await EdgeVisit.begin({}, kept(customer, KEPT));
    await visit.move();
    await visit.reveal();
    await visit.estimate(child);
    await visit.reveal();
    expect(await keptBy(visit)).toContain('blockable_face');
    expect((await blockSession(backend, visit.token)).status).toBe(201);
    const id = objectOf(visit).id.toString();
    expect((await visit.erase()).status).toBe(200);
    const left = [...(await walkStorage())].filter(([place]) => place.includes(id));
    expect(left.map(([, text]) => text).join()).not.toContain('blockable_face');
    expect(await backend.blocked()).toHaveLength(1);
  });
});
