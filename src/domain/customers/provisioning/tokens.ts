// Credentials of a customer's directory (D-160), which the customer's owners create and revoke. At
// most two are valid at a time, so that a new one can replace the old one. This file also
// authenticates directories by their credentials.
import { HOUR_MS, DAY_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { SCIM_TOKEN } from '../../../crypto/token-prefixes.ts';
import { AppError, notFound, tenantSuspended } from '../../../errors.ts';
import { prepareAuditOf, type TenantActor } from '../../platform/audit/record.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { requireVerifiedEmail } from '../team-membership/register-customer.ts';
import type { DefaultRole, Provisioner, ScimToken } from './scim-token.ts';
import {
  deleteToken,
  findWorkingToken,
  insertToken,
  listTokenRows,
  noteUse,
} from './token-store.ts';

/** The maximum number of valid tokens: the current one and its replacement. */
const MAX_TOKENS = 2;
/** Two years, the longest lifetime that Entra allows for a secret. */
export const MAX_TOKEN_DAYS = 730;

const SHAPE = new RegExp(`^${SCIM_TOKEN}[\\w-]{43}$`);

/** @returns tokens, newest first, including expired ones */
export const listScimTokens = (ctx: Context, tenantId: string): Promise<ScimToken[]> =>
  listTokenRows(ctx.db, tenantId);

/**
 * @param maker the owner who creates the token
 * @returns the token with its text, which is never shown again
 * @throws AppError EMAIL_NOT_VERIFIED if the maker's address is not verified; CONFLICT when two
 *   tokens are already valid
 */
export async function createScimToken(
  ctx: Context,
  by: TenantActor,
  maker: StaffMember,
  { defaultRole, days }: { defaultRole: DefaultRole; days: number },
): Promise<{ token: ScimToken; text: string }> {
  requireVerifiedEmail(maker);
  const nowMs = ctx.now();
  const text = `${SCIM_TOKEN}${randomToken(32)}`;
  const token = {
    id: `scim_${randomToken(12)}`,
    tenantId: by.tenantId,
    lastFour: text.slice(-4),
    defaultRole,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + days * DAY_MS,
  };
  const after = { last_four: token.lastFour, default_role: defaultRole, days };
  const { statement, announce } = prepareEntry(ctx, by, token.id, 'create', { after });
  const made = { token, hash: await sha256Hex(text) };
  if (!(await insertToken(ctx.db, made, MAX_TOKENS, statement)))
    throw new AppError(
      'CONFLICT',
      `At most ${MAX_TOKENS} tokens can be valid at a time. Revoke one first.`,
    );
  announce();
  return { token, text };
}

/**
 * Revokes a token. This takes effect immediately, because tokens are read with every request.
 * @throws AppError NOT_FOUND, including for another customer's token
 */
export async function revokeScimToken(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const { statement, announce } = prepareEntry(ctx, by, id, 'revoke', {});
  if (!(await deleteToken(ctx.db, by.tenantId, id, statement))) throw notFound();
  announce();
}

/**
 * @param text the token as received
 * @returns undefined for an unknown, revoked or expired token
 * @throws AppError TENANT_SUSPENDED (D-116)
 */
export async function findProvisioner(
  ctx: Context,
  text: string,
  { ip, userAgent }: Pick<Caller, 'ip' | 'userAgent'>,
): Promise<Provisioner | undefined> {
  if (!SHAPE.test(text)) return undefined;
  const nowMs = ctx.now();
  const found = await findWorkingToken(ctx.db, await sha256Hex(text), nowMs);
  if (found === undefined) return undefined;
  if (found.isSuspended) throw tenantSuspended();
  const { id, tenantId, defaultRole, lastUsedAtMs = 0 } = found.token;
  const beforeMs = nowMs - HOUR_MS;
  if (lastUsedAtMs <= beforeMs) ctx.defer(noteUse(ctx.db, id, nowMs, beforeMs + 1));
  return { by: { audience: 'scim', tenantId, ip, userAgent }, tokenId: id, defaultRole };
}

const prepareEntry = prepareAuditOf('scim_token');
