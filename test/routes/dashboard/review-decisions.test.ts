// The earlier decisions on a review, as the next reviewer sees them (D-95).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../support/staff/dashboard.ts';
import {
  decide,
  makeReviewer,
  makeReviewingTenant,
  ReviewedVisit,
} from '../../support/customer/reviews.ts';

afterEach(() => void vi.useRealTimers());

const read = (token: string, by: string) => ask('GET', `/reviews/${token}`, by);

describe('a review with review_second_person', () => {
  it('shows who has approved, to that member and to the next one, and who asked again in an earlier round', async () => {
    const customer = await makeReviewingTenant(true);
    const reviewed = await ReviewedVisit.waiting(customer);
    const id = await reviewed.token();
    const [one, other] = [await makeReviewer(customer), await makeReviewer(customer)];
    const nameOf = async (by: string) => (await ask('GET', '/auth/me', by)).body.data;
    expect((await read(id, one.token)).body.data).toMatchObject({ round: 1, decisions: [] });
    await decide(id, one.token, { decision: 'approve' });
    await decide(id, other.token, { decision: 'ask_again', steps: ['document'] });
    await reviewed.step('review/resume');
    await reviewed.move();
    await reviewed.fail();
    await reviewed.ask();
    const me = await nameOf(one.token);
    const them = await nameOf(other.token);
    const at = expect.any(String);
    const approved = { decision: 'approve', member_id: me.id, member_name: me.name, at };
    const asked = {
      round: 1,
      decision: 'ask_again',
      steps: ['document'],
      member_id: them.id,
      member_name: them.name,
      at,
    };
    expect((await read(id, one.token)).body.data).toMatchObject({
      round: 2,
      approvals: 0,
      approved_by_you: false,
      decisions: [{ round: 1, ...approved }, asked],
    });
    await decide(id, one.token, { decision: 'approve' });
    expect((await read(id, one.token)).body.data).toMatchObject({
      approvals: 1,
      approved_by_you: true,
      decisions: [{ round: 1 }, asked, { round: 2, ...approved }],
    });
    await env.DB.prepare('DELETE FROM staff WHERE id = ?').bind(one.id).run();
    const { data } = (await read(id, other.token)).body;
    expect(data.approved_by_you).toBe(false);
    expect(data.decisions.map((row: object) => 'member_name' in row)).toEqual([false, true, false]);
  });
});
