// SQL for grants and connections. A connection records the data that a person agreed to share with
// a site.
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { AGE_POLICY_COLUMNS } from '../../../db/age-policy-columns.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { rememberQuery } from '../../../db/remembered-query.ts';
import {
  accountSessions,
  accounts,
  connections,
  grants,
  oauthClients,
  verifiedAges,
  tenants,
} from '../../../db/schema/index.ts';
import { statusAt, type AccountStatus } from '../../accounts/account.ts';
import type { KeptAge } from '../../accounts/verified-ages/kept-age.ts';
import { toKeptAge } from '../../accounts/verified-ages/verified-age-row.ts';
import { AGE_BRACKETS, parseThresholds, type AgeBracket } from '../../terms/age-bracket.ts';
import { toAgePolicy, type AgePolicy } from '../../terms/rules-of-law.ts';
import type { SignedOut, WhichGrants } from './which-grants.ts';
import { OFFLINE_ACCESS } from '../../terms/scope.ts';

interface Parties {
  accountId: number;
  clientId: string;
}

/** Marks grants as revoked: every read of D1 sees this immediately. */
export const grantsRevocation = (
  db: Database,
  which: WhichGrants,
  nowMs: number,
  when?: Condition,
): Statement =>
  db
    .update(grants)
    .set({ revoked_at_ms: sql`coalesce(${grants.revoked_at_ms}, ${nowMs})` })
    .where(and(conditionOf(which), when));

/**
 * @returns ids of revoked grants whose objects may not have been notified of the revocation yet,
 *   oldest or newest revocation first
 */
