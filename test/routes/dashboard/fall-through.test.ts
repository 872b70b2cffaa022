// The steps at which visitors leave, by language and class of device: these figures are shown only
// to customers that enable them, and never for small groups (D-124).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetOldFallThrough } from '../../../src/domain/operations/analytics/fall-through.ts';
import type { DropOff } from '../../../src/domain/verification/rules/session/fall-through.ts';
import {
  monthOf,
  monthsBefore,
} from '../../../src/domain/verification/rules/session/fall-through.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { parseToken } from '../../../src/crypto/capability-token.ts';
import { init } from '../../support/customer/api.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';

afterEach(() => void vi.useRealTimers());

const NOW = Date.now();
const THIS_MONTH = monthOf(NOW);
const [year = 0, month = 1] = THIS_MONTH.split('-').map(Number);
/** The given day of next month. */
const onThe = (day: number) => Date.UTC(year, month, day);
const goTo = (nowMs: number) => void vi.useFakeTimers({ toFake: ['Date'], now: nowMs });

const consume = (events: SessionEvent[]) => withContext((ctx) => consumeSessionEvents(ctx, events));
const rows = async () => {
  const { results } = await env.DB.prepare(
    'SELECT tenant_id, month, left_at, language, device, value FROM fall_through_months ORDER BY 1, 2, 3, 4, 5',
  ).all<Record<string, string | number>>();
  return results.map((row) => Object.values(row).slice(1).join(' '));
};

const GERMAN_PHONE: DropOff = { at: 'age', language: 'de', device: 'phone' };
let numbers = 0;
const ended = (tenantId: string, leaving = GERMAN_PHONE, more = {}): SessionEvent => ({
  ...sessionEvent(`fall-${(numbers += 1)}`, 'expired', 0, {
    tenantId,
    completedAtMs: NOW,
    ...more,
  }),
  leaving,
});
const many = (count: number, tenantId: string, leaving?: DropOff) =>
  Array.from({ length: count }, () => ended(tenantId, leaving));

async function makeCounting(): Promise<DashboardTenant> {
  const tenant = await makeDashboardTenant();
  const { status } = await ask('PATCH', '/settings', tenant.owner.token, { fall_through: true });
  expect(status).toBe(200);
  return tenant;
}

/** Reads the figures at the given time, as an analyst who has just signed in. */
async function readOn(nowMs: number, tenant: DashboardTenant, query = '') {
  goTo(nowMs);
  const analyst = await makeMember(tenant.id, 'analyst');
  return ask('GET', `/analytics/fall-through${query}`, analyst.token);
}

describe('the counts of abandoned checks', () => {
  it('are empty unless the customer turns them on', async () => {
    const tenant = await makeDashboardTenant();
    await consume([ended(tenant.id)]);
    expect(await rows()).toEqual([]);
    const { status, body } = await ask('GET', '/analytics/fall-through', tenant.owner.token);
    expect([status, body.data]).toMatchObject([200, { collecting: false, leavings: [] }]);
  });

  it('have each end once, however often and in whatever order its events arrive', async () => {
    const { id } = await makeCounting();
    const [first, second] = [ended(id), ended(id, { ...GERMAN_PHONE, device: 'computer' })];
    await consume([first, first]);
    await consume([first]);
    await consume([{ ...first, type: 'erased', row: { ...first.row, version: 9 } }, second]);
    await consume([first, second]);
    expect(await rows()).toEqual([
      `${THIS_MONTH} age de computer 1`,
      `${THIS_MONTH} age de phone 1`,
    ]);
  });

  it('have no test sessions, and none that began while counting was off', async () => {
    const { id } = await makeCounting();
    const { leaving: _leaving, ...unseen } = ended(id);
    await consume([ended(id, GERMAN_PHONE, { test: true }), unseen]);
    expect(await rows()).toEqual([]);
  });

  it('are deleted at once when the customer turns them off, and those of others stay', async () => {
    const [tenant, other] = [await makeCounting(), await makeCounting()];
    await consume([...many(3, tenant.id), ...many(2, other.id)]);
    await ask('PATCH', '/settings', tenant.owner.token, { fall_through: false });
    expect(await rows()).toEqual([`${THIS_MONTH} age de phone 2`]);
    await consume(many(2, tenant.id));
    expect(await rows()).toEqual([`${THIS_MONTH} age de phone 2`]);
  });

  it('are kept for a year, and deleted by the sweep', async () => {
    const { id } = await makeCounting();
    const months = [THIS_MONTH, ...monthsBefore(NOW, 15)];
    for (const each of months)
      await env.DB.prepare(
        "INSERT INTO fall_through_months VALUES (?, ?, 'age', 'de', 'phone', 60)",
      )
        .bind(id, each)
        .run();
    await withContext((ctx) => forgetOldFallThrough(ctx));
    expect(await rows()).toEqual(
      months
        .slice(0, 14)
        .toReversed()
        .map((each) => `${each} age de phone 60`),
    );
  });
});

