// Finds the current check of an order: the one from init, or one that has replaced it.
// In your project, import from 'agate-sdk'.
import { AgateError, type Agate, type VerificationResult } from '../../../sdk/src/index.ts';

/** The maximum number of checks that follow the first one. */
const MAX_RETAKES = 3;

/**
 * Reads the result of an order's current check. When a visitor contests a check, or you have it
 * retaken, its status becomes `retaken`, and the visitor returns with the token of the check that
 * has replaced it.
 * @param token the order's token
 * @param returned the token in the URL, which may belong to anyone: it is accepted only if
 *   following `previous` leads back to the order's own token
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