export async function listToEnd(
  db: Database,
  which: WhichGrants | 'all',
  limit: number,
  first: 'oldest' | 'newest' = 'newest',
): Promise<string[]> {
  const toEnd = and(isNotNull(grants.revoked_at_ms), isNull(grants.ended_at_ms));
  const rows = await db
    .select({ id: grants.id })
    .from(grants)
    .where(which === 'all' ? toEnd : and(conditionOf(which), toEnd))
    .orderBy((first === 'oldest' ? asc : desc)(grants.revoked_at_ms))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Records that the objects of these grants have ended.
 * @param ids the ids of at most 90 grants
 */
export async function markEnded(
  db: Database,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  await db
    .update(grants)
    .set({ ended_at_ms: nowMs })
    .where(inArray(grants.id, [...ids]));
}

export async function deleteExpiredGrants(db: Database, nowMs: number): Promise<void> {
  await deleteInSlices(db, grants, lte(grants.expires_at_ms, nowMs));
}

function conditionOf(which: WhichGrants) {
  if ('signedOut' in which) return and(isOnline, ofSignIns(which.signedOut));
  if ('sessionId' in which) return eq(grants.session_id, which.sessionId);
  const ofClient = which.clientId === undefined ? undefined : eq(grants.client_id, which.clientId);
  return 'accountId' in which ? and(eq(grants.account_id, which.accountId), ofClient) : ofClient;
}

/**
 * The condition that a grant ends with its sign-in. Grants with `offline_access` should outlive it
 * (Back-Channel Logout 1.0, 2.7).
 */
const isOnline = sql`instr(' ' || ${grants.scope} || ' ', ${` ${OFFLINE_ACCESS} `}) = 0`;

const ofSignIns = (signedOut: SignedOut) =>
  'sessionId' in signedOut
    ? eq(grants.session_id, signedOut.sessionId)
    : and(
        eq(grants.account_id, signedOut.accountId),
        signedOut.except === undefined ? undefined : ne(grants.session_id, signedOut.except),
      );

export interface ConnectionRow {
  clientId: string;
  clientName: string;
  clientLogo?: string;
  redirectUris: string[];
  scope: string[];
  ageThresholds: readonly AgeBracket[];
  connectedAtMs: number;
  lastSharedAtMs: number;
}

/** @returns the sites that an account is connected to, most recently used first */
export async function listConnectionRows(
  db: Database,
  accountId: number,
): Promise<ConnectionRow[]> {
  const rows = await db
    .select({ connection: connections, client: oauthClients })
    .from(connections)
    .innerJoin(oauthClients, eq(oauthClients.id, connections.client_id))
    .where(eq(connections.account_id, accountId))
    .orderBy(desc(connections.last_shared_at_ms));
  return rows.map(({ connection, client }) => ({
    clientId: client.id,
    clientName: client.name,
    ...(client.logo !== null && { clientLogo: client.logo }),
    redirectUris: JSON.parse(client.redirect_uris) as string[],
    scope: connection.scope.split(' '),
    ageThresholds: parseThresholds(client.age_thresholds) ?? AGE_BRACKETS,
    connectedAtMs: connection.connected_at_ms,
    lastSharedAtMs: connection.last_shared_at_ms,
  }));
}

/** Deletes a person's consent for a site. */
const connectionRemoval = (db: Database, { accountId, clientId }: Parties) =>
  db
    .delete(connections)
    .where(and(eq(connections.account_id, accountId), eq(connections.client_id, clientId)))
    .returning({ clientId: connections.client_id });

/**
 * @param also a statement for the same transaction
 * @returns false when the site was not connected
 */
export async function deleteConnection(
  db: Database,
  parties: Parties,
  also: Statement,
): Promise<boolean> {
  const [removed] = await db.batch([connectionRemoval(db, parties), also]);
  return removed.length > 0;
}

/** Deletes the consents of an account that awaits deletion. */
export const connectionsEnd = (db: Database, accountId: number): Statement =>
  db
    .delete(connections)
    .where(
      sql`${connections.account_id} = (SELECT id FROM accounts WHERE id = ${accountId} AND status = 'pending_deletion')`,
    );

/**
 * Ends all connections and grants of a client.
 * @param clients an id, or a query that selects ids
 */
export function clientEnd(db: Database, clients: string | SQL, nowMs: number): Statement[] {
  const ids = typeof clients === 'string' ? sql`(${clients})` : clients;
  return [
    db.delete(connections).where(inArray(connections.client_id, ids)),
    db
      .update(grants)
      .set({ revoked_at_ms: sql`coalesce(${grants.revoked_at_ms}, ${nowMs})` })
      .where(inArray(grants.client_id, ids)),
  ];
}

export interface Person {
  subject: string;
  status: AccountStatus;
  email?: string;
  emailVerified: boolean;
  displayName?: string;
  /**
   * The age thresholds that the person agreed to, limited to those that the client currently wants.
   */
  ageThresholds: readonly AgeBracket[];
  /** The age as stored; ageForSite decides whether it counts. */
  age?: KeptAge;
  /** The age policy of the customer that owns the site. */
  agePolicy: AgePolicy;
  /** When the sign-in behind the grant began; absent once that browser has been signed out. */
  deviceSinceMs?: number;
  connectedSites: number;
}

const personOfGrant = rememberQuery((db) =>
  db
    .select({
      account: {
        subject: accounts.subject,
        status: accounts.status,
        locked_until_ms: accounts.locked_until_ms,
        email: accounts.email,
        email_verified_at_ms: accounts.email_verified_at_ms,
        display_name: accounts.display_name,
      },
      age: verifiedAges,
      site: AGE_POLICY_COLUMNS,
      deviceSinceMs: accountSessions.created_at_ms,
      agreed: grants.age_thresholds,
      wanted: oauthClients.age_thresholds,
      sites: sql<number>`(SELECT count(*) FROM connections WHERE account_id = ${grants.account_id})`,
    })
    .from(grants)
    .innerJoin(accounts, eq(accounts.id, grants.account_id))
    .innerJoin(oauthClients, eq(oauthClients.id, grants.client_id))
    .innerJoin(tenants, eq(tenants.id, oauthClients.tenant_id))
    .leftJoin(verifiedAges, eq(verifiedAges.account_id, grants.account_id))
    .leftJoin(accountSessions, eq(accountSessions.id, grants.session_id))
    .where(
      and(
        eq(grants.id, sql.placeholder('grantId')),
        isNull(grants.revoked_at_ms),
        isNull(tenants.suspended_at_ms),
      ),
    ),
);

/**
 * Reads everything that a userinfo response may contain, with one query.
 * @returns undefined for a revoked grant, and while the customer that owns the site is suspended
 */
export async function findPersonOfGrant(
  db: Database,
  grantId: string,
  nowMs: number,
): Promise<Person | undefined> {
  const [row] = await personOfGrant.all(db, { grantId });
  if (row === undefined) return undefined;
  const { account, age } = row;
  const agreed = parseThresholds(row.agreed) ?? AGE_BRACKETS;
  const wanted = parseThresholds(row.wanted) ?? AGE_BRACKETS;
  return {
    subject: account.subject,
    status: statusAt(account, nowMs),
    ...(account.email !== null && { email: account.email }),
    emailVerified: account.email_verified_at_ms !== null,
    ...(account.display_name !== null && { displayName: account.display_name }),
    ...(age !== null && { age: toKeptAge(age) }),
    agePolicy: toAgePolicy(row.site),
    ...(row.deviceSinceMs !== null && { deviceSinceMs: row.deviceSinceMs }),
    ageThresholds: agreed.filter((one) => wanted.includes(one)),
    connectedSites: row.sites,
  };
}
