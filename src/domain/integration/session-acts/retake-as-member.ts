// Use case: a customer's staff let a visitor repeat a failed or expired session (D-120), as the
// customer's backend can (D-89).
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { recordAudit, type TenantActor } from '../../platform/audit/record.ts';
import { principalOfMember } from '../../customers/tenants/api-keys.ts';
import { retakeSession } from '../../verification/retake-session.ts';
import { whyNotRetaken } from '../../verification/rules/retake/retake.ts';
import { readOfEitherMode } from '../../verification/tenant-session.ts';

interface Act {
  /** The token of the session to retake, `xtk_…` or `xit_…`. */
  token: string;
  /**
   * The idempotency key, as for creating a session: a repeated request within 24 hours returns the
   * same link.
   */
  idempotencyKey?: string | undefined;
}

/**
 * Creates the new session. The audit entry is written first, so that someone is accountable for
 * every link. A refused retake has no entry.
 * @param isProven whether the member's address is confirmed
 * @returns the new session's link, and the token of the session that it retakes
 * @throws AppError as in retakeSession; NOT_FOUND also when the customer has ended
 */
export async function retakeAsMember(
  ctx: Context,
  actor: TenantActor,
  isProven: boolean,
  { token, idempotencyKey }: Act,
): Promise<{ verifyUrl: string; previous: string }> {
  const { tenantId } = actor;
  const record = await readOfEitherMode(ctx, tenantId, token);
  if (record === undefined) throw notFound();
  const { id, test } = record;
  const principal = await principalOfMember(ctx, { tenantId, test, isProven });
  if (whyNotRetaken(record) === undefined)
    await recordAudit(ctx, {
      actor,
      action: 'session.retake',
      target: { type: 'session', id },
    });
  const { verifyUrl, previous } = await retakeSession(ctx, principal, token, idempotencyKey);
  return { verifyUrl, previous };
}
