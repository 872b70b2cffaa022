// Every list, search and figure that belongs to a customer: in the dashboard, the SDK and the feed.
import { lastDays } from '../../src/domain/terms/locate-page.ts';
import { FREQUENT_USER } from './customer-rows.ts';
import { choicesOf, type Figure, type List, type Page } from './lists.ts';
import { useCase, type ListContext, type Slice } from './measure.ts';

/** The batch size of the export in domain/verification/session-list/export-sessions.ts. */
const EXPORT_BATCH = 2_500;
/** A filter that matches nothing. */
const NONE = { endDate: '2000-01-01' };

/** @param endpointId an endpoint of the given customer */
export async function customerLists(
  ctx: ListContext,
  tenantId: string,
  endpointId: string,
): Promise<List[]> {
  const listSessions = await useCase<Page>(
    'verification/session-list/list-sessions',
    'listSessions',
  );
  const listTenantAudit = await useCase<Page>('platform/audit/tenant-log', 'listTenantAudit');
  const listReviews = await useCase<Page>('verification/reviews', 'listReviews');
  const listDeliveries = await useCase<Page>('integration/webhooks/deliveries', 'listDeliveries');
  const listEnrolled = await useCase<Page>('integration/face-2fa/users', 'listEnrolled');
  const listBlocked = await useCase<Page>('integration/face-blocking/block-face', 'listBlocked');
  const listKeys = await useCase<Page>('customers/tenants/manage-keys', 'listKeys');
  const listClients = await useCase<Page>(
    'customers/client-administration/register-client',
    'listClients',
  );
  const listTeam = await useCase<Page>('customers/team/team', 'listTeam');
  const listInvitations = await useCase<Page>(
    'customers/team-membership/invitations',
    'listInvitations',
  );

  const [since = ''] = lastDays(ctx.now(), 300);
  const dates = { startDate: since };
  const sessions = [
    ...choicesOf({
      status: { status: 'success' },
      type: { verificationType: 'age_check' },
      'a frequent user': { externalUserId: FREQUENT_USER },
      dates,
    }),
    ...choicesOf({
      'a status that none has': { status: 'nonesuch' },
      'a type that none has': { verificationType: 'nonesuch' },
      'a frequent user': { externalUserId: FREQUENT_USER },
    }).slice(1),
    ...choicesOf({
      status: { status: 'success' },
      'an unknown user': { externalUserId: 'nobody' },
    }).slice(2),
    [', dates without any', NONE] as const,
  ];
  const audit = [
    ...choicesOf({
      member: { staffId: 7 },
      action: { action: 'key.create' },
      target: { targetType: 'key' },
      dates,
    }),
    ...choicesOf({
      'an unknown member': { staffId: 99 },
      'an action that none has': { action: 'nonesuch' },
      'a target that none has': { targetType: 'nonesuch' },
    }).slice(1),
    [', dates without any', NONE] as const,
  ];
  const ofMode = { tenantId, test: false };
  return [
    ...sessions.map(([words, filter]) => ({
      name: `sessions${words}`,
      read: (slice: Slice) => listSessions(ctx, { ...ofMode, ...filter }, slice),
    })),
    ...audit.map(([words, filters]) => ({
      name: `audit${words}`,
      read: (slice: Slice) => listTenantAudit(ctx, tenantId, filters, slice),
    })),
    { name: 'waiting reviews', read: (slice) => listReviews(ctx, ofMode, slice) },
    ...[undefined, 'delivered', 'dead', 'pending'].map((state) => ({
      name: `deliveries${state === undefined ? '' : `, ${state}`}`,
      read: (slice: Slice) => listDeliveries(ctx, tenantId, endpointId, slice, state),
    })),
    { name: 'enrolled faces', read: (slice) => listEnrolled(ctx, tenantId, false, slice) },
    { name: 'blocked faces', read: (slice) => listBlocked(ctx, ofMode, slice) },
    { name: 'API keys', read: (slice) => listKeys(ctx, tenantId, {}, slice) },
    { name: 'OAuth clients', read: (slice) => listClients(ctx, tenantId, slice) },
    { name: 'team', read: (slice) => listTeam(ctx, tenantId, slice) },
    { name: 'invitations', read: (slice) => listInvitations(ctx, tenantId, slice) },
  ];
}

/**
 * Returns the feeds, which continue from a given event, and the figures, which have no pages.
 * @param event an event in the middle of the feed
 */
export async function customerFigures(
  ctx: ListContext,
  tenantId: string,
  event: string | undefined,
): Promise<Figure[]> {
  const readFeed = await useCase('integration/webhooks/read-feed', 'readFeed');
  const readNewestEvents = await useCase('integration/webhooks/read-feed', 'readNewestEvents');
  const readUsage = await useCase('customers/usage/usage', 'readUsage');
  const readTenantOverview = await useCase(
    'operations/analytics/tenant-figures',
    'readTenantOverview',
  );
  const readTenantFunnel = await useCase('operations/analytics/tenant-figures', 'readTenantFunnel');
  const readFallThrough = await useCase('operations/analytics/fall-through', 'readFallThrough');
  const readPart = await useCase('verification/session-list/list-store', 'readPart');
  const by = (test: boolean) => ({ tenant: { id: tenantId }, test });
  return [
    ...[undefined, event].map((after, n) => ({
      name: `feed, ${n === 0 ? 'from its beginning' : 'after an event'}`,
      read: () => readFeed(ctx, by(false), after, 20),
    })),
    ...[undefined, event].map((before, n) => ({
      name: `events, ${n === 0 ? 'the newest' : 'before an event'}`,
      read: () => readNewestEvents(ctx, { tenantId, test: false }, before, 20),
    })),
    { name: 'usage of a year', read: () => readUsage(ctx, tenantId, 12) },
    { name: 'figures of 30 days', read: () => readTenantOverview(ctx, tenantId, 30) },
    {
      name: 'figures of a year',
      read: () => readTenantOverview(ctx, tenantId, 365),
      bound: 'two rows for each length of a check, country, type and reason, whatever the days',
    },
    { name: 'funnel of a year', read: () => readTenantFunnel(ctx, tenantId, 365) },
    {
      name: 'a batch of an export',
      read: () =>
        readPart(
          ctx.db,
          { tenantId, test: false },
          { beforeMs: Number.MAX_SAFE_INTEGER, skip: 0, limit: EXPORT_BATCH },
        ),
      bound: `${EXPORT_BATCH.toLocaleString('en')} rows`,
    },
    { name: 'where visitors leave', read: () => readFallThrough(ctx, tenantId, undefined) },
  ];
}
