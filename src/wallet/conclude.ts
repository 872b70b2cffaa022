// The last rows of the table of D-146, which need what only the service knows: lists of what issuers have withdrawn, and what was
// shown before. Pure.
import { CREDENTIALS, decide } from './age-claims.ts';
import type { WalletFacts, WalletRefusal } from './wallet-wire.ts';

type WalletOutcome =
  | { ok: true }
  | {
      ok: false;
      code: Extract<
        WalletRefusal,
        'revoked' | 'replayed' | 'age_undecided' | 'age_below_threshold'
      >;
    };

/**
 * Why row 9 refuses. `listed`: the issuer's list says so. `list_unavailable`: the list cannot be had, and the operator's setting refuses
 * then.
 */
export type Withdrawal = 'listed' | 'list_unavailable';

/** Whether the device key's hash has to be kept until the credential ends: only a credential that is shown once can be a repeat. */
export const isKeptOnce = ({ credential }: Pick<WalletFacts, 'credential'>): boolean =>
  CREDENTIALS[credential].isShownOnce;

/**
 * @param isRevoked whether row 9 refuses it
 * @param wasShown whether this device key's hash was kept in another session
 */
export function concludeWallet(
  facts: WalletFacts,
  { gate, isRevoked, wasShown }: { gate: number; isRevoked: boolean; wasShown: boolean },
): WalletOutcome {
  if (isRevoked) return { ok: false, code: 'revoked' };
  if (wasShown && isKeptOnce(facts)) return { ok: false, code: 'replayed' };
  const decided = decide(facts, gate);
  if (decided === 'over') return { ok: true };
  return { ok: false, code: decided === 'under' ? 'age_below_threshold' : 'age_undecided' };
}
