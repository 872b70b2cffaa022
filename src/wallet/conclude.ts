// Decides rows 9 to 11 of the table in D-146. Only the service knows their inputs: issuers'
// revocation lists, and credentials that have been presented before. Pure.
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
 * Why row 9 refuses the credential. `listed`: the issuer's status list does not report the
 * credential as valid. `list_unavailable`: no current list is available, and the operator has
 * chosen to refuse in that case.
 */
export type Withdrawal = 'listed' | 'list_unavailable';

/**
 * Whether the device key's hash must be kept until the credential expires: a second presentation is
 * a replay only if each copy of the credential may be presented only once.
 */
export const isKeptOnce = ({ credential }: Pick<WalletFacts, 'credential'>): boolean =>
  CREDENTIALS[credential].isShownOnce;

/**
 * @param isRevoked whether row 9 refuses the credential
 * @param wasShown whether another session has stored this device key's hash
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
