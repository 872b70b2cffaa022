// Which check an order has now: the one that init gave it, or one that took its place.
// In your project: from 'agate-sdk'.
import { AgateError, type Agate, type VerificationResult } from '../../../sdk/src/index.ts';

/** The maximum number of checks that follow the first one. */
const MAX_RETAKES = 3;

/**
 * A check that its visitor contests, or that you retake, becomes `retaken`, and the visitor returns
 * with the token of the check that replaced it.
 * @param token the order's token
 * @param returned the token in the URL, which may be anyone's: it counts when following `previous`
 *   leads back to the order's own token
 */
export async function readLatestResult(
  { verifications }: Agate,
  token: string,
  returned: string | undefined,
): Promise<VerificationResult> {
  const own = await verifications.result(token);
  if (own.status !== 'retaken' || returned === undefined) return own;
  try {
    const latest = await verifications.result(returned);
    let step = latest;
    for (let back = 1; back <= MAX_RETAKES && step.previous !== undefined; back += 1) {
      if (step.previous === own.token) return latest;
      step = await verifications.result(step.previous);
    }
    return own;
  } catch (error) {
    if (error instanceof AgateError && error.code === 'NOT_FOUND') return own;
    throw error;
  }
}
