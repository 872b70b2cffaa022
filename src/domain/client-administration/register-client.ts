// Use cases of a customer's staff: register a relying party, change it, rotate its secret, delete it. Each change is
// written together with its audit entry; who may make it is asked by the surface.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import { toTimestamp } from '../../timestamp.ts';
import { differences } from '../audit/differences.ts';
import {
  prepareAudit,
  type AuditFields,
  type NewAuditEntry,
  type TenantActor,
} from '../audit/record.ts';
import { disconnectClient } from '../grants/connections.ts';
import { forgetClient, type OAuthClient } from '../clients/client.ts';
import { rejectFaults } from './client-faults.ts';
import type { ClientChanges, OwnClient } from '../clients/own-client.ts';
import {
  findOwnClient,
  insertClient,
  listClientRows,
  markClientDeleted,
  replaceSecret,
  updateClient,
  wasDeleted,
} from '../clients/store.ts';

export type ClientRegistration = Omit<OAuthClient, 'id' | 'tenantId'>;

const MAX_CLIENTS = 50;

/** How long a replaced secret goes on working, in days. */
export const MAX_OVERLAP_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** @returns the newest first */
export const listClients = (
  ctx: Context,
  tenantId: string,
  slice: { offset: number; limit: number },
): Promise<{ rows: OwnClient[]; total: number }> => listClientRows(ctx.db, tenantId, slice);

/** @throws AppError NOT_FOUND, also for another tenant's */
export async function readClient(ctx: Context, tenantId: string, id: string): Promise<OwnClient> {
  const found = await findOwnClient(ctx.db, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * @returns the client and its secret, `xocs_…`, which is told once
 * @throws AppError VALIDATION_FAILED naming every field at fault, CONFLICT when there are 50 already
 */
export async function registerClient(
  ctx: Context,
  by: TenantActor,
  registration: ClientRegistration,
): Promise<{ own: OwnClient; secret: string }> {
  rejectFaults(ctx.config, registration);
  const { tenantId } = by;
  const client = { ...registration, id: `${CLIENT_ID}${randomToken(16)}`, tenantId };
  const secret = makeSecret();
  const nowMs = ctx.now();
  const { statement, announce } = note(ctx, by, client.id, 'create', { after: describe(client) });
  const room = { nowMs, most: MAX_CLIENTS };
  if (!(await insertClient(ctx.db, client, await sha256Hex(secret), room, statement)))
    throw new AppError('CONFLICT', `A tenant has at most ${MAX_CLIENTS} OAuth clients.`);
  announce();
  return { own: { client, createdAtMs: nowMs }, secret };
}

/** Changes what is given. @throws AppError VALIDATION_FAILED, or NOT_FOUND for another tenant's client */
export async function changeClient(
  ctx: Context,
  by: TenantActor,
  id: string,
  changes: ClientChanges,
): Promise<OwnClient> {
  const own = await readClient(ctx, by.tenantId, id);
  const changed = withChanges(own.client, changes);
  rejectFaults(ctx.config, changed);
  const told = differences(describe(own.client), describe(changed));
  if (told === undefined) return own;
  const { statement, announce } = note(ctx, by, id, 'update', told);
  const now = await updateClient(ctx.db, own.client, changes, statement);
  if (now === undefined) throw notFound();
  announce();
  forgetClient(ctx, id);
  return now;
}

export interface Rotation {
  /** 0-7. With 0 no other secret works any more. */
  overlapDays: number;
  /** While two secrets work: the older one goes on to its end, and the newest one is replaced. */
  keepsOlder?: boolean | undefined;
}

/**
 * @returns the client, and the new secret, told once
 * @throws AppError NOT_FOUND for another tenant's client; CONFLICT while two secrets work and neither is given up
 */
export async function rotateClientSecret(
  ctx: Context,
  by: TenantActor,
  id: string,
  { overlapDays, keepsOlder = false }: Rotation,
): Promise<{ own: OwnClient; secret: string }> {
  const { client } = await readClient(ctx, by.tenantId, id);
  const secret = makeSecret();
  const nowMs = ctx.now();
  const days = Math.min(overlapDays, MAX_OVERLAP_DAYS);
  const wish = {
    hash: await sha256Hex(secret),
    nowMs,
    ...(days > 0 && { previousUntilMs: nowMs + days * DAY_MS }),
    keepsOlder,
  };
  const told = { after: { overlap_days: days, ...(keepsOlder && { kept: 'older' }) } };
  const { statement, announce } = note(ctx, by, id, 'rotate_secret', told);
  const replaced = await replaceSecret(ctx.db, client, wish, statement);
  const own = await readClient(ctx, by.tenantId, id);
  if (!replaced) throw inOverlap(own);
  announce();
  forgetClient(ctx, id);
  return { own, secret };
}

const inOverlap = ({ previousSecretUntilMs = 0 }: OwnClient): AppError =>
  new AppError(
    'CONFLICT',
    `Two secrets work until ${toTimestamp(previousSecretUntilMs)}. Rotate after that, or say which one goes: overlap_days 0 ends both, keep "older" replaces the newest.`,
  );

/**
 * Ends the client with every grant it holds. What a failure left of that, another call ends.
 * @throws AppError NOT_FOUND for another tenant's client, and for one that is deleted
 */
export async function deleteClient(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const own = await findOwnClient(ctx.db, by.tenantId, id);
  if (own === undefined) {
    if (await wasDeleted(ctx.db, by.tenantId, id)) await disconnectClient(ctx, id);
    throw notFound();
  }
  const before = describe(own.client);
  const { statement, announce } = note(ctx, by, id, 'delete', { before });
  const isFirst = await markClientDeleted(ctx.db, own.client, ctx.now(), statement);
  if (isFirst) announce();
  forgetClient(ctx, id);
  await disconnectClient(ctx, id);
  if (!isFirst) throw notFound();
}

const note = (
  ctx: Context,
  actor: TenantActor,
  id: string,
  verb: string,
  told: Pick<NewAuditEntry, 'before' | 'after'>,
) =>
  prepareAudit(ctx, {
    actor,
    action: `oauth_client.${verb}`,
    target: { type: 'oauth_client', id },
    ...(told.before !== undefined && { before: withoutPicture(told.before) }),
    ...(told.after !== undefined && { after: withoutPicture(told.after) }),
  });

/** A picture is told by its length. */
function withoutPicture(fields: AuditFields): AuditFields {
  const { logo } = fields;
  return typeof logo === 'string' ? { ...fields, logo: `${logo.length} characters` } : fields;
}

function withChanges(client: OAuthClient, changes: ClientChanges): OAuthClient {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...client, ...Object.fromEntries(given) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null)) as unknown as OAuthClient;
}

const describe = (client: OAuthClient) => ({
  name: client.name,
  logo: client.logo ?? null,
  logo_url: client.logoUrl ?? null,
  redirect_uris: client.redirectUris.join(' '),
  scopes: client.scopes.join(' '),
  post_logout_redirect_uris: client.postLogoutRedirectUris.join(' '),
  backchannel_logout_uri: client.backchannelLogoutUri ?? null,
});

const makeSecret = (): string => `${CLIENT_SECRET}${randomToken(32)}`;
