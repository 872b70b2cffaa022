import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseToken } from '../../../src/crypto/capability-token.ts';
import { init } from '../../support/customer/api.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import { makeReviewingTenant, ReviewedVisit, seen } from '../../support/customer/reviews.ts';
import {
  DocumentVisit,
  jpegOf,
  readsNot,
  reads,
} from '../../support/visitor/scripted-documents.ts';
import { distanceFor } from '../../support/visitor/scripted-descriptor.ts';
import { blendPortrait, seePortrait, toJpeg } from '../../support/visitor/scripted-face.ts';
import { makeTenant, type TestTenant } from '../../support/customer/tenants.ts';

const HOUR_MS = 3_600_000;
const DOUBTFUL = blendPortrait('Ada', 'Bea', distanceFor(1));
const asEnded = (reason: string) => ({ status: 'failed', outcome: { reason } });
const OFFERED = { status: 'in_progress', step: 'review' };
const WAITS = { status: 'pending_tenant_review', step: 'done' };

let customer: TestTenant;
beforeEach(async () => {
  customer = await makeReviewingTenant();
});
afterEach(() => void vi.useRealTimers());

const stubOf = async (visit: DocumentVisit) => {
  const id = parseToken(visit.edge.token)?.objectId ?? '';
  return env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));
};

describe('a document check that a human may review (D-95)', () => {
  it('does not end if the customer offers reviews', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    expect(await reviewed.view()).toMatchObject(OFFERED);
    expect(await reviewed.result()).toMatchObject({ status: 'in_progress', verified: false });
  });

  it('ends as before if the customer offers none', async () => {
    const reviewed = await ReviewedVisit.offered(await makeTenant());
    expect(await reviewed.view()).toMatchObject(asEnded('face_mismatch'));
  });

  it('keeps the setting of the moment at which it began', async () => {
    const visit = await DocumentVisit.atDocument(undefined, { customer });
    await env.DB.prepare('UPDATE tenants SET reviews = 0 WHERE id = ?').bind(customer.id).run();
    visit.edge.face.portrait = seePortrait('Bea');
    expect((await visit.show()).body.data).toMatchObject(OFFERED);
  });

  it('is offered after two portraits in doubt, and after three attempts that were not read', async () => {
    const doubtful = await DocumentVisit.atDocument(undefined, { customer });
    doubtful.edge.face.portrait = DOUBTFUL;
    await doubtful.show();
    expect((await doubtful.show()).body.data).toMatchObject(OFFERED);
    const unread = await DocumentVisit.atDocument(undefined, { customer });
    unread.documents.setReading(readsNot('shape'));
    await unread.show();
    await unread.show();
    expect((await unread.show()).body.data).toMatchObject(OFFERED);
  });

  it.each([
    ['expired', reads({ expiryDate: '2020-01-01' }), 'document_expired', 3],
    ['without a birth date', readsNot('birth_check'), 'dob_unreadable', 3],
    ['of somebody too young', reads({ birthDate: '2020-08-12' }), 'age_below_threshold', 1],
  ] as const)('is never offered for a document %s', async (_, reading, reason, attempts) => {
    const visit = await DocumentVisit.atDocument(undefined, { customer });
    visit.documents.setReading(reading);
    for (let n = 0; n < attempts; n++) await visit.show();
    expect(await visit.view()).toMatchObject(asEnded(reason));
  });

  it('fails as before when the visitor declines the review', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    expect((await reviewed.step('review/decline')).body.data).toMatchObject(
      asEnded('face_mismatch'),
    );
    expect((await reviewed.step('review/decline')).status).toBe(409);
    expect((await reviewed.ask()).status).toBe(409);
  });

  it('fails as it would have when its time has run out', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    goTo(20 * 60_000);
    expect(await reviewed.result()).toMatchObject({
      status: 'failed',
      reason: 'face_mismatch',
      checks: { document: { passed: true }, face_match: { performed: true, passed: false } },
    });
  });

  it('cannot be handed over to another device, and shows no other document', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    expect((await reviewed.step('handoff')).status).toBe(409);
    expect((await reviewed.visit.show()).status).toBe(409);
  });
});

