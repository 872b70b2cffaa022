// Use cases for a customer's staff: registering, listing, reading and changing relying parties.
// Each change is written together with its audit entry; the calling route decides who may make it.
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import type { TenantActor } from '../../platform/audit/record.ts';
import { forgetClient } from '../../openid/clients/client.ts';
import { usableKeys } from '../../openid/clients/client-keys.ts';
import { FAPI2 } from '../../openid/clients/client-profile.ts';
import { methodOf, type OAuthClient } from '../../openid/clients/oauth-client.ts';
import type { ClientChanges, OwnClient } from '../../openid/clients/own-client.ts';
import {
  findOwnClient,
  insertClient,
  listClientRows,
  updateClient,
} from '../../openid/clients/store.ts';
import { requireOwnNames } from '../shown-names/own-name.ts';
import { describeClient, prepareClientAudit } from './audit-client.ts';
import { rejectFaults } from './client-faults.ts';

export type ClientRegistration = Omit<OAuthClient, 'id' | 'tenantId'>;

const MAX_CLIENTS = 50;

/** @returns clients, newest first */
export const listClients = (
  ctx: Context,
  tenantId: string,
  slice: { offset: number; limit: number },
): Promise<{ rows: OwnClient[]; total: number }> => listClientRows(ctx.db, tenantId, slice);

/** @throws AppError NOT_FOUND, including for another tenant's client */
export async function readClient(ctx: Context, tenantId: string, id: string): Promise<OwnClient> {
  const found = await findOwnClient(ctx.db, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * @returns the client and its secret, `xocs_…`, which is never shown again; public clients (D-105)
 *   and clients that authenticate with a key have none
 * @throws AppError VALIDATION_FAILED naming every invalid field, CONFLICT when the tenant already
 *   has 50 clients
 */
export async function registerClient(
  ctx: Context,
  by: TenantActor,
  wish: ClientRegistration,
): Promise<{ own: OwnClient; secret?: string }> {
  const registration = completeProfile(wish);
  rejectFaults(ctx.config, registration);
  await requireOwnNames(ctx, by.tenantId, [{ field: 'name', name: registration.name }]);
  const { tenantId } = by;
  const client = {
    ...registration,
    ...publicKeysOf(registration),
    id: `${CLIENT_ID}${randomToken(16)}`,
    tenantId,
  };
  const secret = methodOf(client) === undefined ? makeSecret() : undefined;
  // An empty hash means that the client has no secret.
  const secretHash = secret === undefined ? '' : await sha256Hex(secret);
  const nowMs = ctx.now();
  const after = describeClient(client);
  const { statement, announce } = prepareClientAudit(ctx, by, 'create', client.id, { after });
  const room = { nowMs, most: MAX_CLIENTS };
  if (!(await insertClient(ctx.db, client, secretHash, room, statement)))
    throw new AppError(
      'CONFLICT',
      `A customer has at most ${MAX_CLIENTS} OAuth clients. Delete one first.`,
    );
  announce();
  return { own: { client, createdAtMs: nowMs }, ...(secret !== undefined && { secret }) };
}

/**
 * Changes the given fields.
 * @throws AppError VALIDATION_FAILED, or NOT_FOUND for another tenant's client
 */
export async function changeClient(
  ctx: Context,
  by: TenantActor,
  id: string,
  wish: ClientChanges,
): Promise<OwnClient> {
  const completed = completeProfile(wish);
  const own = await readClient(ctx, by.tenantId, id);
  const whole = withChanges(own.client, completed);
  rejectFaults(ctx.config, whole);
  const changes = { ...completed, ...publicKeysOf(completed) };
  const changed = { ...whole, ...publicKeysOf(whole) };
  const { name } = changed;
  if (name !== own.client.name) await requireOwnNames(ctx, by.tenantId, [{ field: 'name', name }]);
  const difference = differences(describeClient(own.client), describeClient(changed));
  if (difference === undefined) return own;
  const { statement, announce } = prepareClientAudit(ctx, by, 'update', id, difference);
  const now = await updateClient(ctx.db, own.client, changes, statement);
  if (now === undefined) throw notFound();
  announce();
  forgetClient(ctx, id);
  return now;
}

/** Returns the stored form of a key set that has no faults. */
const publicKeysOf = ({ jwks }: Pick<ClientChanges, 'jwks'>) =>
  jwks ? { jwks: { keys: usableKeys(jwks) } } : {};

/**
 * Adds the settings that a profile requires. If the caller gives a different value for one of them,
 * that value is kept, so that it is reported as a fault.
 */
function completeProfile<Wish extends Pick<ClientChanges, 'profile'>>(wish: Wish): Wish {
  if (wish.profile !== 'fapi2') return wish;
  const given = Object.entries(wish).filter(([, value]) => value !== undefined);
  return { ...wish, ...FAPI2, ...Object.fromEntries(given) };
}

function withChanges(client: OAuthClient, changes: ClientChanges): OAuthClient {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const { nonceOptional, ...rest } = { ...client, ...Object.fromEntries(given) };
  const merged = Object.entries(rest.pkceOptional === true ? { nonceOptional, ...rest } : rest);
  return Object.fromEntries(merged.filter(([, value]) => value !== null)) as unknown as OAuthClient;
}

export const makeSecret = (): string => `${CLIENT_SECRET}${randomToken(32)}`;
