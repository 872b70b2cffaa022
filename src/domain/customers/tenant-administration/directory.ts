// Customers as operators see them: the list, and one customer with the number of its clients, keys
// and members.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readUsage, type Usage } from '../usage/usage.ts';
import type { Plan } from '../usage/plan.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { marginOf } from '../../verification/rules/age/age-margin.ts';
import { marginPolicy, usualPlace } from '../../verification/session-margin.ts';
import { readPage, searchTenants } from './list-store.ts';
import { findLimits, findTenantRow, listPlanRows, readBelongings } from './store.ts';
import type { Tenant, TenantCounts, TenantFilters, TenantLimits, TenantOwner } from './tenant.ts';

const MONTHS = 3;
/** The age gate for which the margin in force is shown, as in the customer's own settings. */
const GATE = 18;

export interface TenantOverview {
  tenant: Tenant;
  limits: TenantLimits;
  effectiveMarginYears: number;
  /** The lowest margin that the service allows, in years. */
  marginFloorYears: number;
  owners: TenantOwner[];
  counts: TenantCounts;
  usage: Usage;
}

/**
 * Lists a page of customers, newest first. The total is counted up to 10,000.
 * @param search part of the name, the id, or a member's email address
 */
export async function listTenants(
  ctx: Context,
  search: string | undefined,
  filters: TenantFilters,
  slice: { offset: number; limit: number },
): Promise<{ rows: Tenant[]; total: number }> {
  const text = search?.trim() ?? '';
  if (text === '') return readPage(ctx.db, filters, slice);
  const meant = { text, emailNormalized: parseEmailAddress(text)?.normalized };
  return searchTenants(ctx.db, meant, filters, slice);
}

/** @throws AppError NOT_FOUND */
export async function readTenant(ctx: Context, id: string): Promise<TenantOverview> {
  const [tenant, known, belongings, usage] = await Promise.all([
    findTenantRow(ctx.db, id),
    findLimits(ctx.db, id),
    readBelongings(ctx.db, id, ctx.now()),
    readUsage(ctx, id, MONTHS),
  ]);
  if (tenant === undefined || known === undefined) throw notFound();
  const { limits, requiredMethod } = known;
  const question = { gate: GATE, place: usualPlace(ctx, requiredMethod) };
  const policy = marginPolicy(ctx, limits);
  const { years } = marginOf(ctx.config.ageError, question, policy);
  const margins = { effectiveMarginYears: years, marginFloorYears: policy.floorYears };
  return { tenant, limits, ...margins, ...belongings, usage };
}

/** Lists at most a hundred plans, the cheapest first. */
export const listPlans = (ctx: Context): Promise<Plan[]> => listPlanRows(ctx.db);
