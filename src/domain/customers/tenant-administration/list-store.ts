// SQL for the list of customers. Every query uses an index, and a search reads only the newest
// names (test/routes/admin/query-plans).
import { and, count, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { OWNS_ADDRESS, UNPROVEN } from '../../../db/owned-address.ts';
import { plans, tenants } from '../../../db/schema/index.ts';
import { TENANT_STATE } from '../../../db/tenant-state.ts';
import { millisecondsOf } from '../../terms/locate-page.ts';
import type { Tenant, TenantFilters, TenantSearch } from './tenant.ts';

/** The maximum total that is counted; beyond it, operators have to narrow the filter. */
const MAX_COUNTED = 10_000;
/** The maximum number of names that a search reads, newest customers first. */
const SEARCHED = 5_000;

interface PageSlice {
  offset: number;
  limit: number;
}

/**
 * D1 returns batch rows as objects keyed by column name, so two columns with the same name would
 * collide.
 */
export const TENANT_COLUMNS = {
  id: tenants.id,
  name: tenants.name,
  state: TENANT_STATE,
  residency: tenants.residency,
  planId: sql<string | null>`${plans.id}`.as('of_plan'),
  planName: sql<string | null>`${plans.name}`.as('plan_name'),
  createdAtMs: tenants.created_at_ms,
  suspendedAtMs: tenants.suspended_at_ms,
  suspensionReason: tenants.suspension_reason,
  agesTrusted: sql<number>`${tenants.ages_trusted}`.as('ages_trusted'),
  takesKeptAges: sql<number>`${tenants.agate_id}`.as('agate_id'),
};

interface TenantColumns {
  id: string;
  name: string;
  state: Tenant['state'];
  residency: Tenant['residency'];
  planId: string | null;
  planName: string | null;
  createdAtMs: number;
  suspendedAtMs: number | null;
  suspensionReason: string | null;
  agesTrusted: number;
  takesKeptAges: number;
}

export const toTenant = (row: TenantColumns): Tenant => ({
  id: row.id,
  name: row.name,
  state: row.state,
  residency: row.residency,
  ...(row.planId !== null && { plan: { id: row.planId, name: row.planName ?? row.planId } }),
  createdAtMs: row.createdAtMs,
  ...(row.suspendedAtMs !== null && { suspendedAtMs: row.suspendedAtMs }),
  ...(row.suspensionReason !== null && { suspensionReason: row.suspensionReason }),
  agesTrusted: row.agesTrusted === 1,
  takesKeptAges: row.takesKeptAges === 1,
});

function matches(filters: TenantFilters) {
  const { fromMs, beforeMs } = millisecondsOf(filters);
  const { state, planId, agesTrusted } = filters;
  return and(
    state === undefined ? undefined : eq(TENANT_STATE, state),
    planId === undefined ? undefined : eq(tenants.plan_id, planId),
    agesTrusted === undefined ? undefined : eq(tenants.ages_trusted, agesTrusted),
    gte(tenants.created_at_ms, fromMs),
    lt(tenants.created_at_ms, beforeMs),
  );
}

/**
 * Lists customers, newest first; customers created in the same millisecond follow the order of the
 * index.
 */
export const selectPage = (db: Database, filters: TenantFilters, { offset, limit }: PageSlice) =>
  db
    .select(TENANT_COLUMNS)
    .from(tenants)
    .leftJoin(plans, eq(plans.id, tenants.plan_id))
    .where(matches(filters))
    .orderBy(desc(tenants.created_at_ms), desc(sql`tenants.rowid`))
    .limit(limit)
    .offset(offset);

export const selectCount = (db: Database, filters: TenantFilters) => {
  const found = db
    .select({ id: tenants.id })
    .from(tenants)
    .where(matches(filters))
    .limit(MAX_COUNTED)
    .as('found');
  return db.select({ total: count() }).from(found);
};

export async function readPage(
  db: Database,
  filters: TenantFilters,
  slice: PageSlice,
): Promise<{ rows: Tenant[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    selectPage(db, filters, slice),
    selectCount(db, filters),
  ]);
  return { rows: rows.map(toTenant), total: counted?.total ?? 0 };
}