describe('asking a human (D-95)', () => {
  it('takes the pictures that were judged and a new picture of the face', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    const { status, body } = await reviewed.ask();
    expect(status).toBe(200);
    expect(body.data).toMatchObject(WAITS);
    const { return_url } = body.data.outcome;
    expect(new URL(return_url).searchParams.get('status')).toBe('pending_tenant_review');
    const result = await reviewed.result();
    expect(result).toMatchObject({ status: 'pending_tenant_review', verified: false });
    expect(result.reason).toBeUndefined();
    expect(result.completed_at).toBeUndefined();
  });

  it('gets the same answer again when the first one was lost', async () => {
    const reviewed = await ReviewedVisit.waiting(customer);
    expect((await reviewed.ask()).body.data).toMatchObject(WAITS);
  });

  it('makes one review of several concurrent requests', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    const replies = await Promise.all([reviewed.ask(), reviewed.ask(), reviewed.ask()]);
    for (const { body } of replies) expect(body.data).toMatchObject(WAITS);
  });

  const face = (...of: Parameters<typeof seen>) => ({ face: toJpeg(seen(...of)) });
  it.each([
    ['another page than was judged', { page: jpegOf('another page') }, 'INVALID_PICTURE'],
    ['another front', { front: jpegOf('another front') }, 'INVALID_PICTURE'],
    ['no front', { front: undefined }, 'INVALID_PICTURE'],
    ['no face', { face: undefined }, 'INVALID_PICTURE'],
    ['a face that is no JPEG', { face: new Uint8Array([1, 2, 3]) }, 'INVALID_PICTURE'],
    ['a text instead of a file', { page: 'a page' }, 'INVALID_PICTURE'],
    ['an unknown part', { selfie: jpegOf('x') }, 'INVALID_PICTURE'],
  ])('refuses %s, and keeps nothing', async (_, changes, code) => {
    const reviewed = await ReviewedVisit.offered(customer);
    const { status, body } = await reviewed.ask(changes);
    expect([status, body.error?.code]).toEqual([400, code]);
    expect(await reviewed.view()).toMatchObject(OFFERED);
  });

  it.each([
    ['that of somebody else', face('Bea')],
    ['turned aside', face('Ada', 40)],
    ['missing', { face: toJpeg({ ok: false, fault: 'no_face' }) }],
  ])('asks for another picture when the face is %s', async (_, changes) => {
    const reviewed = await ReviewedVisit.offered(customer);
    expect((await reviewed.ask(changes)).body.data).toMatchObject({
      ...OFFERED,
      problem: 'face_unclear',
    });
    expect((await reviewed.ask()).body.data).toMatchObject(WAITS);
  });

  it('ends after six unusable pictures', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    for (let n = 0; n < 6; n++) await reviewed.ask(face('Bea'));
    expect((await reviewed.ask(face('Bea'))).body.data).toMatchObject(asEnded('face_mismatch'));
  });

  it('costs nothing while the face Worker is away', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    reviewed.visit.edge.face.failure = new Error('away');
    expect((await reviewed.ask()).status).toBe(503);
    reviewed.visit.edge.face.failure = undefined;
    expect((await reviewed.ask()).body.data).toMatchObject(WAITS);
  });

  it('is refused at any other step', async () => {
    const visit = await DocumentVisit.atDocument(undefined, { customer });
    const form = new FormData();
    for (const name of ['page', 'face']) form.set(name, new File([jpegOf(name)], name));
    expect((await visit.edge.browser.send('review', form)).status).toBe(409);
    expect((await visit.edge.browser.step('review/decline')).status).toBe(409);
    expect((await visit.edge.browser.step('review/resume')).status).toBe(409);
  });

  it('is refused to another browser', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    reviewed.visit.edge.browser.forgetCookies();
    expect((await reviewed.ask()).status).toBe(401);
  });
});

