// Contesting an estimate (D-93), from the point of view of visitors, their other devices and
// customers.
import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../support/customer/api.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import { retake } from '../../support/customer/retakes.ts';
import { DocumentVisit, reads } from '../../support/visitor/scripted-documents.ts';
import { makeKey, makeTenant } from '../../support/customer/tenants.ts';
import { child, tooYoung } from '../../support/visitor/too-young.ts';

afterEach(() => void vi.useRealTimers());

const PASSED = { performed: true, passed: true };

const contest = (visit: DocumentVisit): Promise<Reply> => visit.edge.browser.step('contest');
const tokenIn = (reply: Reply): string => reply.body.data.verify_url.split('/v/')[1];
const problemOf = ({ status, body }: Reply) => `${status} ${body.error?.code}`;
const countSessions = async () => (await listDurableObjectIds(env.VERIFICATION_SESSION)).length;
const set = (tenantId: string, columns: string) =>
  env.DB.prepare(`UPDATE tenants SET ${columns} WHERE id = ?`).bind(tenantId).run();

/**
 * Contests the estimate, opens the returned link, and continues to the document step.
 * @returns the token in the link
 */
async function goOn(visit: DocumentVisit): Promise<string> {
  const token = tokenIn(await contest(visit));
  const { browser } = visit.edge;
  await browser.open(token);
  await browser.step('consent', { biometric: true });
  await visit.edge.move();
  await visit.edge.reveal();
  return token;
}

const resultOf = async ({ edge }: DocumentVisit, token: string) =>
  (await edge.ask(`/verify/v1/result/${token}`)).data;

