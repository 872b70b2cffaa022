import { exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { post } from '../../support/customer/api.ts';
import { ask } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import {
  actionsOf,
  decide,
  listed,
  makeReviewer,
  makeReviewingTenant,
  ReviewedVisit,
  seen,
  waiting,
} from '../../support/customer/reviews.ts';
import { seePortrait, toJpeg } from '../../support/visitor/scripted-face.ts';
import { init } from '../../support/customer/api.ts';

afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;
const PASSED = { performed: true, passed: true };

const read = (token: string, by: string) => ask('GET', `/reviews/${token}`, by);
const see = (url: string, by: string) =>
  exports.default.fetch(
    new Request(`http://localhost:8787${url}`, { headers: { Authorization: `Bearer ${by}` } }),
  );
describe('the list of reviews (D-95)', () => {
  it('has the sessions that wait, with their deadline', async () => {
    const { by, token } = await waiting();
    const row = await listed(token, by);
    expect(row).toMatchObject({ gate: 18, purpose: 'age_verification' });
    expect(Date.parse(row.due_at) - Date.parse(row.requested_at)).toBe(72 * HOUR_MS);
    await decide(token, by, { decision: 'approve' });
    await eventually(async () => {
      expect((await ask('GET', '/reviews', by)).body.data).toEqual([]);
    });
  });

  it('has none of other customers, nor of the other mode', async () => {
    const { by, token } = await waiting();
    await listed(token, by);
    const { token: stranger } = await makeReviewer(await makeReviewingTenant());
    expect((await ask('GET', '/reviews', stranger)).body.data).toEqual([]);
    expect((await ask('GET', '/reviews?mode=test', by)).body.data).toEqual([]);
    expect((await read(token, stranger)).status).toBe(404);
    expect((await decide(token, stranger, { decision: 'approve' })).status).toBe(404);
  });
});

describe('the pictures of a review (D-95)', () => {
  it('are shown once to the member for whom they were opened, and every view is audited', async () => {
    const { customer, reviewed, by, token } = await waiting();
    const { body } = await read(token, by);
    expect(body.data).toMatchObject({ reason: 'face_mismatch', approvals: 0, approvals_needed: 1 });
    const { pictures } = body.data;
    expect(pictures.map(({ name }: { name: string }) => name)).toEqual(['page', 'front', 'face']);
    const first = await see(pictures[0].url, by);
    expect(first.headers.get('Cache-Control')).toBe('no-store');
    expect(new Uint8Array(await first.arrayBuffer())).toEqual(reviewed.page);
    expect((await see(pictures[0].url, by)).status).toBe(404);
    const face = await see(pictures[2].url, by);
    expect(new Uint8Array(await face.arrayBuffer())).toEqual(toJpeg(seen()));
    expect(await actionsOf(customer.id)).toEqual([
      ['review.open', { test: false }],
      ['review.look', { picture: 'page', test: false }],
      ['review.look', { picture: 'face', test: false }],
    ]);
  });

  it('are complete, even at the largest size of a document picture', async () => {
    const customer = await makeReviewingTenant();
    const reviewed = await ReviewedVisit.offered(customer, { bytes: 1024 * 1024 });
    expect((await reviewed.ask()).body.data.status).toBe('pending_tenant_review');
    const { token: by } = await makeReviewer(customer);
    const { pictures } = (await read(await reviewed.token(), by)).body.data;
    for (const [index, { url }] of pictures.slice(0, 2).entries()) {
      const sent = (index === 0 ? reviewed.page : reviewed.front) ?? new Uint8Array();
      const seenThere = new Uint8Array(await (await see(url, by)).arrayBuffer());
      expect(seenThere.length).toBe(sent.length);
      expect(seenThere.every((byte, n) => byte === sent[n])).toBe(true);
    }
  });

  it('are not shown to another member with the same link, nor to the same one after a minute', async () => {
    const { customer, by, token } = await waiting();
    const { token: other } = await makeReviewer(customer);
    const { pictures } = (await read(token, by)).body.data;
    expect((await see(pictures[0].url, other)).status).toBe(404);
    goTo(61_000);
    expect((await see(pictures[0].url, by)).status).toBe(404);
  });

  it('are shown to one of three concurrent requests with the same link', async () => {
    const { by, token } = await waiting();
    const { pictures } = (await read(token, by)).body.data;
    const looks = await Promise.all([1, 2, 3].map(() => see(pictures[1].url, by)));
    expect(looks.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(looks.filter(({ status }) => status === 404)).toHaveLength(2);
  });

  it('are deleted with the decision', async () => {
    const { by, token } = await waiting();
    const { pictures } = (await read(token, by)).body.data;
    await decide(token, by, { decision: 'reject' });
    expect((await see(pictures[0].url, by)).status).toBe(404);
    expect((await read(token, by)).status).toBe(404);
  });
});

describe('a decision (D-95)', () => {
  it('approve: success, with the checks as the reviewer settled them', async () => {
    const { customer, reviewed, by, token } = await waiting();
    expect((await decide(token, by, { decision: 'approve' })).body.data).toEqual({
      id: token,
      status: 'success',
      approvals: 1,
      approvals_needed: 1,
    });
    const result = await reviewed.result();
    expect(result).toMatchObject({
      status: 'success',
      verified: true,
      verification_type: 'full',
      reviewed: true,
      checks: { age: PASSED, document: PASSED, face_match: PASSED },
    });
    // Staff can read everything that their backend can read.
    expect((await ask('GET', `/sessions/${token}`, by)).body.data).toMatchObject(result);
    expect(await actionsOf(customer.id)).toEqual([
      ['review.decide', { decision: 'approve', seconds: expect.any(Number), test: false }],
    ]);
  });

  it('reject: failed, with its own reason or the one that was given', async () => {
    const plain = await waiting();
    await decide(plain.token, plain.by, { decision: 'reject' });
    expect(await plain.reviewed.result()).toMatchObject({
      status: 'failed',
      reason: 'face_mismatch',
      reviewed: true,
    });
    const given = await waiting();
    await decide(given.token, given.by, { decision: 'reject', reason: 'age_below_threshold' });
    expect(await given.reviewed.result()).toMatchObject({
      reason: 'age_below_threshold',
      checks: { age: { performed: true, passed: false }, document: PASSED },
    });
  });

  it.each([
    [{}, 'decision'],
    [{ decision: 'maybe' }, 'decision'],
    [{ decision: 'reject', reason: 'ugly' }, 'reason'],
    [{ decision: 'ask_again' }, 'steps'],
    [{ decision: 'ask_again', steps: [] }, 'steps'],
    [{ decision: 'ask_again', steps: ['dance'] }, 'steps'],
  ])('refuses %j and changes nothing', async (body, field) => {
    const { reviewed, by, token } = await waiting();
    const reply = await decide(token, by, body);
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error?.details?.[0]?.field).toContain(field);
    expect((await reviewed.result()).status).toBe('pending_tenant_review');
  });

  it('ask_again: the page goes on with movements and document', async () => {
    const { reviewed, by, token } = await waiting();
    const reply = await decide(token, by, { decision: 'ask_again', steps: ['document'] });
    expect(reply.body.data.status).toBe('awaiting_retake');
    expect(await reviewed.view()).toMatchObject({
      status: 'awaiting_retake',
      step: 'review',
      review_again: ['document'],
    });
    expect((await reviewed.step('review/resume')).body.data).toMatchObject({
      status: 'in_progress',
      step: 'liveness',
      attempts_left: { liveness: 3, document: 3 },
    });
    expect((await reviewed.step('review/resume')).status).toBe(409);
    await reviewed.move();
    reviewed.visit.edge.face.portrait = seePortrait('Ada');
    expect((await reviewed.visit.show()).body.data.status).toBe('success');
  });

  it('ask_again: the backend may give a new link instead', async () => {
    const { customer, reviewed, by, token } = await waiting();
    await decide(token, by, { decision: 'ask_again', steps: ['document', 'movements'] });
    const retaken = await post(`/verify/v1/sessions/${token}/retake`, {}, customer.secret);
    expect(retaken.status).toBe(200);
    expect(retaken.body.data.previous).toBe(token);
    expect((await reviewed.result()).status).toBe('retaken');
    expect((await reviewed.step('review/resume')).status).toBe(409);
  });

  it('cannot be a retake while the session still waits', async () => {
    const { customer, token } = await waiting();
    const retaken = await post(`/verify/v1/sessions/${token}/retake`, {}, customer.secret);
    expect(retaken.body.error?.code).toBe('RETAKE_NOT_ALLOWED');
  });

  it('may ask again twice at most', async () => {
    const { reviewed, by, token } = await waiting();
    for (let round = 0; round < 2; round++) {
      await decide(token, by, { decision: 'ask_again', steps: ['movements'] });
      await reviewed.step('review/resume');
      await reviewed.move();
      expect((await reviewed.fail()).body.data.step).toBe('review');
      expect((await reviewed.ask()).body.data.status).toBe('pending_tenant_review');
    }
    const third = await decide(token, by, { decision: 'ask_again', steps: ['movements'] });
    expect(third.body.error?.code).toBe('CONFLICT');
    expect((await decide(token, by, { decision: 'approve' })).body.data.status).toBe('success');
  });

  it('fails as it would have when nobody answers after ask_again', async () => {
    const { reviewed, by, token } = await waiting();
    await decide(token, by, { decision: 'ask_again', steps: ['document'] });
    goTo(73 * HOUR_MS);
    expect(await reviewed.result()).toMatchObject({ status: 'failed', reason: 'face_mismatch' });
  });
});

describe('review_second_person (D-95)', () => {
  it('needs two members for an approval', async () => {
    const { customer, reviewed, by, token } = await waiting(true);
    const first = await decide(token, by, { decision: 'approve' });
    expect(first.body.data).toMatchObject({
      status: 'pending_tenant_review',
      approvals: 1,
      approvals_needed: 2,
    });
    const again = await decide(token, by, { decision: 'approve' });
    expect(again.body.error?.code).toBe('CONFLICT');
    expect((await reviewed.result()).verified).toBe(false);
    const { token: other } = await makeReviewer(customer);
    const second = await decide(token, other, { decision: 'approve' });
    expect(second.body.data.status).toBe('success');
  });

  it('counts once when the same member sends it twice at the same time', async () => {
    const { reviewed, by, token } = await waiting(true);
    const replies = await Promise.all([1, 2].map(() => decide(token, by, { decision: 'approve' })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
    expect((await reviewed.result()).status).toBe('pending_tenant_review');
  });

  it('needs one member for a rejection', async () => {
    const { reviewed, by, token } = await waiting(true);
    await decide(token, by, { decision: 'reject' });
    expect((await reviewed.result()).status).toBe('failed');
  });
});

describe('a result that a reviewer settled (D-95, D-56)', () => {
  it('is kept in no account', async () => {
    const { reviewed, by, token } = await waiting();
    await decide(token, by, { decision: 'approve' });
    const offer = await reviewed.visit.edge.browser.get(
      `/v/sessions/${reviewed.visit.edge.browser.sessionId}/account`,
    );
    expect(offer.body.data.can_keep).toBe(false);
  });
});

describe('a test session (D-14, D-95)', () => {
  it('can be set to wait, has no pictures, and is decided like any other', async () => {
    const customer = await makeReviewingTenant();
    const { token: by } = await makeReviewer(customer);
    const started = await init(customer.testSecret, { verification_mode: 'document' });
    const outcome = { status: 'pending_tenant_review' };
    const settled = await post(
      `/verify/v1/sandbox/${started}/outcome`,
      outcome,
      customer.testSecret,
    );
    expect(settled.body.data).toMatchObject({ status: 'pending_tenant_review', test: true });
    const { token } = settled.body.data;
    await listed(token, by, '?mode=test');
    expect((await read(token, by)).body.data).toMatchObject({ pictures: [], test: true });
    const decided = await decide(token, by, { decision: 'approve' });
    expect(decided.body.data.status).toBe('success');
  });
});

describe('webhooks of reviews (D-59)', () => {
  it('report that a review is needed, that more is asked for, and how it ended', async () => {
    const { customer, by, token } = await waiting();
    await listed(token, by);
    await decide(token, by, { decision: 'ask_again', steps: ['document'] });
    const typesOf = async () => {
      const events = await queryLedger<{ type: string }>(
        { tenantId: customer.id },
        'SELECT type FROM events ORDER BY position',
      );
      return events.map(({ type }) => type);
    };
    await eventually(async () =>
      expect(await typesOf()).toEqual(['session.review_required', 'session.retake_requested']),
    );
  });
});
