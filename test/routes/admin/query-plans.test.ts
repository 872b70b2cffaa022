// SQLite's query plans for every list and search of the admin API: none may scan a table that
// grows.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import {
  readSearch,
  type AccountFilters,
} from '../../../src/domain/operations/account-directory/filters.ts';
import * as accounts from '../../../src/domain/accounts/store.ts';
import * as list from '../../../src/domain/operations/account-directory/list-store.ts';
import * as belongings from '../../../src/domain/operations/account-directory/store.ts';
import * as analytics from '../../../src/domain/operations/analytics/store.ts';
import * as audit from '../../../src/domain/platform/audit/read-store.ts';
import {
  readClientSearch,
  type ClientFilters,
} from '../../../src/domain/customers/client-administration/listed-client.ts';
import * as clients from '../../../src/domain/customers/client-administration/list-store.ts';
import * as customers from '../../../src/domain/customers/tenant-administration/list-store.ts';
import type { TenantFilters } from '../../../src/domain/customers/tenant-administration/tenant.ts';
import * as names from '../../../src/domain/customers/shown-names/store.ts';
import { selectAgeReceivers } from '../../../src/domain/openid/logout/store.ts';
import type { AgeSource } from '../../../src/domain/accounts/verified-ages/source.ts';
import * as ages from '../../../src/domain/accounts/verified-ages/source-store.ts';
import {
  combinations,
  compile,
  faultsOf,
  named,
  planOf,
  sortersOf,
} from '../../support/counted/query-plans.ts';

const db = openDatabase(env.DB);
const PAGE = { offset: 40, limit: 20 };
const PLACE = { total: 100, beforeMs: Date.now(), skip: 3 };
const SPAN = { from: '2026-01-01', to: '2026-02-01' };

const accountFilters = combinations<AccountFilters>({
  status: [undefined, 'locked'],
  verified: [undefined, true, false],
  startDate: [undefined, '2026-01-01'],
  endDate: [undefined, '2026-02-01'],
});

const tenantFilters = combinations<TenantFilters>({
  state: [undefined, 'suspended'],
  planId: [undefined, 'pro'],
  agesTrusted: [undefined, true, false],
  startDate: [undefined, '2026-01-01'],
  endDate: [undefined, '2026-02-01'],
});

const auditFilters = combinations<Parameters<typeof audit.countByDay>[1]>({
  staffId: [undefined, 7],
  action: [undefined, 'account.suspend'],
  targetType: [undefined, 'account'],
  startDate: [undefined, '2026-01-01'],
  endDate: [undefined, '2026-02-01'],
});

