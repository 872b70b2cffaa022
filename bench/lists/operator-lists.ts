// Every list, search and figure that belongs to operators.
import { lastDays } from '../../src/domain/terms/locate-page.ts';
import { choicesOf, type Figure, type List, type Page } from './lists.ts';
import { useCase, type ListContext, type Slice } from './measure.ts';
import { A_TENANT, BUSY_ACCOUNT } from './operator-rows.ts';

const NONE = { endDate: '2000-01-01' };
const DIRECTORY = 'operations/account-directory/directory';

export async function operatorLists(ctx: ListContext): Promise<List[]> {
  const listAccounts = await useCase<Page>(DIRECTORY, 'listAccounts');
  const listAudit = await useCase<Page>('platform/audit/read', 'listAudit');
  const listTenants = await useCase<Page>(
    'customers/tenant-administration/directory',
    'listTenants',
  );
  const listAllClients = await useCase<Page>(
    'customers/client-administration/directory',
    'listAllClients',
  );
  const listAges = await useCase<Page>('signing-in/age-sharing/withdraw-ages', 'listAges');
  const listAdmins = await useCase<Page>('customers/admins/admin', 'listAdmins');
  const ofAccount = await Promise.all(
    ['listLogins', 'listNotifications', 'listConnections'].map(
      async (name) => [name.slice(4).toLowerCase(), await useCase<Page>(DIRECTORY, name)] as const,
    ),
  );
  const [since = ''] = lastDays(ctx.now(), 300);
  const dates = { startDate: since };
  const none = [', dates without any', NONE] as const;
  const searched = (text: string, filter = {}) => ({ search: text, ...filter });
  const accounts = [
    ...choicesOf({ status: { status: 'locked' }, confirmed: { verified: true }, dates }),
    none,
    [', a status that none has', { status: 'pending_deletion' }] as const,
    ...['person1234', 'example', 'pe', 'p', 'no such text', 'zz'].map(
      (text) => [`, search "${text}"`, searched(text)] as const,
    ),
    [', search "example", locked', searched('example', { status: 'locked' })] as const,
    [
      ', search "pe", a status that none has',
      searched('pe', { status: 'pending_deletion' }),
    ] as const,
  ];
  const audit = [
    ...choicesOf({
      operator: { staffId: 7 },
      action: { action: 'account.suspend' },
      target: { targetType: 'account' },
      dates,
    }),
    ...choicesOf({
      'an unknown operator': { staffId: 99 },
      'an action that none has': { action: 'nonesuch' },
      'a target that none has': { targetType: 'nonesuch' },
    }).slice(1),
    [', one target', { targetType: 'account', targetId: '7' }] as const,
    none,
  ];
  const tenants = [
    ...choicesOf({
      state: { state: 'suspended' },
      plan: { planId: 'plan_1' },
      trust: { agesTrusted: false },
    }),
    [', dates', dates] as const,
    none,
    [', a plan that none has', { planId: 'plan_9' }] as const,
  ];
  const clients = [
    ...choicesOf({ public: { isPublic: true }, 'without PKCE': { pkceOptional: true }, dates }),
    [', one customer', { tenantId: A_TENANT }] as const,
    none,
  ];
  const ages = [
    ...choicesOf({
      customer: { tenantId: A_TENANT },
      method: { method: 'face' },
      policy: { policyVersion: '1-edge' },
    }),
    ...choicesOf({
      'a customer that none is from': { tenantId: 'nonesuch' },
      method: { method: 'face' },
    }).slice(1),
    ...choicesOf({
      'a policy that none is by': { policyVersion: 'nonesuch' },
      method: { method: 'face' },
    }).slice(1),
    [', dates', dates] as const,
    none,
  ];
  return [
    ...accounts.map(([words, filters]) => ({
      name: `accounts${words}`,
      read: (slice: Slice) => listAccounts(ctx, filters, slice),
    })),
    ...ofAccount.map(([name, list]) => ({
      name: `${name} of an account`,
      read: (slice: Slice) => list(ctx, BUSY_ACCOUNT, slice),
    })),
    ...tenants.map(([words, filters]) => ({
      name: `customers${words}`,
      read: (slice: Slice) => listTenants(ctx, undefined, filters, slice),
    })),
    ...['number 77', 'shop', A_TENANT, 's5@shop.example', 'nobody'].map((text) => ({
      name: `customers, search "${text}"`,
      read: (slice: Slice) => listTenants(ctx, text, {}, slice),
    })),
    ...clients.map(([words, filters]) => ({
      name: `clients${words}`,
      read: (slice: Slice) => listAllClients(ctx, undefined, filters, slice),
    })),
    ...['shop', 'xoc_77', 'nobody'].map((text) => ({
      name: `clients, search "${text}"`,
      read: (slice: Slice) => listAllClients(ctx, text, {}, slice),
    })),
    ...ages.map(([words, source]) => ({
      name: `kept ages${words}`,
      read: (slice: Slice) => listAges(ctx, source, false, slice),
    })),
    { name: 'kept ages, withdrawn', read: (slice) => listAges(ctx, {}, true, slice) },
    ...audit.map(([words, filters]) => ({
      name: `audit${words}`,
      read: (slice: Slice) => listAudit(ctx, filters, slice),
    })),
    { name: 'operators', read: (slice) => listAdmins(ctx, slice) },
  ];
}

export async function operatorFigures(ctx: ListContext): Promise<Figure[]> {
  const readAccountTotals = await useCase(DIRECTORY, 'readAccountTotals');
  const readAccountOverview = await useCase(DIRECTORY, 'readAccountOverview');
  const listSessions = await useCase(DIRECTORY, 'listSessions');
  const readTenant = await useCase('customers/tenant-administration/directory', 'readTenant');
  const readPlatformOverview = await useCase(
    'operations/analytics/analytics',
    'readPlatformOverview',
  );
  const comparePeriods = await useCase('operations/analytics/analytics', 'comparePeriods');
  const readVerificationFigures = await useCase(
    'operations/analytics/analytics',
    'readVerificationFigures',
  );
  return [
    { name: 'an account', read: () => readAccountOverview(ctx, BUSY_ACCOUNT) },
    { name: 'sessions of an account', read: () => listSessions(ctx, BUSY_ACCOUNT) },
    { name: 'a customer', read: () => readTenant(ctx, A_TENANT) },
    { name: 'totals of accounts', read: () => readAccountTotals(ctx) },
    { name: 'the platform, with its revenue', read: () => readPlatformOverview(ctx) },
    { name: 'verifications of a year', read: () => readVerificationFigures(ctx, 365) },
    { name: 'a year beside the one before', read: () => comparePeriods(ctx, 365) },
  ];
}

/**
 * Lists the figures of the backlog. They are measured in the customers' database, which has many
 * sessions.
 */
export async function backlogFigures(ctx: ListContext): Promise<Figure[]> {
  const readBacklog = await useCase('operations/health/store', 'readBacklog');
  return [{ name: 'what is overdue', read: () => readBacklog(ctx.db, ctx.now()) }];
}
