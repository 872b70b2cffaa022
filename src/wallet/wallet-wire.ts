// Types and limits for proofs from wallets (D-146), shared by the service, whose sessions store the
// offers, and the wallet Worker, which creates offers and judges answers. This file makes no
// decisions.
import type { AgeElement, Credential, DocType } from './age-claims.ts';
import type { StatusBits } from './status-list.ts';

/**
 * Protocols of the W3C Digital Credentials API, in the order that a request lists them: the EU app
 * and Safari read only the first entry.
 */
export const API_PROTOCOLS = [
  'org-iso-mdoc',
  'openid4vp-v1-signed',
  'openid4vp-v1-unsigned',
] as const;
/** Response modes of OpenID4VP for requests by link or QR code. */
export const LINK_PROTOCOLS = ['direct_post', 'direct_post.jwt'] as const;
type ApiProtocol = (typeof API_PROTOCOLS)[number];
export type LinkProtocol = (typeof LINK_PROTOCOLS)[number];
export type WalletProtocol = ApiProtocol | LinkProtocol;

/** The maximum size of an answer in bytes; a real answer is about 3 kB. */
export const MAX_ANSWER_BYTES = 64 * 1024;
/** How long a wallet has to answer an offer. */
export const OFFER_MS = 5 * 60_000;

/**
 * The data that a wallet is asked to present: one element of one mdoc or SD-JWT VC (age-claims.ts
 * defines the path of the element).
 */
export interface RequestedElement {
  credential: Credential;
  docType: DocType;
  namespace: string;
  element: AgeElement;
}

/**
 * An offer as the session stores it: plain JSON. Its private keys serve this offer only and are
 * deleted with it.
 */
export interface WalletOffer {
  protocols: WalletProtocol[];
  asked: RequestedElement;
  /** The age in years that the session asks about; the element may be for a higher age. */
  gate: number;
  /** The OpenID4VP nonce: 24 random bytes, base64url. */
  nonce: string;
  /** The OpenID4VP `state` in links. */
  state: string;
  /** The page's origin, without a trailing slash. */
  origin: string;
  /** The address that wallets post to; absent if no link is offered. */
  responseUri?: string;
  /**
   * The `encryptionInfo` of ISO 18013-7 annex C exactly as it was sent, because wallets hash the
   * text.
   */
  encryptionInfo?: string;
  /** The P-256 key for `org-iso-mdoc`. */
  hpkeKey?: OfferKey;
  /** The P-256 key for every encrypted OpenID4VP answer. */
  jweKey?: OfferKey;
  /** Ms since the epoch. */
  expiresAtMs: number;
  /**
   * Ms since the epoch; the session sets it as soon as an answer arrives, because an offer accepts
   * only one answer.
   */
  answeredAtMs?: number;
}

/** A P-256 private key as a JWK. */
export interface OfferKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

export interface OfferRequest {
  credential: Credential;
  /** The gate in years. */
  gate: number;
  /** `org-iso-mdoc` is ignored if the credential is not an mdoc. */
  protocols: readonly WalletProtocol[];
  /** The `location.origin` of the requesting page. */
  origin: string;
  /** The address that wallets post to; required for links. */
  responseUri?: string;
  /**
   * The signer of the request, required for `openid4vp-v1-signed`: an ES256 key and its
   * certificates, base64 of DER, starting with the key's own certificate.
   */
  signer?: { privateKey: JsonWebKey; certificates: readonly string[] };
  nowMs: number;
}

/** One entry of `digital.requests`. */
export interface DigitalRequest {
  protocol: ApiProtocol;
  data: Record<string, unknown>;
}

export interface MadeOffer {
  ok: true;
  /** The offer, which the session stores. */
  offer: WalletOffer;
  /**
   * The requests that the page passes to `navigator.credentials.get`; empty if only links are
   * offered.
   */
  requests: DigitalRequest[];
  links: {
    /** The link for the EU app, with plain `direct_post`; only for an mdoc. */
    av?: string;
    /** The same request as in `av`, for wallets that register the common scheme, `openid4vp:`. */
    openid4vp?: string;
    /** The link for wallets that encrypt their answer. */
    encrypted?: string;
  };
}

/**
 * `age_not_provable`: no element of the credential could decide this age. `incomplete`: the request
 * names no protocol, or lacks data that one of its protocols needs.
 */
type OfferFault = 'age_not_provable' | 'incomplete';
export type OfferAnswer = MadeOffer | { ok: false; fault: OfferFault };

/**
 * A wallet's answer: either from the page (`data` as the browser returned it, an object or JSON
 * text), or as the body of a form that the wallet posted.
 */
export type WalletAnswer = { protocol: string; data: unknown } | { form: string };

/** A certificate that an operator has listed: an authority, or a single signer. */
export interface TrustAnchor {
  id: string;
  /** Base64 of DER. */
  certificate: string;
  docTypes: readonly string[];
}