describe('no query of a list or a search scans a table', () => {
  it('of accounts, in every combination of filters, and orders by the index', async () => {
    const pages = accountFilters.map(
      (filters) =>
        [named('page', filters), list.selectPage(db, filters, PLACE, 20).toSQL()] as const,
    );
    const days = accountFilters.map(
      (filters) => [named('days', filters), list.countByDay(db, filters).toSQL()] as const,
    );
    expect(await faultsOf([...pages, ...days])).toEqual([]);
    expect(await sortersOf(pages)).toEqual([]);
  });

  it('of kept ages, in every combination of filters', async () => {
    const sources = combinations<AgeSource>({
      tenantId: [undefined, 'ten_1'],
      sessionId: [undefined, 'a'.repeat(64)],
      method: [undefined, 'face'],
      policyVersion: [undefined, '1-device-7-medium-standard'],
      startDate: [undefined, '2026-01-01'],
      endDate: [undefined, '2026-02-01'],
    });
    const queries = sources.flatMap((source) =>
      [false, true].flatMap((revoked) => [
        [named('page', source), ages.selectPage(db, source, revoked, PAGE).toSQL()] as const,
        [named('count', source), ages.selectCount(db, source, revoked).toSQL()] as const,
      ]),
    );
    const due = ['due', ages.selectNoticesDue(db, 50).toSQL()] as const;
    const receivers = selectAgeReceivers(db, [1, 2, 3], Date.now()).toSQL();
    expect(await faultsOf([...queries, due])).toEqual([]);
    // SQLite scans the list of ids as a table, but must look up the rows that it refers to through
    // an index.
    expect((await planOf(receivers)).filter((step) => step.startsWith('SCAN '))).toEqual([
      expect.stringContaining('json_each'),
    ]);
  });

  it('of customers, in every combination of filters, and orders by the index', async () => {
    const pages = tenantFilters.map(
      (filters) =>
        [named('page', filters), customers.selectPage(db, filters, PAGE).toSQL()] as const,
    );
    const counts = tenantFilters.map(
      (filters) => [named('count', filters), customers.selectCount(db, filters).toSQL()] as const,
    );
    expect(await faultsOf([...pages, ...counts])).toEqual([]);
    expect(await sortersOf(pages)).toEqual([]);
  });

  it('of names that others see, and orders by the index', async () => {
    const { clients: ofClients, ...others } = names.selectTheirs(db, {
      afterId: 'ten_1',
      lastId: 'ten_2',
    });
    const queries = Object.entries({
      customers: names.selectCustomers(db, 'ten_1', 250),
      ofClients,
      ...others,
    }).map(([name, query]) => [name, query.toSQL()] as const);
    expect(await faultsOf(queries)).toEqual([]);
    expect(await sortersOf(queries)).toEqual([]);
  });

  it('of clients, in every combination of filters, and orders by the index', async () => {
    const filters = combinations<ClientFilters>({
      isPublic: [undefined, true],
      pkceOptional: [undefined, true],
      startDate: [undefined, '2026-01-01'],
      endDate: [undefined, '2026-02-01'],
    });
    const pages = filters.map(
      (one) => [named('page', one), clients.selectPage(db, one, PLACE, 20).toSQL()] as const,
    );
    const days = filters.map(
      (one) => [named('days', one), clients.countByDay(db, one).toSQL()] as const,
    );
    const search = readClientSearch('cellar');
    const found = filters.flatMap((one) => [
      [named('found', one), compile(clients.foundQuery(search, one))] as const,
      [
        named('of one', one),
        compile(clients.foundQuery(search, { ...one, tenantId: 'ten_1' })),
      ] as const,
    ]);
    expect(await faultsOf([...pages, ...days, ...found])).toEqual([]);
    expect(await sortersOf(pages)).toEqual([]);
  });

  it.each([
    { text: 'cellar' },
    { text: 'ada@cellar.example', emailNormalized: 'ada@cellar.example' },
  ])('of a search for customers by $text, in every combination of filters', async (search) => {
    const queries = tenantFilters.flatMap((filters) => [
      [named('found', filters), compile(customers.searchQuery(search, filters, PAGE))] as const,
    ]);
    expect(await faultsOf(queries)).toEqual([]);
  });

  it.each(['ada', 'a', 'ad', 'a"b OR c*'])(
    'of a search for %s, in every combination of filters',
    async (text) => {
      const search = readSearch(text);
      if (search === undefined) throw new Error('This is a search.');
      const queries = accountFilters.flatMap((filters) => [
        [named('found', filters), compile(list.searchQuery(search, filters, PAGE))] as const,
      ]);
      expect(await faultsOf(queries)).toEqual([]);
    },
  );

  it('of what belongs to an account, and of the lockouts that end before lists are read', async () => {
    const queries = Object.entries({
      logins: belongings.selectLogins(db, 7, PAGE),
      notifications: belongings.selectNotifications(db, 7, PAGE),
      connections: belongings.selectConnections(db, 7, PAGE),
      passkeys: belongings.selectPasskeys(db, 7),
      sessions: belongings.selectSessions(db, 7, Date.now()),
      'lockouts that are over': accounts.lockoutsEnd(db, Date.now()),
    }).map(([name, query]) => [name, query.toSQL()] as const);
    expect(await faultsOf(queries)).toEqual([]);
  });

  it('of the audit, in every combination of filters, and orders by the index', async () => {
    const pages = auditFilters.map(
      (filters) =>
        [named('page', filters), audit.selectPage(db, filters, PLACE, 20).toSQL()] as const,
    );
    const days = auditFilters.map(
      (filters) => [named('days', filters), audit.countByDay(db, filters).toSQL()] as const,
    );
    const ofOne = auditFilters
      .filter(({ targetType }) => targetType !== undefined)
      .flatMap((filters) => {
        const one = { ...filters, targetType: 'tenant', targetId: 'ten_1' };
        return [
          [named('of one', one), audit.selectPageOfTarget(db, one, PAGE).toSQL()] as const,
          [named('count of one', one), audit.selectCountOfTarget(db, one).toSQL()] as const,
        ];
      });
    expect(await faultsOf([...pages, ...days, ...ofOne])).toEqual([]);
    expect(await sortersOf([...pages, ...ofOne])).toEqual([]);
  });

  it('of analytics: they read daily counts by key', async () => {
    const queries = Object.entries({
      counts: analytics.selectCounts(db, analytics.PLATFORM, ['created', 'success'], SPAN),
      totals: analytics.selectTotals(db, ['created', 'tenants']),
      'totals of a span': analytics.selectTotals(db, ['created', 'tenants'], SPAN),
      accounts: analytics.selectNewAccounts(db, SPAN),
    }).map(([name, query]) => [name, query.toSQL()] as const);
    expect(await faultsOf(queries)).toEqual([]);
  });

  it('and the check itself detects a scan and a sort', async () => {
    const scan = { sql: "SELECT * FROM accounts WHERE email LIKE '%a%'", params: [] };
    expect(await faultsOf([['scan', scan]])).toEqual(['scan: SCAN accounts', 'scan: no search']);
    const sort = { sql: 'SELECT * FROM accounts WHERE id > 7 ORDER BY locale', params: [] };
    expect(await sortersOf([['sort', sort]])).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
  });
});