describe('POST /v/sessions/{id}/contest (D-93)', () => {
  it('lets a document decide instead of the estimate, in a session that retakes the first', async () => {
    const visit = await tooYoung({ user_id: 'u-1', locale: 'de' });
    expect((await visit.view()).outcome).toMatchObject({
      status: 'failed',
      reason: 'age_below_threshold',
      can_contest: true,
    });
    const { token: first } = await visit.result();
    const reply = await contest(visit);
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body.data)).toEqual(['verify_url']);
    const opened = await visit.edge.browser.open(tokenIn(reply));
    expect(opened.body.data).toMatchObject({
      step: 'consent',
      request: { purpose: 'age_verification', mode: 'document', gate: 18 },
      attempts_left: { document: 3 },
      locale: 'de',
    });
    await visit.edge.browser.step('consent', { biometric: true });
    await visit.edge.move();
    expect((await visit.edge.reveal()).body.data.step).toBe('document');
    expect((await visit.show()).body.data.status).toBe('success');
    expect(await visit.result()).toMatchObject({
      token: first,
      status: 'retaken',
      verified: false,
      reason: 'age_below_threshold',
    });
    expect(await resultOf(visit, tokenIn(reply))).toMatchObject({
      status: 'success',
      verification_type: 'full',
      external_user_id: 'u-1',
      previous: first,
      checks: { age: { ...PASSED, gate: 18 }, document: PASSED, face_match: PASSED },
    });
  });

  it('is never decided by an estimate again, nor is its retake, whatever settings the customer makes', async () => {
    const customer = await makeTenant();
    const visit = await tooYoung({}, { customer });
    const token = await goOn(visit);
    expect((await visit.edge.browser.step('age', { age_nonce: 'n', samples: [] })).status).toBe(
      409,
    );
    await visit.edge.browser.step('assistance');
    await set(customer.id, `required_method = 'facial'`);
    const key = await makeKey(customer.id, 'secret', 'live');
    expect(problemOf(await retake(customer, token, { key }))).toBe('409 RETAKE_NOT_ALLOWED');
    await set(customer.id, 'required_method = NULL');
    const later = await makeKey(customer.id, 'secret', 'live');
    const again = (await retake(customer, token, { key: later })).body.data.token;
    const detail = (await visit.edge.ask(`/api/v1/sessions/${again}`)).data;
    expect(detail.verification_mode).toBe('document');
  });

  it('is final when the document confirms the verdict', async () => {
    const visit = await tooYoung();
    const token = await goOn(visit);
    const thisYear = new Date().getUTCFullYear();
    visit.documents.setReading(reads({ birthDate: `${thisYear - 9}-01-01` }));
    const { data } = (await visit.show()).body;
    expect(data.outcome).toMatchObject({ status: 'failed', reason: 'age_below_threshold' });
    expect(data.outcome.can_contest).toBeUndefined();
    expect(problemOf(await contest(visit))).toBe('409 CONFLICT');
    expect((await resultOf(visit, token)).status).toBe('failed');
  });

  it('reports in result, event and receipt that the estimate was overturned, and no account keeps it', async () => {
    const visit = await tooYoung();
    expect(await visit.result()).not.toHaveProperty('overturned');
    const token = await goOn(visit);
    await visit.show();
    const result = await resultOf(visit, token);
    expect(result).toMatchObject({ verified: true, overturned: true });
    const receipt = await visit.edge.read(new URL(result.receipt).pathname);
    const [, statement = ''] = (await receipt.text()).split('.');
    expect(JSON.parse(atob(statement.replaceAll('-', '+').replaceAll('_', '/')))).toMatchObject({
      status: 'success',
      overturned: true,
    });
    await eventually(async () => {
      const events = (await visit.edge.ask('/api/v1/events')).data;
      expect(events).toMatchObject([
        { data: { reason: 'age_below_threshold' } },
        { type: 'session.success', data: { overturned: true } },
      ]);
      expect(events[0].data).not.toHaveProperty('overturned');
    });
    const { browser } = visit.edge;
    const offer = await browser.get(`/v/sessions/${browser.sessionId}/account`);
    expect(offer.body.data.can_keep).toBe(false);
  });

  it('keeps the levels of the first session, even if the customer’s settings have changed', async () => {
    const customer = await makeTenant();
    await set(customer.id, `liveness_level = 'strict', min_assurance = 'edge'`);
    const key = await makeKey(customer.id, 'secret', 'live');
    const visit = await DocumentVisit.begin({}, { customer: { ...customer, secret: key } });
    visit.edge.light();
    await visit.edge.move();
    await visit.edge.reveal();
    await visit.estimate(child);
    await set(customer.id, 'liveness_level = NULL, min_assurance = NULL');
    const token = tokenIn(await contest(visit));
    expect((await visit.edge.browser.open(token)).body.data.light_required).toBe(true);
  });

  it('is simulated by the sandbox in test mode', async () => {
    const visit = await DocumentVisit.begin({}, { test: true });
    const { browser } = visit.edge;
    await browser.step('sandbox', { outcome: 'failed', reason: 'age_below_threshold' });
    expect((await visit.view()).outcome.can_contest).toBe(true);
    const token = tokenIn(await contest(visit));
    await browser.open(token);
    await browser.step('sandbox', { outcome: 'success' });
    expect(await resultOf(visit, token)).toMatchObject({
      status: 'success',
      previous: expect.any(String),
      test: true,
    });
  });
});

