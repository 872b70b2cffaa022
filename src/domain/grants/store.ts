// SQL of grants and connections: which Grant objects are whose, and what a person agreed to share with whom.
import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import {
  accounts,
  connections,
  grants,
  oauthClients,
  verifiedAges,
} from '../../db/schema/index.ts';
import { statusAt, type AccountStatus } from '../accounts/account.ts';
import { toVerifiedAge } from '../verified-ages/verified-age-row.ts';
import type { AgeBracket } from '../terms/age-bracket.ts';

interface NewGrant {
  id: string;
  accountId: number;
  clientId: string;
  sessionId: string;
  scope: readonly string[];
  /** Of the address the answer goes to. */
  host: string;
  nowMs: number;
  expiresAtMs: number;
}

/**
 * Writes the grant and what is remembered of the consent, both or none.
 * @returns false when the account is not active, or the client was deleted: other isolates know it for 30 s more
 */
export async function insertGrant(db: Database, grant: NewGrant): Promise<boolean> {
  const { id, accountId, clientId, sessionId, host, nowMs } = grant;
  const known = await findConnection(db, grant);
  const scope = join(grant.scope);
  const all = join([...grant.scope, ...split(known?.scope)]);
  const here = join([...grant.scope, ...split(known?.agreed[host])]);
  const agreed = JSON.stringify({ ...known?.agreed, [host]: here });
  // All columns, in the order of the tables.
  const [inserted] = await db.batch([
    db
      .insert(grants)
      .select(
        sql`
      SELECT ${id}, accounts.id, ${clientId}, ${sessionId}, ${scope}, ${nowMs}, ${grant.expiresAtMs}, NULL
      FROM accounts JOIN account_sessions ON account_sessions.account_id = accounts.id
      WHERE accounts.id = ${accountId} AND account_sessions.id = ${sessionId}
        AND (accounts.status = 'active' OR (accounts.status = 'locked' AND accounts.locked_until_ms <= ${nowMs}))
        AND NOT EXISTS (SELECT 1 FROM oauth_clients WHERE id = ${clientId} AND deleted_at_ms IS NOT NULL)`,
      )
      .returning({ id: grants.id }),
    db
      .insert(connections)
      .select(
        sql`SELECT ${accountId}, ${clientId}, ${all}, ${nowMs}, ${nowMs}, ${agreed} FROM grants WHERE id = ${id}`,
      )
      .onConflictDoUpdate({
        target: [connections.account_id, connections.client_id],
        set: { scope: all, agreed, last_shared_at_ms: nowMs },
      }),
  ]);
  return inserted.length > 0;
}

interface Parties {
  accountId: number;
  clientId: string;
}

/** @returns the scopes agreed to for a site where it is reached at that host, or undefined when there are none */
export async function findAgreedScope(
  db: Database,
  parties: Parties,
  host: string,
): Promise<string[] | undefined> {
  const agreed = (await findConnection(db, parties))?.agreed[host];
  return agreed === undefined ? undefined : split(agreed);
}

async function findConnection(
  db: Database,
  { accountId, clientId }: Parties,
): Promise<{ scope: string; agreed: Record<string, string> } | undefined> {
  const [row] = await db
    .select({ scope: connections.scope, agreed: connections.agreed })
    .from(connections)
    .where(and(eq(connections.account_id, accountId), eq(connections.client_id, clientId)));
  return row && { scope: row.scope, agreed: JSON.parse(row.agreed) as Record<string, string> };
}

const split = (scope: string | undefined): string[] => scope?.split(' ') ?? [];

const join = (scope: readonly string[]): string => [...new Set(scope)].toSorted().join(' ');

/** The status of a grant's account. One read. @returns undefined for a revoked grant and a removed account */
export async function findGrantAccount(
  db: Database,
  grantId: string,
  nowMs: number,
): Promise<AccountStatus | undefined> {
  const [row] = await db
    .select({ status: accounts.status, locked_until_ms: accounts.locked_until_ms })
    .from(grants)
    .innerJoin(accounts, eq(accounts.id, grants.account_id))
    .where(and(eq(grants.id, grantId), isNull(grants.revoked_at_ms)));
  return row && statusAt(row, nowMs);
}

