// The stored state of a session that accepts a wallet. Types and constants only; the rules are in
// wallet-step.ts.
import type { Credential } from '../../../../wallet/age-claims.ts';
import type {
  RefusalDetails,
  WalletFacts,
  WalletOffer,
  WalletRefusal,
} from '../../../../wallet/wallet-wire.ts';

/** The request of a session that accepts a wallet. */
export interface WalletRules {
  /** In years. */
  gate: number;
  /** The credentials that can prove the gate and have trust anchors; never empty. */
  credentials: readonly Credential[];
}

/**
 * How a wallet is reached: by the browser itself (W3C Digital Credentials), by a link to an app on
 * this device, or by a code that another device scans.
 */
export const WALLET_WAYS = ['browser', 'same_device', 'other_device'] as const;
export type WalletWay = (typeof WALLET_WAYS)[number];

/** The open offer; a session has one, and a new one replaces it. */
export interface OpenWalletOffer {
  way: WalletWay;
  offer: WalletOffer;
  /** SHA-256, hex, of the secret in the address that a wallet posts to. */
  linkHash?: string;
  /**
   * The result of an app on this device. It counts only once the browser that asked returns with
   * the code that the app was given, so that an attacker gains nothing by sending the link to
   * another person.
   */
  shown?: { facts: WalletFacts; codeHash: string };
}

/** The facts that a wallet has proved. */
export interface ProvenByWallet {
  credential: Credential;
  /** The country in the signer's certificate. */
  issuerCountry?: string;
}

/** A session's facts about its wallet, over all answers. */
export interface WalletStep {
  /** How many answers proved nothing. */
  refusals: number;
  /** Why the last answer was refused, for developers; in test sessions only. */
  last?: { code: WalletRefusal; details?: RefusalDetails };
  proven?: ProvenByWallet;
}

/** `wallet_declined`: the person declined, or the wallet reported an error. */
export type WalletProblem =
  | 'wallet_declined'
  | 'wallet_untrusted'
  | 'wallet_expired'
  | 'wallet_not_accepted';
