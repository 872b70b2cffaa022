// Use cases for a tenant's staff: manage API keys. Each change is one transaction with its audit
// entry; the surface checks authorization. api-keys.ts authenticates requests with keys.
import { DAY_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound } from '../../../errors.ts';
import { prepareAuditOf, type TenantActor } from '../../platform/audit/record.ts';
import { prefixOf, type ApiKey } from './api-key.ts';
import { evictCachedKey } from './api-keys.ts';
import {
  findKeyRow,
  insertKey,
  listKeyRows,
  markKeyRevoked,
  renameKeyRow,
  replaceKey,
  type HashedKey,
  type KeyFilter,
} from './key-store.ts';

type KeyInput = Pick<ApiKey, 'name' | 'kind' | 'mode'>;

/** The maximum number of valid keys of a tenant. */
const MAX_KEYS = 50;
/** How long a rotated key may stay valid, in days. */
export const MAX_KEY_OVERLAP_DAYS = 7;

/** @returns keys, newest first; without a filter, including revoked and expired ones */
export const listKeys = (
  ctx: Context,
  tenantId: string,
  filter: KeyFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: ApiKey[]; total: number }> =>
  listKeyRows(ctx.db, tenantId, filter, ctx.now(), slice);

/** @throws AppError NOT_FOUND, including for a key of another tenant */
export const readKey = async (ctx: Context, tenantId: string, id: string): Promise<ApiKey> =>
  (await find(ctx, tenantId, id)).key;

/**
 * @returns the key with its text, which is never shown again
 * @throws AppError CONFLICT when 50 keys are already valid
 */
export async function createKey(
  ctx: Context,
  by: TenantActor,
  input: KeyInput,
): Promise<{ key: ApiKey; text: string }> {
  const { made, text } = await makeKey(ctx, by.tenantId, input);
  const { key } = made;
  const { statement, announce } = prepareEntry(ctx, by, key.id, 'create', { after: describe(key) });
  if (!(await insertKey(ctx.db, made, MAX_KEYS, statement)))
    throw new AppError(
      'CONFLICT',
      `A customer has at most ${MAX_KEYS} valid API keys. Revoke one first.`,
    );
  announce();
  return { key, text };
}

/** @throws AppError NOT_FOUND */
export async function renameKey(
  ctx: Context,
  by: TenantActor,
  id: string,
  name: string,
): Promise<ApiKey> {
  const { key } = await find(ctx, by.tenantId, id);
  if (key.name === name) return key;
  const changes = { before: { name: key.name }, after: { name } };
  const { statement, announce } = prepareEntry(ctx, by, id, 'update', changes);
  const renamed = await renameKeyRow(ctx.db, key, name, statement);
  if (renamed === undefined) throw notFound();
  announce();
  return renamed;
}

/**
 * Replaces a key with a new one of the same kind, mode and name.
 * @param overlapDays 0-7: how long the older key stays valid; with 0, it stops working immediately
 *   in this isolate and within 30 s in others
 * @returns both keys, and the text of the new one, which is never shown again
 * @throws AppError NOT_FOUND; CONFLICT for a key that is revoked or has already been rotated
 */
export async function rotateKey(
  ctx: Context,
  by: TenantActor,
  id: string,
  overlapDays: number,
): Promise<{ key: ApiKey; previous: ApiKey; text: string }> {
  const { key: older, hash } = await find(ctx, by.tenantId, id);
  const { made, text } = await makeKey(ctx, by.tenantId, older);
  const days = Math.min(overlapDays, MAX_KEY_OVERLAP_DAYS);
  const until = made.key.createdAtMs + days * DAY_MS;
  const changes = { after: { rotated_to: made.key.id, overlap_days: days } };
  const { statement, announce } = prepareEntry(ctx, by, id, 'rotate', changes);
  const previous = await replaceKey(ctx.db, older, made, until, statement);
  if (previous === undefined) throw notRotatable();
  announce();
  evictCachedKey(ctx, hash);
  return { key: made.key, previous, text };
}

const notRotatable = (): AppError =>
  new AppError('CONFLICT', 'This key is revoked, or was rotated before.');

/**
 * Revokes a key, immediately in this isolate and within 30 s in others. Idempotent.
 * @throws AppError NOT_FOUND
 */
export async function revokeKey(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const { key, hash } = await find(ctx, by.tenantId, id);
  const { statement, announce } = prepareEntry(ctx, by, id, 'revoke', { before: describe(key) });
  if (await markKeyRevoked(ctx.db, key, ctx.now(), statement)) announce();
  evictCachedKey(ctx, hash);
}

async function find(ctx: Context, tenantId: string, id: string): Promise<HashedKey> {
  const found = await findKeyRow(ctx.db, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

async function makeKey(
  ctx: Context,
  tenantId: string,
  { name, kind, mode }: KeyInput,
): Promise<{ made: HashedKey; text: string }> {
  const text = `${prefixOf({ kind, mode })}${randomToken(32)}`;
  const id = `key_${randomToken(16)}`;
  const lastFour = text.slice(-4);
  const key = { id, tenantId, name, kind, mode, lastFour, createdAtMs: ctx.now() };
  return { made: { key, hash: await sha256Hex(text) }, text };
}

const describe = ({ name, kind, mode, lastFour }: ApiKey) => ({
  name,
  kind,
  mode,
  last_four: lastFour,
});

const prepareEntry = prepareAuditOf('api_key');