describe('a verdict that cannot be contested (D-93)', () => {
  const expectRefusal = async (visit: DocumentVisit) => {
    const { outcome } = await visit.view();
    expect(outcome.status).toBe('failed');
    expect(outcome.can_contest).toBeUndefined();
    const before = await countSessions();
    expect(problemOf(await contest(visit))).toBe('409 CONFLICT');
    expect(await countSessions()).toBe(before);
    expect((await visit.result()).status).toBe('failed');
  };

  it('where the customer or the request accepts no document', async () => {
    const customer = await makeTenant();
    await set(customer.id, 'document_step_up = 0');
    await expectRefusal(await tooYoung({}, { customer }));
    await expectRefusal(await tooYoung({ accept: { methods: ['face'] } }));
  });

  it('where no Worker reads documents', async () => {
    const edge = await EdgeVisit.begin();
    await edge.move();
    await edge.reveal();
    await edge.estimate(child);
    const { outcome } = (await edge.reveal()).body.data;
    expect(outcome).toMatchObject({ reason: 'age_below_threshold' });
    expect(outcome.can_contest).toBeUndefined();
    expect(problemOf(await edge.browser.step('contest'))).toBe('409 CONFLICT');
  });

  it('for another reason than the estimate, and after a document', async () => {
    const other = await DocumentVisit.begin({});
    await other.edge.browser.step('assistance');
    await expectRefusal(other);
    const shown = await DocumentVisit.atDocument();
    shown.documents.setReading(reads({ birthDate: `${new Date().getUTCFullYear() - 9}-01-01` }));
    await shown.show();
    await expectRefusal(shown);
  });

  it('while the session runs', async () => {
    const visit = await DocumentVisit.begin({});
    expect(problemOf(await contest(visit))).toBe('409 CONFLICT');
    expect((await visit.view()).status).toBe('in_progress');
  });

  it('when the time for it is over', async () => {
    const visit = await tooYoung();
    goTo(14 * 60_000);
    expect((await visit.view()).outcome.can_contest).toBe(true);
    goTo(2 * 60_000);
    await expectRefusal(visit);
  });

  it.each([
    'document_step_up = 0',
    `required_method = 'facial'`,
    `accept_methods = '["face"]'`,
    `callback_origins = '["https://elsewhere.example"]'`,
    'ended_at_ms = 1',
  ])('once the customer has set %s', async (columns) => {
    const customer = await makeTenant();
    const visit = await tooYoung({}, { customer });
    await set(customer.id, columns);
    expect(problemOf(await contest(visit))).toBe('409 CONFLICT');
    expect((await visit.view()).status).toBe('failed');
  });

  it('after the fourth session of a chain', async () => {
    const customer = await makeTenant();
    const visit = await DocumentVisit.begin({}, { customer });
    await visit.edge.browser.step('assistance');
    let { token } = visit.edge;
    for (let place = 1; place <= 3; place += 1) {
      const key = await makeKey(customer.id, 'secret', 'live');
      token = (await visit.edge.post(`/verify/v1/sessions/${token}/retake`, key)).data.token;
      await visit.edge.browser.open(token);
      if (place < 3) await visit.edge.browser.step('assistance');
    }
    await visit.edge.browser.step('consent', { biometric: true });
    await visit.edge.move();
    await visit.edge.reveal();
    await visit.estimate(child);
    expect((await visit.view()).outcome).toMatchObject({ reason: 'age_below_threshold' });
    expect((await visit.view()).outcome.can_contest).toBeUndefined();
    expect(problemOf(await contest(visit))).toBe('409 CONFLICT');
  });

  it('once the session was erased', async () => {
    const visit = await tooYoung();
    await visit.edge.erase();
    expect(problemOf(await contest(visit))).toBe('401 UNAUTHORIZED');
  });
});

describe('concurrent contests of one session (D-93)', () => {
  it('from two tabs make one session, which both tabs can continue', async () => {
    const visit = await tooYoung();
    const before = await countSessions();
    const replies = await Promise.all(Array.from({ length: 6 }, () => contest(visit)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(tokenIn)).size).toBe(1);
    const { browser } = visit.edge;
    const [one = '', two = ''] = replies.map(tokenIn);
    const old = browser.sessionId;
    expect((await browser.open(one)).status).toBe(200);
    // The other tab's response arrives late and sets the session cookie again.
    const late = await browser.post(`/v/sessions/${old}/contest`);
    expect(tokenIn(late)).toBe(one);
    expect((await visit.view()).step).toBe('consent');
    expect((await browser.open(two)).status).toBe(200);
    expect((await browser.step('consent', { biometric: true })).status).toBe(200);
    expect(await countSessions()).toBe(before + 1);
  });

  it('and a retake by the customer: only the contest counts', async () => {
    const customer = await makeTenant();
    const visit = await tooYoung({}, { customer });
    const before = await countSessions();
    const [contested, ...retakes] = await Promise.all([
      contest(visit),
      retake(customer, visit.edge.token),
      retake(customer, visit.edge.token, { 'Idempotency-Key': 'k' }),
    ]);
    expect(contested.status).toBe(200);
    expect(retakes.map(problemOf)).toEqual(retakes.map(() => '409 RETAKE_NOT_ALLOWED'));
    expect(problemOf(await retake(customer, visit.edge.token))).toBe('409 RETAKE_NOT_ALLOWED');
    expect(await countSessions()).toBe(before + 1);
  });

  it('are refused once the customer has had the session retaken', async () => {
    const customer = await makeTenant();
    const visit = await DocumentVisit.begin({}, { customer });
    await visit.edge.browser.step('assistance');
    expect((await retake(customer, visit.edge.token)).status).toBe(200);
    expect(problemOf(await contest(visit))).toBe('409 CONFLICT');
  });
});