describe('the language and device that a session keeps until its end', () => {
  const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148';
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15';
  async function leave(
    tenant: { secret: string },
    fields: Record<string, unknown> = {},
    { agent = PHONE, ...screen }: { agent?: string; touch?: boolean } = {},
  ) {
    const token = await init(tenant.secret, fields);
    const browser = new TestBrowser();
    const headers = { 'User-Agent': agent, 'Accept-Language': 'de-CH, fr;q=0.7' };
    const { body } = await browser.post('/v/sessions', { token, ...screen }, headers);
    browser.sessionId = body.data.id;
    expect((await browser.step('cancel')).body.data.status).toBe('canceled');
    const objectId = parseToken(token)?.objectId ?? '';
    const event: unknown = await withContext(async (ctx) =>
      ctx.objects.session(objectId)?.repeatEvent(),
    );
    return (event as SessionEvent).leaving;
  }

  it('are those of the page and of the request, as the server saw them', async () => {
    const tenant = await makeCounting();
    expect(await leave(tenant)).toEqual({ at: 'consent', language: 'de', device: 'phone' });
    expect(await leave(tenant, { locale: 'fr' })).toMatchObject({ language: 'fr' });
  });

  it('include an iPad that claims to be a Mac, recognised by its touch screen', async () => {
    const tenant = await makeCounting();
    const deviceOf = async (touch: boolean | undefined) =>
      (await leave(tenant, {}, { agent: MAC, ...(touch !== undefined && { touch }) }))?.device;
    expect(await deviceOf(true)).toBe('tablet');
    expect([await deviceOf(false), await deviceOf(undefined)]).toEqual(['computer', 'computer']);
  });

  it('are not kept for a customer that does not count, or for a test session', async () => {
    const [tenant, counting] = [await makeDashboardTenant(), await makeCounting()];
    expect(await leave(tenant)).toBeUndefined();
    expect(await leave({ secret: counting.testSecret })).toBeUndefined();
  });
});

describe('GET /dashboard/v1/analytics/fall-through', () => {
  it('shows a month from the eighth of the next one, and counts nothing more for it from then on', async () => {
    const tenant = await makeCounting();
    await consume(many(60, tenant.id));
    const early = await readOn(onThe(7) + 86_399_000, tenant);
    expect(early.body.data).toMatchObject({ leavings: [] });
    expect(early.body.data.months).not.toContain(THIS_MONTH);
    expect((await readOn(onThe(7) + 86_399_500, tenant, `?month=${THIS_MONTH}`)).status).toBe(400);
    const { body } = await readOn(onThe(8), tenant);
    expect(body.data).toMatchObject({
      collecting: true,
      minimum: 50,
      month: THIS_MONTH,
      leavings: [
        {
          left_at: 'age',
          sessions: 60,
          groups: [{ language: 'all', device: 'all', sessions: 60 }],
        },
      ],
    });
    await consume(many(3, tenant.id));
    expect((await readOn(onThe(8) + 1_000, tenant)).body.data.leavings[0].sessions).toBe(60);
  });

  it('shows each place with a count of at least fifty by language and device, and leaves the others out', async () => {
    const tenant = await makeCounting();
    const other = await makeCounting();
    await consume([
      ...many(70, tenant.id),
      ...many(55, tenant.id, { at: 'age', language: 'de', device: 'computer' }),
      ...many(50, tenant.id, { at: 'age', language: 'en', device: 'phone' }),
      ...many(49, tenant.id, { at: 'camera', language: 'de', device: 'phone' }),
      ...many(90, other.id, { at: 'consent', language: 'de', device: 'phone' }),
    ]);
    const { body } = await readOn(onThe(9), tenant);
    expect(body.data.leavings).toEqual([
      {
        left_at: 'age',
        sessions: 175,
        groups: [
          { language: 'de', device: 'phone', sessions: 70 },
          { language: 'de', device: 'other', sessions: 55 },
          { language: 'other', device: 'all', sessions: 50 },
        ],
      },
    ]);
  });

  it.each(['2020-01', '2026-13', 'now', THIS_MONTH])(
    'refuses the month %s with 400',
    async (asked) => {
      const tenant = await makeCounting();
      const query = `/analytics/fall-through?month=${asked}`;
      const { status, body } = await ask('GET', query, tenant.owner.token);
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});
