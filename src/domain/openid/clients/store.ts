// SQL for relying parties.
import { and, count, desc, eq, inArray, isNull, not, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { oauthClients, tenants } from '../../../db/schema/index.ts';
import { parseThresholds } from '../../terms/age-bracket.ts';
import { storedResidency } from '../../terms/residency.ts';
import type { ClientKey } from './client-keys.ts';
import { withProfile } from './client-profile.ts';
import type { OAuthClient } from './oauth-client.ts';
import type { ClientChanges, OwnClient } from './own-client.ts';

/** A client with its secret hashes. */
export interface ClientRecord {
  client: OAuthClient;
  secretHash: string;
  previousSecret?: { hash: string; expiresAtMs: number };
}

type ClientRow = typeof oauthClients.$inferSelect;

export async function findClientRow(db: Database, id: string): Promise<ClientRecord | undefined> {
  const [row] = await db
    .select({
      client: oauthClients,
      ownerFace: tenants.agate_id_face,
      residency: tenants.residency,
      isSuspended: sql`${tenants.suspended_at_ms} IS NOT NULL`.mapWith(Boolean),
    })
    .from(oauthClients)
    .innerJoin(tenants, eq(tenants.id, oauthClients.tenant_id))
    .where(and(eq(oauthClients.id, id), isNull(oauthClients.deleted_at_ms)));
  if (row === undefined) return undefined;
  const { client, ...record } = toRecord(row.client);
  return {
    ...record,
    client: {
      ...client,
      ...storedResidency(row.residency),
      ...(row.ownerFace && { ownerFace: true as const }),
      ...(row.isSuspended && { isSuspended: true as const }),
    },
  };
}

/** @returns one page of a tenant's clients, newest first, and the total number of clients */
export async function listClientRows(
  db: Database,
  tenantId: string,
  slice: { offset: number; limit: number },
): Promise<{ rows: OwnClient[]; total: number }> {
  const where = and(eq(oauthClients.tenant_id, tenantId), isNull(oauthClients.deleted_at_ms));
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(oauthClients)
      .where(where)
      .orderBy(desc(oauthClients.created_at_ms), desc(oauthClients.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(oauthClients).where(where),
  ]);
  return { rows: rows.map(toOwnClient), total: counted?.total ?? 0 };
}

export async function findOwnClient(
  db: Database,
  tenantId: string,
  id: string,
): Promise<OwnClient | undefined> {
  const [row] = await db.select().from(oauthClients).where(ownedBy(tenantId, id));
  return row && toOwnClient(row);
}

/** Finds a client of any customer, with the customer's name. */
export async function findClientAndTenant(
  db: Database,
  id: string,
): Promise<(OwnClient & { tenantName: string }) | undefined> {
  const [row] = await db
    .select({ client: oauthClients, tenantName: tenants.name })
    .from(oauthClients)
    .innerJoin(tenants, eq(tenants.id, oauthClients.tenant_id))
    .where(and(eq(oauthClients.id, id), isNull(oauthClients.deleted_at_ms)));
  return row && { ...toOwnClient(row.client), tenantName: row.tenantName };
}

/**
 * Inserts a client.
 * @param most the maximum number of clients that a tenant may have
 * @param audit the audit entry, written in the same transaction
 * @returns false when the tenant already has that many clients; the insert itself counts them
 */
export async function insertClient(
  db: Database,
  client: OAuthClient,
  secretHash: string,
  { nowMs, most }: { nowMs: number; most: number },
  audit: Statement,
): Promise<boolean> {
  const row = {
    id: client.id,
    tenant_id: client.tenantId,
    secret_hash: secretHash,
    created_at_ms: nowMs,
    name: client.name,
    redirect_uris: '[]',
    scopes: '[]',
    is_public: client.isPublic === true,
    ...columnsOf(client),
  };
  const isRoom = sql`(SELECT count(*) FROM ${oauthClients} WHERE ${oauthClients.tenant_id} = ${client.tenantId}
    AND ${oauthClients.deleted_at_ms} IS NULL) < ${most}`;
  const [inserted] = await db.batch([
    insertWhen(db, oauthClients, row, isRoom).returning({ id: oauthClients.id }),
    audit,
  ]);
  return inserted.length > 0;
}

/**
 * Updates the given fields, at least one.
 * @returns the updated client; undefined when it does not exist
 */
export async function updateClient(
  db: Database,
  { tenantId, id }: Pick<OAuthClient, 'tenantId' | 'id'>,
  changes: ClientChanges,
  audit: Statement,
): Promise<OwnClient | undefined> {
  const [[row]] = await db.batch([
    db.update(oauthClients).set(columnsOf(changes)).where(ownedBy(tenantId, id)).returning(),
    audit,
  ]);
  return row && toOwnClient(row);
}

export interface RequestRules {
  pkceOptional: boolean;
  nonceOptional: boolean;
}

/**
 * Changes the client's request rules, but only if they still equal `before` (compare and swap).
 * @returns false when they have changed
 */
export async function writeRequestRules(
  db: Database,
  id: string,
  { before, after }: { before: RequestRules; after: RequestRules },
  audit: Statement,
): Promise<boolean> {
  const [changed] = await db.batch([
    db
      .update(oauthClients)
      .set({ pkce_optional: after.pkceOptional, nonce_optional: after.nonceOptional })
      .where(
        and(
          eq(oauthClients.id, id),
          isNull(oauthClients.deleted_at_ms),
          eq(oauthClients.pkce_optional, before.pkceOptional),
          eq(oauthClients.nonce_optional, before.nonceOptional),
        ),
      )
      .returning({ id: oauthClients.id }),
    audit,
  ]);
  return changed.length > 0;
}

interface NewSecret {
  hash: string;
  nowMs: number;
  /**
   * The time until which the current secret stays valid; if undefined, it stops working
   * immediately.
   */
  previousUntilMs?: number;
  /**
   * Whether to proceed while two secrets are valid; the older one is then kept until it expires,
   * and the newer one is replaced.
   */
  keepsOlder: boolean;
}

/**
 * @returns false when the tenant has no such client, or when two secrets are valid and the caller
 *   did not specify which of them to end
 */
export async function replaceSecret(
  db: Database,
  { tenantId, id }: Pick<OAuthClient, 'tenantId' | 'id'>,
  { hash, nowMs, previousUntilMs, keepsOlder }: NewSecret,
  audit: Statement,
): Promise<boolean> {
  const { secret_hash, previous_secret_hash, previous_secret_expires_at_ms } = oauthClients;
  const inOverlap = sql`coalesce(${previous_secret_expires_at_ms}, 0) > ${nowMs}`;
  const [replaced] = await db.batch([
    db
      .update(oauthClients)
      .set({
        secret_hash: hash,
        ...(previousUntilMs === undefined
          ? { previous_secret_hash: null, previous_secret_expires_at_ms: null }
          : {
              previous_secret_hash: sql`iif(${inOverlap}, ${previous_secret_hash}, ${secret_hash})`,
              previous_secret_expires_at_ms: sql`iif(${inOverlap}, ${previous_secret_expires_at_ms}, ${previousUntilMs})`,
            }),
      })
      .where(
        and(
          ownedBy(tenantId, id),
          previousUntilMs === undefined || keepsOlder ? undefined : not(inOverlap),
        ),
      )
      .returning({ id: oauthClients.id }),
    audit,
  ]);
  return replaced.length > 0;
}

/**
 * Marks a client as deleted; its row is kept for people's connection history.
 * @returns false when the tenant has no such client
 */
export async function markClientDeleted(
  db: Database,
  { tenantId, id }: Pick<OAuthClient, 'tenantId' | 'id'>,
  nowMs: number,
  also: readonly Statement[],
): Promise<boolean> {
  const [deleted] = await db.batch([
    db
      .update(oauthClients)
      .set({ deleted_at_ms: nowMs })
      .where(ownedBy(tenantId, id))
      .returning({ id: oauthClients.id }),
    ...also,
  ]);
  return deleted.length > 0;
}

/**
 * Marks all clients of some customers as deleted.
 * @param tenants a query that selects the customers' ids
 */
export const markClientsDeletedOf = (db: Database, tenants: SQL, nowMs: number): Statement =>
  db
    .update(oauthClients)
    .set({ deleted_at_ms: nowMs })
    .where(and(inArray(oauthClients.tenant_id, tenants), isNull(oauthClients.deleted_at_ms)));

/**
 * @param tenants a query that selects the ids of customers
 * @returns the ids of their clients
 */
export async function listClientIds(db: Database, tenants: SQL): Promise<string[]> {
  const rows = await db
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(and(inArray(oauthClients.tenant_id, tenants), isNull(oauthClients.deleted_at_ms)));
  return rows.map(({ id }) => id);
}

const ownedBy = (tenantId: string, id: string) =>
  and(
    eq(oauthClients.id, id),
    eq(oauthClients.tenant_id, tenantId),
    isNull(oauthClients.deleted_at_ms),
  );

const columnsOf = (fields: ClientChanges) => ({
  ...(fields.name !== undefined && { name: fields.name }),
  ...(fields.logo !== undefined && { logo: fields.logo }),
  ...(fields.logoUrl !== undefined && { logo_url: fields.logoUrl }),
  ...(fields.redirectUris !== undefined && { redirect_uris: JSON.stringify(fields.redirectUris) }),
  ...(fields.scopes !== undefined && { scopes: JSON.stringify(fields.scopes) }),
  ...(fields.postLogoutRedirectUris !== undefined && {
    post_logout_redirect_uris: JSON.stringify(fields.postLogoutRedirectUris),
  }),
  ...(fields.backchannelLogoutUri !== undefined && {
    backchannel_logout_uri: fields.backchannelLogoutUri,
  }),
  ...(fields.frontchannelLogoutUri !== undefined && {
    frontchannel_logout_uri: fields.frontchannelLogoutUri,
  }),
  ...(fields.refusesFace !== undefined && { refuses_face: fields.refusesFace }),
  ...(fields.needsProof !== undefined && { dpop_bound_access_tokens: fields.needsProof }),
  ...(fields.pkceOptional !== undefined && { pkce_optional: fields.pkceOptional }),
  // When PKCE becomes optional again later, the nonce starts out required.
  ...(fields.pkceOptional === false && { nonce_optional: false }),
  ...(fields.idTokenClaims !== undefined && { id_token_claims: fields.idTokenClaims }),
  ...(fields.isNative !== undefined && { is_native: fields.isNative }),
  ...(fields.provesByKey !== undefined && { private_key_jwt: fields.provesByKey }),
  ...(fields.jwks !== undefined && { jwks: fields.jwks && JSON.stringify(fields.jwks) }),
  ...(fields.jwksUri !== undefined && { jwks_uri: fields.jwksUri }),
  ...(fields.pushesRequests !== undefined && { require_pushed: fields.pushesRequests }),
  ...(fields.idTokenAlg !== undefined && { id_token_alg: fields.idTokenAlg }),
  ...(fields.profile !== undefined && { profile: fields.profile }),
  ...(fields.defaultMaxAgeSeconds !== undefined && {
    default_max_age: fields.defaultMaxAgeSeconds,
  }),
  ...(fields.usesDevices !== undefined && { device_flow: fields.usesDevices }),
  ...(fields.usesFedcm !== undefined && { fedcm: fields.usesFedcm }),
  ...(fields.ageThresholds !== undefined && {
    age_thresholds: fields.ageThresholds && JSON.stringify(fields.ageThresholds),
  }),
  ...(fields.webOrigins !== undefined && { web_origins: JSON.stringify(fields.webOrigins) }),
});

function toRecord(row: ClientRow): ClientRecord {
  const { previous_secret_hash: hash, previous_secret_expires_at_ms: expiresAtMs } = row;
  const ageThresholds = parseThresholds(row.age_thresholds);
  return {
    client: withProfile({
      id: row.id,
      tenantId: row.tenant_id,
      name: row.name,
      ...(row.logo !== null && { logo: row.logo }),
      ...(row.logo_url !== null && { logoUrl: row.logo_url }),
      redirectUris: JSON.parse(row.redirect_uris) as string[],
      scopes: JSON.parse(row.scopes) as string[],
      postLogoutRedirectUris: JSON.parse(row.post_logout_redirect_uris) as string[],
      ...(row.backchannel_logout_uri !== null && {
        backchannelLogoutUri: row.backchannel_logout_uri,
      }),
      ...(row.frontchannel_logout_uri !== null && {
        frontchannelLogoutUri: row.frontchannel_logout_uri,
      }),
      ...(ageThresholds !== undefined && { ageThresholds }),
      // Concurrent edits can set both flags, but PKCE stays required for native apps (RFC 8252 6).
      ...(row.pkce_optional && !row.is_native && { pkceOptional: true }),
      ...(row.nonce_optional && { nonceOptional: true }),
      ...(row.id_token_claims && { idTokenClaims: true }),
      ...(row.is_native && { isNative: true }),
      ...(row.dpop_bound_access_tokens && { needsProof: true }),
      ...(row.refuses_face && { refusesFace: true as const }),
      ...(row.is_public && {
        isPublic: true,
        webOrigins: JSON.parse(row.web_origins) as string[],
      }),
      ...(row.private_key_jwt && { provesByKey: true }),
      ...(row.jwks !== null && { jwks: JSON.parse(row.jwks) as { keys: ClientKey[] } }),
      ...(row.jwks_uri !== null && { jwksUri: row.jwks_uri }),
      ...(row.require_pushed && { pushesRequests: true }),
      ...(row.id_token_alg !== null && { idTokenAlg: row.id_token_alg }),
      ...(row.profile !== null && { profile: row.profile }),
      ...(row.default_max_age !== null && { defaultMaxAgeSeconds: row.default_max_age }),
      ...(row.device_flow && { usesDevices: true }),
      ...(row.fedcm && { usesFedcm: true }),
    }),
    secretHash: row.secret_hash,
    ...(hash !== null && expiresAtMs !== null && { previousSecret: { hash, expiresAtMs } }),
  };
}

function toOwnClient(row: ClientRow): OwnClient {
  const { client, previousSecret } = toRecord(row);
  return {
    client,
    createdAtMs: row.created_at_ms,
    ...(previousSecret !== undefined && { previousSecretUntilMs: previousSecret.expiresAtMs }),
  };
}