describe('who may contest (D-93)', () => {
  it('not a browser without the session, or with another one', async () => {
    const [visit, other] = [await tooYoung(), await tooYoung()];
    const path = `/v/sessions/${visit.edge.browser.sessionId}/contest`;
    expect(problemOf(await new TestBrowser(undefined, visit.edge.fetch).post(path))).toBe(
      '401 UNAUTHORIZED',
    );
    const stolen = new TestBrowser(undefined, visit.edge.fetch);
    const [, foreign = ''] = other.edge.browser.cookieHeader.split('=');
    stolen.setCookie(`verification-${visit.edge.browser.sessionId}`, foreign);
    expect(problemOf(await stolen.post(path))).toBe('401 UNAUTHORIZED');
    expect((await visit.result()).status).toBe('failed');
  });

  it('not another site', async () => {
    const visit = await tooYoung();
    const path = `/v/sessions/${visit.edge.browser.sessionId}/contest`;
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await visit.edge.browser.post(path, {}, headers)).status).toBe(403);
    expect((await visit.result()).status).toBe('failed');
  });

  it('only this browser, in which the link opens once', async () => {
    const visit = await tooYoung();
    const token = tokenIn(await contest(visit));
    const stranger = new TestBrowser(undefined, visit.edge.fetch);
    expect(problemOf(await stranger.open(token))).toBe('409 SESSION_OF_OTHER_BROWSER');
    expect((await visit.edge.browser.open(token)).status).toBe(200);
    expect(problemOf(await stranger.open(token))).toBe('409 SESSION_OPENED_ELSEWHERE');
  });

  it('not a phone that took part: the computer may contest, and hand over again', async () => {
    const visit = await DocumentVisit.begin({});
    const computer = visit.edge.browser;
    await visit.edge.changeDevice();
    const phone = visit.edge.browser;
    await visit.edge.move();
    await visit.edge.reveal();
    await visit.estimate(child);
    expect((await visit.view()).outcome).toMatchObject({ reason: 'age_below_threshold' });
    expect((await visit.view()).outcome.can_contest).toBeUndefined();
    expect(problemOf(await phone.step('contest'))).toBe('409 SESSION_ON_OTHER_DEVICE');
    visit.edge.browser = computer;
    expect((await visit.view()).outcome.can_contest).toBe(true);
    await goOn(visit);
    expect((await visit.show()).body.data.status).toBe('success');
    expect(problemOf(await phone.get(`/v/sessions/${phone.sessionId}`))).toBe(
      '409 SESSION_RETAKEN',
    );
  });

  it('a visitor who left and comes back; the old link says that there is a new one', async () => {
    const visit = await tooYoung();
    const { browser, token } = visit.edge;
    expect((await browser.open(token)).body.data.outcome.can_contest).toBe(true);
    const next = tokenIn(await contest(visit));
    expect(problemOf(await browser.open(token))).toBe('409 SESSION_RETAKEN');
    expect((await browser.open(next)).status).toBe(200);
  });
});

describe('the attempt cap of a person (D-55) and a contest', () => {
  it('the contest is allowed after the last attempt, and gives no attempt back', async () => {
    const customer = await makeTenant();
    await set(customer.id, 'attempt_cap = 1');
    const fields = { user_id: 'u-7' };
    const visit = await tooYoung(fields, { customer });
    await goOn(visit);
    expect((await visit.show()).body.data.status).toBe('success');
    const next = await DocumentVisit.begin(fields, { customer });
    expect((await next.view()).outcome).toMatchObject({ reason: 'attempts_exceeded' });
  });
});