describe('a page that no longer has the pictures (D-95)', () => {
  const AGAIN = { ...OFFERED, can_show_again: true };
  const showAgain = async (customerOf = customer) => {
    const reviewed = await ReviewedVisit.offered(customerOf);
    expect(await reviewed.view()).toMatchObject(AGAIN);
    const { status, body } = await reviewed.step('review/show');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ step: 'document', attempts_left: { document: 1 } });
    return reviewed;
  };

  it('takes the document again, and asks for the review with that', async () => {
    const reviewed = await showAgain();
    reviewed.page = jpegOf('the page once more');
    reviewed.front = jpegOf('the front once more');
    expect((await reviewed.fail()).body.data).toMatchObject(AGAIN);
    expect((await reviewed.ask()).body.data).toMatchObject(WAITS);
  });

  it('in another tab with outdated pictures is told to reload', async () => {
    const reviewed = await ReviewedVisit.offered(customer);
    const { page, front } = reviewed;
    const askInOldTab = async () => {
      const { status, body } = await reviewed.ask({ page, front });
      return [status, body.error?.code];
    };
    await reviewed.step('review/show');
    expect(await askInOldTab()).toEqual([409, 'CONFLICT']);
    reviewed.page = jpegOf('the page once more');
    reviewed.visit.documents.setReading(reads(), []);
    await reviewed.fail();
    expect(await askInOldTab()).toEqual([409, 'CONFLICT']);
    expect(await reviewed.view()).toMatchObject(AGAIN);
    // A picture that has never been judged counts as invalid, not as outdated.
    const strange = await reviewed.ask({ page: jpegOf('another page') });
    expect([strange.status, strange.body.error?.code]).toEqual([400, 'INVALID_PICTURE']);
    expect((await reviewed.ask()).body.data).toMatchObject(WAITS);
  });

  it('lets nobody pass who did not pass before', async () => {
    const reviewed = await showAgain();
    const before = await reviewed.result();
    reviewed.visit.edge.face.portrait = seePortrait('Ada');
    expect((await reviewed.show()).body.data).toMatchObject(OFFERED);
    expect((await reviewed.result()).checks).toEqual(before.checks);
    expect((await reviewed.ask()).body.data).toMatchObject(WAITS);
  });

  it('ends at once if the document says so', async () => {
    const reviewed = await showAgain();
    reviewed.visit.documents.setReading(reads({ birthDate: '2020-08-12' }));
    expect((await reviewed.fail()).body.data).toMatchObject(asEnded('age_below_threshold'));
  });

  it('has one attempt each time, three times, and can still decline the review', async () => {
    const reviewed = await showAgain();
    reviewed.visit.documents.setReading(readsNot('shape'));
    expect((await reviewed.fail()).body.data).toMatchObject(AGAIN);
    for (let n = 0; n < 2; n++) {
      expect((await reviewed.step('review/show')).status).toBe(200);
      expect((await reviewed.fail()).body.data).toMatchObject(OFFERED);
    }
    expect((await reviewed.view()).can_show_again).toBeUndefined();
    expect((await reviewed.step('review/show')).status).toBe(409);
    expect((await reviewed.step('review/decline')).body.data).toMatchObject(
      asEnded('document_rejected'),
    );
  });

  it('fails as it would have when its time runs out meanwhile', async () => {
    const reviewed = await showAgain();
    goTo(20 * 60_000);
    expect(await reviewed.result()).toMatchObject({ status: 'failed', reason: 'face_mismatch' });
  });

  it('is refused at another step, and while a review is pending', async () => {
    const visit = await DocumentVisit.atDocument(undefined, { customer });
    expect((await visit.edge.browser.step('review/show')).status).toBe(409);
    const reviewed = await ReviewedVisit.waiting(customer);
    expect((await reviewed.step('review/show')).status).toBe(409);
  });
});

describe('a review that nobody decides (D-95)', () => {
  it('fails after 72 hours as it would have, and its receipt says what was kept', async () => {
    const reviewed = await ReviewedVisit.waiting(customer);
    goTo(72 * HOUR_MS - 60_000);
    expect((await reviewed.result()).status).toBe('pending_tenant_review');
    goTo(2 * 60_000);
    const result = await reviewed.result();
    expect(result).toMatchObject({ status: 'failed', reason: 'face_mismatch' });
    const response = await reviewed.visit.edge.read(new URL(result.receipt).pathname);
    const statement = decodeJwt<any>(await response.text());
    expect(statement.received.map(({ step }: { step: string }) => step)).toContain('review');
    const [kept] = statement.kept;
    expect(kept).toMatchObject({ pictures: 3, dropped_at: kept.until });
    expect(Date.parse(kept.until) - Date.parse(kept.since)).toBe(72 * HOUR_MS);
  });

  it('fails by the alarm, even if nobody reads it', async () => {
    const reviewed = await ReviewedVisit.waiting(customer);
    const stub = await stubOf(reviewed.visit);
    goTo(72 * HOUR_MS);
    await runDurableObjectAlarm(stub);
    expect(await stub.repeatEvent()).toMatchObject({
      type: 'completed',
      row: { status: 'failed', reason: 'face_mismatch' },
    });
  });

  it('may be withdrawn by the visitor', async () => {
    const reviewed = await ReviewedVisit.waiting(customer);
    expect((await reviewed.step('cancel')).body.data.status).toBe('canceled');
  });

  it('cannot be erased while it waits; the backend may cancel it first', async () => {
    const reviewed = await ReviewedVisit.waiting(customer);
    expect((await reviewed.visit.edge.erase()).status).toBe(409);
  });
});

describe('a test session in the states of a review (D-14, D-95)', () => {
  const opened = async (fields: Record<string, unknown> = {}) => {
    const browser = new TestBrowser();
    await browser.open(await init(customer.testSecret, fields));
    return browser;
  };

  it('waits for a review that the sandbox bar requests', async () => {
    const browser = await opened();
    const { body } = await browser.step('sandbox', { outcome: 'pending_tenant_review' });
    expect(body.data).toMatchObject(WAITS);
  });

  it('is asked for more by the sandbox bar, and continues', async () => {
    const browser = await opened();
    const { body } = await browser.step('sandbox', { outcome: 'awaiting_retake' });
    expect(body.data).toMatchObject({
      status: 'awaiting_retake',
      step: 'review',
      review_again: ['document', 'movements'],
    });
    const resumed = await browser.step('review/resume');
    expect(resumed.body.data).toMatchObject({ step: 'liveness' });
  });
});
