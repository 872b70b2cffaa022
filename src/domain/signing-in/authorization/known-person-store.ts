// SQL for the person who responds to a site's request: a single read returns everything that the
// decision depends on.
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { rememberQuery } from '../../../db/remembered-query.ts';
import { AGE_POLICY_COLUMNS } from '../../../db/age-policy-columns.ts';
import {
  accounts,
  accountSessions,
  connections,
  oauthClients,
  tenants,
  verifiedAges,
} from '../../../db/schema/index.ts';
import { toAgePolicy, type AgePolicy } from '../../terms/rules-of-law.ts';
import { toFound, type FindSession, type FoundSession } from '../sessions/session-row.ts';
import type { KeptAge } from '../../accounts/verified-ages/kept-age.ts';
import { toKeptAge } from '../../accounts/verified-ages/verified-age-row.ts';

export interface FoundPerson extends FoundSession {
  /**
   * The person's agreements with the site (domain/terms/agreement.ts), keyed by the host of its
   * redirect URI.
   */
  agreed: Readonly<Record<string, string[]>>;
  /** The kept age as stored, whether or not it counts at the site. */
  keptAge?: KeptAge;
  /** The age policy of the site's customer; absent when there is no site. */
  agePolicy?: AgePolicy;
}

const personFor = rememberQuery((db) =>
  db
    .select({
      account: accounts,
      session: accountSessions,
      agreed: connections.agreed,
      age: verifiedAges,
      site: AGE_POLICY_COLUMNS,
    })
    .from(accountSessions)
    .innerJoin(accounts, eq(accounts.id, accountSessions.account_id))
    .leftJoin(
      connections,
      and(
        eq(connections.account_id, accounts.id),
        eq(connections.client_id, sql.placeholder('clientId')),
      ),
    )
    .leftJoin(verifiedAges, eq(verifiedAges.account_id, accounts.id))
    .leftJoin(oauthClients, eq(oauthClients.id, sql.placeholder('clientId')))
    .leftJoin(tenants, eq(tenants.id, oauthClients.tenant_id))
    .where(
      and(
        eq(accountSessions.id, sql.placeholder('id')),
        gt(accountSessions.expires_at_ms, sql.placeholder('nowMs')),
      ),
    ),
);

/** Like findSession, but also reads the person's agreements with a site, and their age. */
export const findPersonFor =
  (clientId: string): FindSession<FoundPerson> =>
  async (db: Database, id, nowMs) => {
    const [row] = await personFor.all(db, { id, clientId, nowMs });
    if (row === undefined) return undefined;
    const agreed = Object.entries(JSON.parse(row.agreed ?? '{}') as Record<string, string>);
    return {
      ...toFound(row, nowMs),
      agreed: Object.fromEntries(agreed.map(([host, list]) => [host, list.split(' ')])),
      ...(row.age !== null && { keptAge: toKeptAge(row.age) }),
      ...(row.site !== null && { agePolicy: toAgePolicy(row.site) }),
    };
  };