/**
 * `unreadable`: not a DER certificate that is signed with ECDSA. `unusable`: an authority that may
 * not sign certificates, a signer that may not sign data, or a certificate with an unknown critical
 * extension.
 */
export type AnchorReading =
  | {
      ok: true;
      subject: string;
      /** True for an authority, false for a single signer. */
      isAuthority: boolean;
      /** Lower-case hex. */
      sha256: string;
      /** Ms since the epoch. */
      notAfterMs: number;
    }
  | { ok: false; fault: 'unreadable' | 'unusable' };

export interface JudgeRequest {
  offer: WalletOffer;
  answer: WalletAnswer;
  anchors: readonly TrustAnchor[];
  nowMs: number;
  /**
   * Whether the session is in test mode, in which a refusal contains details that help a developer
   * find the mistake.
   */
  isTest?: boolean;
}

/**
 * The reasons why an answer proves nothing, in the order in which they are checked. The code is
 * logged; wallet-step.ts maps it to the message that the visitor sees.
 */
export type WalletRefusal =
  | 'offer_gone'
  | 'protocol_not_offered'
  | 'declined'
  | 'wallet_error'
  | 'not_decryptable'
  | 'malformed'
  | 'no_document'
  | 'other_document'
  | 'over_disclosed'
  | 'under_disclosed'
  | 'untrusted_issuer'
  | 'wrong_usage'
  | 'certificate_expired'
  | 'bad_signature'
  | 'expired'
  | 'not_yet_valid'
  | 'not_for_us'
  | 'revoked'
  | 'replayed'
  | 'age_undecided'
  | 'age_below_threshold';

/**
 * Details for developers, in test mode only. The only personal data that they may contain is the
 * age claim that was presented, in `reason`.
 */
export interface RefusalDetails {
  /** The reason, as a whole sentence. */
  reason: string;
  /**
   * The session transcript as we compute it, hexadecimal; absent when the answer was refused before
   * the transcript was needed.
   */
  transcript?: string;
  /**
   * The `aud` that the wallet's signature must name; present for an SD-JWT VC, instead of the
   * transcript.
   */
  audience?: string;
  /** The subject of the signer's certificate. */
  certificate?: string;
  /** Name space, element and number of the digest that does not match. */
  digest?: string;
}

/** The content of a genuine answer, without the person's name, number or date of birth. */
export interface WalletFacts {
  credential: Credential;
  /**
   * The element that was presented; a driving licence may contain a different age from the
   * requested one.
   */
  element: AgeElement;
  value: boolean;
  anchorId: string;
  /** The common name in the signer's certificate, or its whole subject. */
  issuer: string;
  /**
   * The country in the signer's certificate: ISO 3166-1 alpha-2, or two other letters such as `EU`.
   */
  issuerCountry?: string;
  /** End of the credential's validity, ms since the epoch. */
  validUntilMs: number;
  /**
   * SHA-256 of the public key of the device or wallet, base64url; the same wherever the credential
   * is presented.
   */
  deviceKeyHash: string;
  /** The credential's entry in the issuer's Token Status List, if it has one. */
  status?: { uri: string; index: number };
}

export type WalletVerdict =
  | { ok: true; facts: WalletFacts }
  | { ok: false; code: WalletRefusal; details?: RefusalDetails };

/** An issuer's status list as it was fetched. */
export interface StatusListRequest {
  /** The address that the list was fetched from; the list itself must name the same address. */
  uri: string;
  /** A JWT (`application/statuslist+jwt`). */
  token: string;
  /**
   * The type of the credentials that refer to the list: the list's signer must chain to an anchor
   * of that type.
   */
  docType: string;
  anchors: readonly TrustAnchor[];
  nowMs: number;
}

/**
 * `other_list`: the list does not name the address that it was fetched from. `untrusted`: no listed
 * issuer has signed it. `stale`: it has expired, or is not yet valid.
 */
export type StatusListReading =
  | {
      ok: true;
      bits: StatusBits;
      /** The compressed list, base64url. */
      lst: string;
      /** Ms since the epoch. */
      validUntilMs?: number;
      /** How long the issuer allows the list to be cached. */
      ttlMs?: number;
    }
  | { ok: false; fault: 'unreadable' | 'other_list' | 'untrusted' | 'stale' };

/** The wallet Worker's interface for the service (binding WALLET). */
export interface WalletJudge {
  makeOffer(request: OfferRequest): Promise<OfferAnswer>;
  /**
   * Never throws, whatever a wallet has sent. Rows 9 to 11 of D-146 are left to the caller
   * (conclude.ts).
   */
  judge(request: JudgeRequest): Promise<WalletVerdict>;
  /**
   * Reads a certificate before an operator lists it.
   * @param certificate the certificate's DER in base64
   */
  readAnchor(certificate: string): Promise<AnchorReading>;
  readStatusList(request: StatusListRequest): Promise<StatusListReading>;
  health(): Promise<{ ok: boolean }>;
}
