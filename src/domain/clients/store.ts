// SQL of relying parties.
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { oauthClients } from '../../db/schema/index.ts';
import type { OAuthClient } from './client.ts';

/** A client with what proves it. */
export interface ClientRecord {
  client: OAuthClient;
  secretHash: string;
  previousSecret?: { hash: string; expiresAtMs: number };
}

type ClientRow = typeof oauthClients.$inferSelect;

export async function findClientRow(db: Database, id: string): Promise<ClientRecord | undefined> {
  const [row] = await db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.id, id), isNull(oauthClients.deleted_at_ms)));
  return row && toRecord(row);
}

export async function listClientRows(db: Database, tenantId: string): Promise<OAuthClient[]> {
  const rows = await db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.tenant_id, tenantId), isNull(oauthClients.deleted_at_ms)))
    .orderBy(asc(oauthClients.created_at_ms));
  return rows.map((row) => toRecord(row).client);
}

export async function insertClient(
  db: Database,
  client: OAuthClient,
  secretHash: string,
  nowMs: number,
): Promise<void> {
  await db.insert(oauthClients).values({
    id: client.id,
    tenant_id: client.tenantId,
    secret_hash: secretHash,
    created_at_ms: nowMs,
    ...columnsOf(client),
  });
}

/** @returns false when the tenant has no such client */
export async function updateClient(db: Database, client: OAuthClient): Promise<boolean> {
  const { meta } = await db
    .update(oauthClients)
    .set(columnsOf(client))
    .where(ownedBy(client.tenantId, client.id));
  return meta.changes > 0;
}

/** The secret of now becomes the previous one. @returns false when the tenant has no such client */
export async function replaceSecret(
  db: Database,
  tenantId: string,
  id: string,
  secretHash: string,
  previousExpiresAtMs: number,
): Promise<boolean> {
  const { meta } = await db
    .update(oauthClients)
    .set({
      secret_hash: secretHash,
      previous_secret_hash: oauthClients.secret_hash,
      previous_secret_expires_at_ms: previousExpiresAtMs,
    })
    .where(ownedBy(tenantId, id));
  return meta.changes > 0;
}

/** The row stays, for the connections' history. @returns false when the tenant has no such client */
export async function markClientDeleted(
  db: Database,
  tenantId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const { meta } = await db
    .update(oauthClients)
    .set({ deleted_at_ms: nowMs })
    .where(ownedBy(tenantId, id));
  return meta.changes > 0;
}

const ownedBy = (tenantId: string, id: string) =>
  and(
    eq(oauthClients.id, id),
    eq(oauthClients.tenant_id, tenantId),
    isNull(oauthClients.deleted_at_ms),
  );

const columnsOf = (client: OAuthClient) => ({
  name: client.name,
  logo: client.logo ?? null,
  logo_url: client.logoUrl ?? null,
  redirect_uris: JSON.stringify(client.redirectUris),
  scopes: JSON.stringify(client.scopes),
  post_logout_redirect_uris: JSON.stringify(client.postLogoutRedirectUris),
  backchannel_logout_uri: client.backchannelLogoutUri ?? null,
});

function toRecord(row: ClientRow): ClientRecord {
  const { previous_secret_hash: hash, previous_secret_expires_at_ms: expiresAtMs } = row;
  return {
    client: {
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
    },
    secretHash: row.secret_hash,
    ...(hash !== null && expiresAtMs !== null && { previousSecret: { hash, expiresAtMs } }),
  };
}
