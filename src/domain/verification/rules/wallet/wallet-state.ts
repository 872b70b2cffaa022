// What a session keeps of its way by a wallet, and what decides over it. Pure data; the rules are wallet-step.ts.
import type { Credential } from '../../../../wallet/age-claims.ts';
import type {
  RefusalDetails,
  WalletFacts,
  WalletOffer,
  WalletRefusal,
} from '../../../../wallet/wallet-wire.ts';

/** What a session that takes a wallet asks for. */
export interface WalletRules {
  /** Years. */
  gate: number;
  /** Those that an operator trusts an issuer of, and that can prove the gate; never empty. */
  credentials: readonly Credential[];
}

/**
 * How a wallet is reached: by the browser itself (W3C Digital Credentials), by a link to an app on this device, by a code that
 * another device scans.
 */
export const WALLET_WAYS = ['browser', 'same_device', 'other_device'] as const;
export type WalletWay = (typeof WALLET_WAYS)[number];

/** The one offer that is open; a new one takes its place. */
export interface OpenWalletOffer {
  way: WalletWay;
  offer: WalletOffer;
  /** SHA-256, hex, of the secret in the address that a wallet posts to. */
  linkHash?: string;
  /**
   * Shown by an app on this device. It decides once the browser that asked has come back with the code that the app was given: whoever
   * is sent a link by a stranger brings it elsewhere.
   */
  shown?: { facts: WalletFacts; codeHash: string };
}

/** What a wallet has shown. */
export interface ProvenByWallet {
  credential: Credential;
  /** ISO 3166-1 alpha-2, of the signer's certificate. */
  issuerCountry?: string;
}

/** What is known of it, over all answers. */
export interface WalletStep {
  /** Answers that proved nothing. */
  refusals: number;
  /** The last of them, in test sessions alone: for developers. */
  last?: { code: WalletRefusal; details?: RefusalDetails };
  proven?: ProvenByWallet;
}

/** `wallet_declined`: the person, or the wallet, did not answer. */
export type WalletProblem =
  | 'wallet_declined'
  | 'wallet_untrusted'
  | 'wallet_expired'
  | 'wallet_not_accepted';
