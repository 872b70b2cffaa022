// Use case for a customer's staff: rotating the secret of a relying party, with an overlap during
// which the old secret still works.
import { DAY_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { AppError } from '../../../errors.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import type { TenantActor } from '../../platform/audit/record.ts';
import { forgetClient } from '../../openid/clients/client.ts';
import type { OwnClient } from '../../openid/clients/own-client.ts';
import { replaceSecret } from '../../openid/clients/store.ts';
import { prepareClientAudit } from './audit-client.ts';
import { makeSecret, readClient } from './register-client.ts';

export const MAX_OVERLAP_DAYS = 7;

interface SecretRotation {
  /**
   * How many days the previous secret continues to work, 0 to 7. With 0, all older secrets stop
   * working immediately.
   */
  overlapDays: number;
  /**
   * Applies only while two secrets are valid: whether to keep the older one until it expires and
   * replace the newer one.
   */
  keepsOlder?: boolean | undefined;
}

/**
 * @returns the client and its new secret, which is never shown again
 * @throws AppError NOT_FOUND for another tenant's client; CONFLICT for a client without a secret,
 *   and while two secrets are valid and the caller did not choose which one to drop
 */
export async function rotateClientSecret(
  ctx: Context,
  by: TenantActor,
  id: string,
  { overlapDays, keepsOlder = false }: SecretRotation,
): Promise<{ own: OwnClient; secret: string }> {
  const { client } = await readClient(ctx, by.tenantId, id);
  if (client.isPublic === true) throw new AppError('CONFLICT', 'A public client has no secret.');
  if (client.provesByKey === true)
    throw new AppError(
      'CONFLICT',
      'A client that authenticates with private_key_jwt has no secret.',
    );
  const secret = makeSecret();
  const nowMs = ctx.now();
  const days = Math.min(overlapDays, MAX_OVERLAP_DAYS);
  const rotation = {
    hash: await sha256Hex(secret),
    nowMs,
    ...(days > 0 && { previousUntilMs: nowMs + days * DAY_MS }),
    keepsOlder,
  };
  const after = { overlap_days: days, ...(keepsOlder && { kept: 'older' }) };
  const { statement, announce } = prepareClientAudit(ctx, by, 'rotate_secret', id, { after });
  const replaced = await replaceSecret(ctx.db, client, rotation, statement);
  const own = await readClient(ctx, by.tenantId, id);
  if (!replaced) throw overlapConflict(own);
  announce();
  forgetClient(ctx, id);
  return { own, secret };
}

const overlapConflict = ({ previousSecretUntilMs = 0 }: OwnClient): AppError =>
  new AppError(
    'CONFLICT',
    `Two secrets are valid until ${toTimestamp(previousSecretUntilMs)}. Rotate after that, or choose which one to drop: overlap_days 0 ends both, keep "older" replaces the newest.`,
  );
