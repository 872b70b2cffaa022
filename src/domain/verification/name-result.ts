// Adds to a result the values that are derived and never stored: its token, the address of its
// receipt and, for a retake, the token of the earlier session.
import type { Context } from '../../context.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { NamedResult } from './present-result.ts';
import type { VerificationResult } from './rules/session/result.ts';
import { tokenOf } from './tokens.ts';

/** @param of identifies the session: its id, and the hash of its result token */
export async function nameResult(
  ctx: Context,
  of: { id: string; resultHash: string },
  result: VerificationResult,
): Promise<NamedResult> {
  const { previous } = result;
  const [token, previousToken] = await Promise.all([
    tokenOf(ctx, RESULT_TOKEN, of.id, of.resultHash),
    previous && tokenOf(ctx, RESULT_TOKEN, previous.id, previous.resultHash),
  ]);
  const receiptUrl = `${ctx.config.baseUrl}/verify/v1/receipts/${token}`;
  return {
    ...result,
    token,
    ...(result.hasReceipt === true && { receiptUrl }),
    ...(previousToken !== undefined && { previousToken }),
  };
}
