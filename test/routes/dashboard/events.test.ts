// The event list for staff: newest first, limited to their own customer and one mode.
import { beforeEach, describe, expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { get } from '../../support/customer/api.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { WebhookWorld } from '../../support/customer/webhook-world.ts';
import { completedEvent, newSessionId } from '../../support/customer/webhooks.ts';

let tenant: DashboardTenant;
let other: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
  other = await makeDashboardTenant();
});

const read = (query = '', token = tenant.owner.token) => ask('GET', `/events${query}`, token);

async function putEvents(count: number): Promise<void> {
  const { ctx } = new WebhookWorld();
  for (let i = 1; i <= count; i += 1)
    await consumeSessionEvents(ctx, [
      completedEvent(tenant.id, newSessionId(), i),
      completedEvent(other.id, newSessionId(), i),
    ]);
}

const usersOf = (events: { data: { external_user_id: string } }[]) =>
  events.map(({ data }) => data.external_user_id);

describe('GET /dashboard/v1/events', () => {
  it('lists the events of the feed, newest first, each once when paging with the last id', async () => {
    await putEvents(23);
    const feed = (await get('/api/v1/events?limit=100', tenant.secret)).body.data;
    const seen: any[] = [];
    for (let query = '?limit=10'; ; query = `?limit=10&before=${seen.at(-1).id}`) {
      const { status, body } = await read(query);
      expect(status).toBe(200);
      if (body.data.length === 0) break;
      seen.push(...body.data);
    }
    expect(seen).toEqual(feed.toReversed());
    expect(usersOf(seen)).toEqual(Array.from({ length: 23 }, (_, i) => `user-${23 - i}`));
    expect((await read()).body.data).toHaveLength(20);
    expect((await read('?mode=test')).body.data).toEqual([]);
  });

  it.each(['?before=evt_unknown', '?limit=0', '?limit=101', '?mode=both'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await read(query);
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it('refuses an event of another customer or mode as a position', async () => {
    await putEvents(1);
    const [strange] = (await read('', other.owner.token)).body.data;
    expect((await read(`?before=${strange.id}`)).status).toBe(400);
    const [own] = (await read()).body.data;
    expect((await read(`?before=${own.id}&mode=test`)).status).toBe(400);
  });

  it('is for roles that integrate, not for those that read figures or documents', async () => {
    for (const [role, status] of [
      ['developer', 200],
      ['analyst', 403],
      ['reviewer', 403],
    ] as const) {
      const member = await makeMember(tenant.id, role);
      expect([role, (await read('', member.token)).status]).toEqual([role, status]);
    }
  });
});
