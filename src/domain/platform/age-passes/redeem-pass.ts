// Use case: a site's backend redeems a pass that its own page received, so that nobody can present
// it twice (D-152).
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { judgePass } from './judge-pass.ts';
import type { PassKind } from './pass-key.ts';
import { spendPass } from './spend-pass.ts';

interface Redeemer {
  tenantId: string;
  /**
   * Whether the site uses a test API key. If so, the pass is spent only in this customer's test
   * mode and remains valid everywhere else.
   */
  test: boolean;
}

/**
 * @param token the pass in base64url
 * @param idempotencyKey a repeated call with the same key within 15 minutes returns the first
 * response again
 * @throws AppError PASS_INVALID, PASS_SPENT
 */
export async function redeemForSite(
  ctx: Context,
  { tenantId, test }: Redeemer,
  token: string,
  idempotencyKey: string | undefined,
): Promise<PassKind> {
  const judged = await judgePass(ctx, token, test ? 0 : undefined);
  if (!judged.ok) throw new AppError('PASS_INVALID', MESSAGES[judged.reason]);
  const name = nameInMode(tenantId, test);
  const holder = idempotencyKey === undefined ? undefined : `site:${name}:${idempotencyKey}`;
  const spending = await spendPass(ctx, judged, holder, test ? `${name}:` : '');
  if (spending === 'spent') throw new AppError('PASS_SPENT', 'This pass was used before.');
  const { bracket, passClass, month } = judged.key;
  return { bracket, passClass, month };
}

const MESSAGES = {
  invalid: 'This is not a pass of this service, or it has expired.',
  too_few: 'Too few passes of this kind have been issued, so this one could reveal its owner.',
} as const;
