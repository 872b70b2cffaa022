// Concurrent and repeated decisions on reviews (D-95): only one takes effect, and the audit log
// records which one.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actionsOf, decide, makeReviewer, waiting } from '../../support/customer/reviews.ts';
import { ask } from '../../support/staff/dashboard.ts';
import { goTo } from '../../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;

describe('concurrent decisions (D-95)', () => {
  it('of two members: one counts, the other is refused, and the audit log says which', async () => {
    const { customer, reviewed, by, token } = await waiting();
    const { token: other } = await makeReviewer(customer);
    const [approved, rejected] = await Promise.all([
      decide(token, by, { decision: 'approve' }),
      decide(token, other, { decision: 'reject' }),
    ]);
    const won = [approved, rejected].filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect([404, 409]).toContain([approved, rejected].find(({ status }) => status !== 200)?.status);
    const { status } = await reviewed.result();
    expect(status).toBe(approved.status === 200 ? 'success' : 'failed');
    const log = (await actionsOf(customer.id)).map(([action]) => action);
    expect(log.filter((action) => action === 'review.decide')).toHaveLength(1);
  });

  it('of fifty requests: the audit log has the one that counted, and the refused attempts with what they asked for', async () => {
    const { customer, reviewed, by, token } = await waiting();
    const { token: other } = await makeReviewer(customer);
    const asked = Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0 ? { by, decision: 'approve' } : { by: other, decision: 'reject' },
    );
    const replies = await Promise.all(
      asked.map((one) => decide(token, one.by, { decision: one.decision })),
    );
    const { status } = await reviewed.result();
    const counted = status === 'success' ? 'approve' : 'reject';
    const won = asked.filter((_, n) => replies[n]?.status === 200);
    expect(new Set(won.map(({ decision }) => decision))).toEqual(new Set([counted]));
    const log = await actionsOf(customer.id);
    const made = log.filter(([action]) => action === 'review.decide');
    expect(made).toEqual([
      ['review.decide', { decision: counted, seconds: expect.any(Number), test: false }],
    ]);
    const refusals = log.filter(([action]) => action === 'review.decide_refused');
    expect(refusals.length).toBeGreaterThan(0);
    for (const [, after] of refusals)
      expect(after).toMatchObject({
        decision: expect.stringMatching(/^(approve|reject)$/),
        refusal: expect.stringMatching(/^(decided|being_decided)$/),
      });
  });

  it('include none that could not be audited, which blocks nobody', async () => {
    const { customer, by, token } = await waiting();
    await env.DB.exec(
      "CREATE TRIGGER no_audit BEFORE INSERT ON audit_entries WHEN NEW.action = 'review.decide' BEGIN SELECT RAISE(ABORT, 'away'); END",
    );
    const incidents = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect((await decide(token, by, { decision: 'approve' })).status).toBeGreaterThanOrEqual(500);
    incidents.mockRestore();
    await env.DB.exec('DROP TRIGGER no_audit');
    expect((await decide(token, by, { decision: 'reject' })).status).toBe(200);
    expect(await actionsOf(customer.id)).toEqual([
      ['review.decide', { decision: 'reject', seconds: expect.any(Number), test: false }],
    ]);
  });

  it.each([
    [{ decision: 'approve' }],
    [{ decision: 'reject', reason: 'document_rejected' }],
    [{ decision: 'ask_again', steps: ['document'] }],
  ])(
    'a repeat of %o, whose answer was lost, is answered like the first and not audited again',
    async (decision) => {
      const { customer, by, token } = await waiting();
      const first = await decide(token, by, decision);
      const log = await actionsOf(customer.id);
      const again = await decide(token, by, decision);
      expect([again.status, again.body.data]).toEqual([200, first.body.data]);
      const { token: other } = await makeReviewer(customer);
      expect((await decide(token, other, decision)).status).toBe(404);
      expect((await decide(token, by, { decision: 'reject' })).status).toBe(404);
      expect(await actionsOf(customer.id)).toEqual(log);
    },
  );

  it('and the end of the deadline: one of them wins', async () => {
    const { customer, reviewed, token } = await waiting();
    goTo(72 * HOUR_MS - 30_000);
    const { token: by } = await makeReviewer(customer);
    goTo(30_000);
    const late = await decide(token, by, { decision: 'approve' });
    expect(late.status).toBe(404);
    expect(await reviewed.result()).toMatchObject({ status: 'failed', reason: 'face_mismatch' });
  });

  it('and a visitor who withdraws: one of them wins', async () => {
    const { reviewed, by, token } = await waiting();
    const [decided, withdrawn] = await Promise.all([
      decide(token, by, { decision: 'approve' }),
      reviewed.step('cancel'),
    ]);
    const { status } = await reviewed.result();
    expect(status).toBe(decided.status === 200 ? 'success' : 'canceled');
    expect(withdrawn.status === 200).toBe(status === 'canceled');
  });

  it('and an erasure right afterwards: nothing is left to view', async () => {
    const { reviewed, by, token } = await waiting();
    await decide(token, by, { decision: 'reject' });
    expect((await reviewed.visit.edge.erase()).status).toBe(200);
    expect((await ask('GET', `/reviews/${token}`, by)).status).toBe(404);
    expect((await decide(token, by, { decision: 'approve' })).status).toBe(404);
  });
});
