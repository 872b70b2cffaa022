// Reads accounts for operators: the filtered list, totals, and one account with its sessions,
// connections and history.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { toAccount, type Account, type AccountStatus } from '../../accounts/account.ts';
import { endExpiredLockouts } from '../../signing-in/account-lifecycle/change-status.ts';
import { lastDays, readLocatedPage } from '../../terms/locate-page.ts';
import type { VerifiedAge } from '../../accounts/verified-ages/kept-age.ts';
import { readVerifiedAge } from '../../accounts/verified-ages/verified-age.ts';
import { readSearch, type AccountFilters } from './filters.ts';
import { countByDay, readStateCounts, searchAccounts, selectPage } from './list-store.ts';
import {
  pageOfConnections,
  pageOfLogins,
  pageOfNotifications,
  readOverview,
  selectPasskeys,
  selectSessions,
} from './store.ts';
import type {
  AccountCounts,
  ListedConnection,
  LoginRow,
  NotificationRow,
  PasskeyRow,
  ListedSignIn,
} from './belongings.ts';

interface PageSlice {
  offset: number;
  limit: number;
}

interface Page<T> {
  rows: T[];
  total: number;
}

export interface AccountOverview {
  account: Account;
  age?: VerifiedAge;
  counts: AccountCounts;
  recentLogins: LoginRow[];
}

export interface AccountTotals {
  total: number;
  byStatus: Record<AccountStatus, number>;
  emailVerified: number;
  createdLast30Days: number;
}

/** Lists accounts, newest first. */
export async function listAccounts(
  ctx: Context,
  filters: AccountFilters,
  page: PageSlice,
): Promise<Page<Account>> {
  await endExpiredLockouts(ctx);
  const search = readSearch(filters.search);
  const { rows, total } =
    search === undefined
      ? await pageByDate(ctx, filters, page)
      : await searchAccounts(ctx.db, search, filters, page);
  return { rows: rows.map((row) => toAccount(row, ctx.now())), total };
}

async function pageByDate(ctx: Context, filters: AccountFilters, { offset, limit }: PageSlice) {
  return readLocatedPage(await countByDay(ctx.db, filters), offset, (place) =>
    selectPage(ctx.db, filters, place, limit),
  );
}

export async function readAccountTotals(ctx: Context): Promise<AccountTotals> {
  await endExpiredLockouts(ctx);
  const [since = ''] = lastDays(ctx.now(), 30);
  const totals: AccountTotals = {
    total: 0,
    byStatus: { active: 0, suspended: 0, locked: 0, pending_deletion: 0 },
    emailVerified: 0,
    createdLast30Days: 0,
  };
  for (const { status, verified, all, recent } of await readStateCounts(ctx.db, since)) {
    totals.total += all;
    totals.byStatus[status] += all;
    totals.emailVerified += verified ? all : 0;
    totals.createdLast30Days += recent;
  }
  return totals;
}

/** @throws AppError NOT_FOUND */
export async function readAccountOverview(ctx: Context, id: number): Promise<AccountOverview> {
  const [found, age] = await Promise.all([
    readOverview(ctx.db, id, ctx.now()),
    readVerifiedAge(ctx, id),
  ]);
  if (found === undefined) throw notFound();
  return {
    account: toAccount(found.row, ctx.now()),
    ...(age !== undefined && { age }),
    counts: found.counts,
    recentLogins: found.logins,
  };
}

export const listLogins = (ctx: Context, id: number, page: PageSlice): Promise<Page<LoginRow>> =>
  pageOfLogins(ctx.db, id, page);

export const listNotifications = (
  ctx: Context,
  id: number,
  page: PageSlice,
): Promise<Page<NotificationRow>> => pageOfNotifications(ctx.db, id, page);

export const listConnections = (
  ctx: Context,
  id: number,
  page: PageSlice,
): Promise<Page<ListedConnection>> => pageOfConnections(ctx.db, id, page);

export const listPasskeys = async (ctx: Context, id: number): Promise<PasskeyRow[]> =>
  selectPasskeys(ctx.db, id);

export const listSessions = async (ctx: Context, id: number): Promise<ListedSignIn[]> =>
  selectSessions(ctx.db, id, ctx.now());
