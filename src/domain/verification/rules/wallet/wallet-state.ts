// What a session that takes a wallet keeps. Types and constants alone; the rules are wallet-step.ts.
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
  /** The credentials that an operator trusts an issuer of and that can prove the gate; never empty. */
  credentials: readonly Credential[];
}

/**
 * How a wallet is reached: by the browser itself (W3C Digital Credentials), by a link to an app on this device, by a code that
 * another device scans.
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
   * What an app on this device has shown. It decides once the browser that asked comes back with the code that the app was given, so that
   * a link that an attacker sends to another person gains nothing.
   */
  shown?: { facts: WalletFacts; codeHash: string };
}

/** What a wallet has shown. */
export interface ProvenByWallet {
  credential: Credential;
  /** The country in the signer's certificate. */
  issuerCountry?: string;
}

/** What a session knows of its wallet over all answers. */
export interface WalletStep {
  /** How many answers proved nothing. */
  refusals: number;
  /** Why the last of them was refused, for developers; in test sessions alone. */
  last?: { code: WalletRefusal; details?: RefusalDetails };
  proven?: ProvenByWallet;
}

/** `wallet_declined`: the person, or the wallet, did not answer. */
export type WalletProblem =
  | 'wallet_declined'
  | 'wallet_untrusted'
  | 'wallet_expired'
  | 'wallet_not_accepted';
