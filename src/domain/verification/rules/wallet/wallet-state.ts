// The stored state of a session that accepts a wallet. Contains only types and constants; the rules
// are in wallet-step.ts.
import type { Credential } from '../../../../wallet/age-claims.ts';
import type {
  RefusalDetails,
  WalletFacts,
  WalletOffer,
  WalletRefusal,
} from '../../../../wallet/wallet-wire.ts';

/** The proof that a session requests from a wallet. */
export interface WalletRules {
  /** The age to prove, in years. */
  gate: number;
  /** The credentials that can prove this age and have trust anchors; never empty. */
  credentials: readonly Credential[];
}

/**
 * How a wallet is reached: through the browser itself (W3C Digital Credentials), via a link to an
 * app on this device, or via a code that another device scans.
 */
export const WALLET_WAYS = ['browser', 'same_device', 'other_device'] as const;
export type WalletWay = (typeof WALLET_WAYS)[number];

/** The open offer. A session has at most one: a new offer replaces it. */
export interface OpenWalletOffer {
  way: WalletWay;
  offer: WalletOffer;
  /** SHA-256, hex, of the secret in the address that a wallet posts to. */
  linkHash?: string;
  /**
   * The result from an app on this device. It counts only once the browser that made the request
   * returns with the code that the app received, so that an attacker gains nothing by sending the
   * link to another person.
   */
  shown?: { facts: WalletFacts; codeHash: string };
}

/** The facts that a wallet has proven. */
export interface ProvenByWallet {
  credential: Credential;
  /** The country in the signer's certificate. */
  issuerCountry?: string;
}

/** Facts about a session's wallet, over all its responses. */
export interface WalletStep {
  /** The number of responses that proved nothing. */
  refusals: number;
  /** Why the last response was refused, for developers; only in test sessions. */
  last?: { code: WalletRefusal; details?: RefusalDetails };
  proven?: ProvenByWallet;
}

/** `wallet_declined`: the person declined, or the wallet reported an error. */
export type WalletProblem =
  | 'wallet_declined'
  | 'wallet_untrusted'
  | 'wallet_expired'
  | 'wallet_not_accepted';
