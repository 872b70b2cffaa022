// Operator use case: publishes the next signing key of a ring now, so that it starts signing a day
// later.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { planRotation, type PlannedKey } from '../../platform/signing-keys/plan-rotation.ts';
import type { Purpose } from '../../platform/signing-keys/ring.ts';

/**
 * Publishes the next key without signing anybody out (D-33). The key and its audit entry are
 * written in one batch. While a next key exists, further calls, including simultaneous calls by
 * another operator, change nothing.
 * @returns the key that signs next
 * @throws AppError CONFLICT for a ring that has no key yet
 */
export async function publishNextKey(
  ctx: Context,
  actor: Actor,
  purpose: Purpose,
): Promise<PlannedKey> {
  let announce: () => void = () => undefined;
  const planned = await planRotation(ctx, purpose, ({ kid, activeFromMs }) => {
    const audit = prepareAudit(ctx, {
      actor,
      action: 'signing_key.publish',
      target: { type: 'signing_key', id: kid },
      after: { purpose, active_from: toTimestamp(activeFromMs) },
    });
    announce = audit.announce;
    return [audit.statement];
  });
  if (planned === undefined)
    throw new AppError(
      'CONFLICT',
      'This key ring has no key yet. The first one is created when it is needed.',
    );
  announce();
  return planned;
}
