import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseToken } from '../../../../src/crypto/capability-token.ts';
import { eventually } from '../../../support/installation/eventually.ts';
import { goTo } from '../../../support/visitor/hosted.ts';
import { sentMails } from '../../../support/account/mails.ts';
import { makeMember } from '../../../support/staff/members.ts';
import {
  listed,
  makeReviewer,
  makeReviewingTenant,
  ReviewedVisit,
} from '../../../support/customer/reviews.ts';

afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;

const mailsOf = async (template: string): Promise<string[]> => {
  const { results } = await env.DB.prepare(
    'SELECT recipient FROM mails WHERE template = ? ORDER BY recipient',
  )
    .bind(template)
    .all<{ recipient: string }>();
  return results.map(({ recipient }) => recipient);
};

const stubOf = ({ visit }: ReviewedVisit) => {
  const id = parseToken(visit.edge.token)?.objectId ?? '';
  return env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));
};

describe('mails to reviewers (D-95)', () => {
  it('go out when the first session waits, to members who may decide, and not for the next session', async () => {
    const customer = await makeReviewingTenant();
    const members = [await makeReviewer(customer), await makeMember(customer.id)];
    await makeMember(customer.id, 'analyst');
    const first = await ReviewedVisit.waiting(customer);
    await listed(await first.token(), members[0]!.token);
    const told = members.map(({ email }) => email).toSorted();
    expect(await mailsOf('review_waiting')).toEqual(told);
    const mail = (await sentMails()).find(({ template }) => template === 'review_waiting');
    expect(mail?.details['link']).toBe('http://localhost:8787/dashboard/reviews');
    const second = await ReviewedVisit.waiting(customer);
    await listed(await second.token(), members[0]!.token);
    expect(await mailsOf('review_waiting')).toEqual(told);
  });

  it('go out once for each session that has a day left', async () => {
    const customer = await makeReviewingTenant();
    const { email, token: by } = await makeReviewer(customer);
    const reviewed = await ReviewedVisit.waiting(customer);
    await listed(await reviewed.token(), by);
    goTo(48 * HOUR_MS + 1_000);
    await runDurableObjectAlarm(stubOf(reviewed));
    await runDurableObjectAlarm(stubOf(reviewed));
    await eventually(async () => expect(await mailsOf('review_due')).toEqual([email]));
    expect((await reviewed.result()).status).toBe('pending_tenant_review');
  });
});
