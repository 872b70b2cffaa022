// SQL for the operators' list of clients. Every query uses an index, and reads at most one page
// plus the rows skipped within one day or, for a search, 75 matching names
// (test/routes/admin/query-plans, rows-read).
import { and, desc, eq, gte, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectDayCounts } from '../../../db/day-counts.ts';
import { oauthClientDays, oauthClients, tenants } from '../../../db/schema/index.ts';
import { millisecondsOf, type PagePlace } from '../../terms/locate-page.ts';
import type { ClientFilters, ClientSearch, ListedClient } from './listed-client.ts';

/**
 * The maximum number of names that a search finds. If the desired client is not among them, the
 * operator must type more of its name.
 */
const MAX_FOUND = 75;

const COLUMNS = {
  id: oauthClients.id,
  name: oauthClients.name,
  tenantId: oauthClients.tenant_id,
  tenantName: tenants.name,
  isPublic: oauthClients.is_public,
  pkceOptional: oauthClients.pkce_optional,
  createdAtMs: oauthClients.created_at_ms,
};

/** @returns the number of matching clients per day, newest day first */
export function countByDay(db: Database, filters: ClientFilters) {
  const { isPublic, pkceOptional, startDate, endDate } = filters;
  const counted = and(
    gte(oauthClientDays.day, startDate ?? ''),
    endDate === undefined ? undefined : lte(oauthClientDays.day, endDate),
    isPublic === undefined ? undefined : eq(oauthClientDays.is_public, isPublic),
    pkceOptional === undefined ? undefined : eq(oauthClientDays.pkce_optional, pkceOptional),
  );
  return selectDayCounts(db, oauthClientDays, counted);
}

/**
 * Selects one page, newest first.
 * @param place where the page begins (domain/terms/locate-page.ts)
 */
export function selectPage(
  db: Database,
  { isPublic, pkceOptional, startDate }: ClientFilters,
  { beforeMs, skip }: PagePlace,
  limit: number,
) {
  return db
    .select(COLUMNS)
    .from(oauthClients)
    .innerJoin(tenants, eq(tenants.id, oauthClients.tenant_id))
    .where(
      and(
        isNull(oauthClients.deleted_at_ms),
        isPublic === undefined ? undefined : eq(oauthClients.is_public, isPublic),
        pkceOptional === undefined ? undefined : eq(oauthClients.pkce_optional, pkceOptional),
        gte(oauthClients.created_at_ms, millisecondsOf({ startDate }).fromMs),
        lt(oauthClients.created_at_ms, beforeMs ?? 0),
      ),
    )
    .orderBy(desc(oauthClients.created_at_ms), desc(oauthClients.id))
    .limit(limit)
    .offset(skip);
}

/**
 * A subquery for the ids of the candidate clients: one customer's clients, clients that match a
 * search, or both.
 */
function candidates(search: ClientSearch | undefined, tenantId: string | undefined): SQL {
  if (tenantId !== undefined) {
    const theirs = sql`SELECT id FROM oauth_clients WHERE tenant_id = ${tenantId} AND deleted_at_ms IS NULL`;
    return search === undefined
      ? theirs
      : sql`${theirs} AND (id = ${search.text} OR substr(lower(name), 1, length(${search.from})) = ${search.from})`;
  }
  return sql`SELECT id FROM (
      SELECT id FROM oauth_clients
      WHERE lower(name) >= ${search?.from} AND lower(name) < ${search?.before} AND deleted_at_ms IS NULL
      ORDER BY lower(name) LIMIT ${MAX_FOUND})
    UNION SELECT id FROM oauth_clients WHERE id = ${search?.text} AND deleted_at_ms IS NULL`;
}

/**
 * Selects only the columns that the list shows. The cross join makes the planner start with the
 * candidates.
 */
export function foundQuery(search: ClientSearch | undefined, filters: ClientFilters): SQL {
  const { tenantId, isPublic, pkceOptional, ...range } = filters;
  const { fromMs, beforeMs } = millisecondsOf(range);
  const conditions = [
    sql`client.created_at_ms >= ${fromMs} AND client.created_at_ms < ${beforeMs}`,
    ...(isPublic === undefined ? [] : [sql`client.is_public = ${isPublic ? 1 : 0}`]),
    ...(pkceOptional === undefined ? [] : [sql`client.pkce_optional = ${pkceOptional ? 1 : 0}`]),
  ];
  return sql`
    SELECT client.id, client.name, client.tenant_id AS tenantId, tenants.name AS tenantName,
      client.is_public AS isPublic, client.pkce_optional AS pkceOptional, client.created_at_ms AS createdAtMs
    FROM (${candidates(search, tenantId)}) AS found
    CROSS JOIN oauth_clients AS client ON client.id = found.id
    JOIN tenants ON tenants.id = client.tenant_id
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY client.created_at_ms DESC, client.id DESC`;
}

type FoundRow = Omit<ListedClient, 'isPublic' | 'pkceOptional'> &
  Record<'isPublic' | 'pkceOptional', number>;

/**
 * @returns all matches, newest first: at most 76 for a search, otherwise all clients of a customer
 */
export async function findClients(
  db: Database,
  search: ClientSearch | undefined,
  filters: ClientFilters,
): Promise<ListedClient[]> {
  const rows = await db.all<FoundRow>(foundQuery(search, filters));
  return rows.map((row) => ({
    ...row,
    isPublic: row.isPublic === 1,
    pkceOptional: row.pkceOptional === 1,
  }));
}