export type WhichGrants =
  { accountId: number; clientId?: string } | { sessionId: string } | { clientId: string };

/** Marks grants as revoked. @returns their ids, also of those marked before: a call to an object may have failed then */
export async function markGrantsRevoked(
  db: Database,
  which: WhichGrants,
  nowMs: number,
): Promise<string[]> {
  const rows = await revocation(db, which, nowMs).returning({ id: grants.id });
  return rows.map(({ id }) => id);
}

export const grantsRevocation = (db: Database, which: WhichGrants, nowMs: number): Statement =>
  revocation(db, which, nowMs);

const revocation = (db: Database, which: WhichGrants, nowMs: number) =>
  db
    .update(grants)
    .set({ revoked_at_ms: sql`coalesce(${grants.revoked_at_ms}, ${nowMs})` })
    .where(conditionOf(which));

/** @returns ids of grants that are neither revoked nor expired */
export async function listLiveGrants(
  db: Database,
  accountId: number,
  nowMs: number,
): Promise<string[]> {
  const isLive = and(isNull(grants.revoked_at_ms), gt(grants.expires_at_ms, nowMs));
  const rows = await db
    .select({ id: grants.id })
    .from(grants)
    .where(and(eq(grants.account_id, accountId), isLive));
  return rows.map(({ id }) => id);
}

export async function deleteExpiredGrants(db: Database, nowMs: number): Promise<void> {
  await db.delete(grants).where(lte(grants.expires_at_ms, nowMs));
}

function conditionOf(which: WhichGrants) {
  if ('sessionId' in which) return eq(grants.session_id, which.sessionId);
  const ofClient = which.clientId === undefined ? undefined : eq(grants.client_id, which.clientId);
  return 'accountId' in which ? and(eq(grants.account_id, which.accountId), ofClient) : ofClient;
}

export interface ConnectionRow {
  clientId: string;
  clientName: string;
  clientLogo?: string;
  redirectUris: string[];
  scope: string[];
  connectedAtMs: number;
  lastSharedAtMs: number;
}

/** @returns the sites an account is connected to, the one it shared with last first */
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
    connectedAtMs: connection.connected_at_ms,
    lastSharedAtMs: connection.last_shared_at_ms,
  }));
}

/** @returns false when the site was not connected */
export async function deleteConnection(
  db: Database,
  accountId: number,
  clientId: string,
): Promise<boolean> {
  const { meta } = await db
    .delete(connections)
    .where(and(eq(connections.account_id, accountId), eq(connections.client_id, clientId)));
  return meta.changes > 0;
}

export async function deleteConnectionsOfClient(db: Database, clientId: string): Promise<void> {
  await db.delete(connections).where(eq(connections.client_id, clientId));
}

export interface Person {
  subject: string;
  status: AccountStatus;
  email?: string;
  emailVerified: boolean;
  displayName?: string;
  age?: { bracket?: AgeBracket; level: string; verifiedAtMs: number; expiresAtMs: number };
  connectedSites: number;
}

/** Everything userinfo may share, in one read. @returns undefined for a revoked grant */
export async function findPersonOfGrant(
  db: Database,
  grantId: string,
  nowMs: number,
): Promise<Person | undefined> {
  const [row] = await db
    .select({
      account: accounts,
      age: verifiedAges,
      sites: sql<number>`(SELECT count(*) FROM connections WHERE account_id = ${grants.account_id})`,
    })
    .from(grants)
    .innerJoin(accounts, eq(accounts.id, grants.account_id))
    .leftJoin(verifiedAges, eq(verifiedAges.account_id, grants.account_id))
    .where(and(eq(grants.id, grantId), isNull(grants.revoked_at_ms)));
  if (row === undefined) return undefined;
  const { account, age } = row;
  return {
    subject: account.subject,
    status: statusAt(account, nowMs),
    ...(account.email !== null && { email: account.email }),
    emailVerified: account.email_verified_at_ms !== null,
    ...(account.display_name !== null && { displayName: account.display_name }),
    ...(age !== null && { age: toVerifiedAge(age) }),
    connectedSites: row.sites,
  };
}
