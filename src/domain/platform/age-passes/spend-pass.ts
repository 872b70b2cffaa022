// Spends a pass once. A second attempt is refused, unless the same holder repeats the request
// within a few minutes because the first response was lost.
import type { Context } from '../../../context.ts';
import { deriveKeys } from '../../../crypto/derived-key.ts';
import { hmacHex } from '../../../crypto/hmac.ts';
import { logIncident } from '../../../log.ts';
import type { PassKey, Spending } from './pass-key.ts';
import { redeemUntilMs } from './pass-month.ts';
import { addRedeemed } from './store.ts';

/**
 * The number of bits dropped from the first byte of a pass's mark (the hash of its nonce); the
 * remaining six select one of 64 objects.
 */
const HIDDEN_BITS = 2;

/**
 * @param pass a verified pass (judge-pass.ts)
 * @param holder uniquely identifies what the pass is spent on: a request with the same identifier
 *   may be repeated for a few minutes. If undefined, the request may not be repeated
 * @param scope a prefix for a customer in test mode, whose marks are separate from the real ones
 */
export async function spendPass(
  ctx: Context,
  { key, mark }: { key: PassKey; mark: string },
  holder: string | undefined,
  scope = '',
): Promise<Spending> {
  const part = Number.parseInt(mark.slice(0, 2), 16) >> HIDDEN_BITS;
  const object = ctx.objects.spentPasses(`${scope}${key.id}:${part}`);
  const held = holder === undefined ? '' : await holderHash(ctx, holder);
  const spending = await object.spend(mark, held, redeemUntilMs(key.month));
  if (spending === 'first' && scope === '') countLater(ctx, key.id);
  return spending;
}

/**
 * Returns a keyed hash, so that the value stored for a few minutes reveals nothing without
 * KEY_ENCRYPTION_KEY.
 */
async function holderHash({ config }: Context, holder: string): Promise<string> {
  const { current } = await deriveKeys(config.keyEncryptionKey, 'spent-passes');
  return hmacHex(current, holder);
}

/** Counts a spent pass for operators; a missed count does no harm. */
const countLater = (ctx: Context, keyId: string): void =>
  ctx.defer(
    addRedeemed(ctx.db, keyId).catch(() => logIncident('pass_not_counted', { count: 'redeemed' })),
  );
