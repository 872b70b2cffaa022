// Finds the counter of failed attempts that a session adds to (D-55). The counter's name is a hash,
// so the object does not identify anyone.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { residencyOf, storedResidency, type Residency } from '../terms/residency.ts';
import { FIRST_PARTY_TENANT_ID } from './rules/age/account-age.ts';
import { ACCOUNT_ATTEMPT_CAP } from './rules/session/attempts.ts';
import type { AttemptLimit } from './rules/session/visitor.ts';

/**
 * @param tenant the tenant whose sessions are counted; the counter is stored with the same
 *   residency as those sessions
 * @param cap the tenant's limit; 0 disables the counter
 * @param userId the tenant's own id for the person; without it, there is no counter
 */
export async function attemptLimit(
  tenant: { id: string; residency: Residency },
  cap: number,
  userId: string | undefined,
): Promise<AttemptLimit | undefined> {
  if (cap === 0 || userId === undefined) return undefined;
  const of = await sha256Hex(JSON.stringify([tenant.id, userId]));
  return {
    of,
    cap,
    endsAtBelow: tenant.id === FIRST_PARTY_TENANT_ID,
    ...storedResidency(tenant.residency),
  };
}

/**
 * Whether the account has used up its attempts and must wait before its age is checked or stored
 * again. Makes one object call.
 */
export async function hasUsedUpAttempts(ctx: Context, subject: string): Promise<boolean> {
  const service = { id: FIRST_PARTY_TENANT_ID, residency: 'none' } as const;
  const limit = await attemptLimit(service, ACCOUNT_ATTEMPT_CAP, subject);
  return (
    limit !== undefined &&
    ctx.objects.attemptCount(residencyOf(limit), limit.of).areUsedUp(limit.cap)
  );
}