/**
 * A subquery for the row ids of the matching customers. SQLite ignores case for unaccented letters
 * only.
 */
function candidates({ text, emailNormalized }: TenantSearch): SQL {
  const named = sql`SELECT row FROM (
      SELECT rowid AS row, name FROM tenants WHERE created_at_ms < ${Number.MAX_SAFE_INTEGER}
      ORDER BY created_at_ms DESC LIMIT ${SEARCHED})
    WHERE instr(lower(name), lower(${text})) > 0
    UNION SELECT rowid FROM tenants WHERE id = ${text}`;
  if (emailNormalized === undefined) return named;
  const ofStaff = sql`SELECT tenants.rowid FROM staff CROSS JOIN tenants ON tenants.id = staff.tenant_id
    WHERE email_normalized = ${emailNormalized}`;
  return sql`${named}
    UNION ${ofStaff} AND audience = 'dashboard' AND ${OWNS_ADDRESS}
    UNION ${ofStaff} AND ${UNPROVEN}`;
}

const passes = ({ state, planId, agesTrusted, ...range }: TenantFilters): SQL => {
  const { fromMs, beforeMs } = millisecondsOf(range);
  const conditions = [
    sql`tenants.created_at_ms >= ${fromMs}`,
    sql`tenants.created_at_ms < ${beforeMs}`,
    ...(state === undefined ? [] : [sql`${TENANT_STATE} = ${state}`]),
    ...(planId === undefined ? [] : [sql`tenants.plan_id = ${planId}`]),
    ...(agesTrusted === undefined ? [] : [sql`tenants.ages_trusted = ${agesTrusted ? 1 : 0}`]),
  ];
  return sql.join(conditions, sql` AND `);
};

/**
 * Selects the total and one page. Names are read only once for both, and matches are sorted by time
 * without their other columns; the cross join makes the planner start with the candidates.
 * @returns at least one row, without a customer when the page is empty
 */
export const searchQuery = (
  search: TenantSearch,
  filters: TenantFilters,
  { offset, limit }: PageSlice,
): SQL => sql`
  WITH found AS MATERIALIZED (
    SELECT tenants.rowid AS row, tenants.created_at_ms AS at_ms
    FROM (${candidates(search)}) AS found CROSS JOIN tenants ON tenants.rowid = found.row WHERE ${passes(filters)})
  SELECT counted.total, tenants.id, tenants.name, ${TENANT_STATE} AS state, residency, plans.id AS planId, plans.name AS planName,
    tenants.created_at_ms AS createdAtMs, suspended_at_ms AS suspendedAtMs,
    suspension_reason AS suspensionReason, ages_trusted AS agesTrusted, agate_id AS takesKeptAges
  FROM (SELECT count(*) AS total FROM found) AS counted
  LEFT JOIN (SELECT row FROM found ORDER BY at_ms DESC, row DESC LIMIT ${limit} OFFSET ${offset}) AS page ON true
  LEFT JOIN tenants ON tenants.rowid = page.row
  LEFT JOIN plans ON plans.id = tenants.plan_id
  ORDER BY tenants.created_at_ms DESC, tenants.rowid DESC`;

export async function searchTenants(
  db: Database,
  search: TenantSearch,
  filters: TenantFilters,
  slice: PageSlice,
): Promise<{ rows: Tenant[]; total: number }> {
  const found = await db.all<{ total: number } & (TenantColumns | { id: null })>(
    searchQuery(search, filters, slice),
  );
  const rows = found.filter((row): row is { total: number } & TenantColumns => row.id !== null);
  return { rows: rows.map(toTenant), total: found[0]?.total ?? 0 };
}
