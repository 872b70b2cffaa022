// Terms of a proof from a wallet (D-146), shared by the service, whose session keeps an offer, and by the wallet Worker, which
// makes offers and judges answers. No decisions.
import type { AgeElement, Credential, DocType } from './age-claims.ts';
import type { StatusBits } from './status-list.ts';

/** Protocols of the W3C Digital Credentials API, in the order of a request: the EU app and Safari read the first entry alone. */
export const API_PROTOCOLS = [
  'org-iso-mdoc',
  'openid4vp-v1-signed',
  'openid4vp-v1-unsigned',
] as const;
/** Response modes of OpenID4VP by link or QR code. */
export const LINK_PROTOCOLS = ['direct_post', 'direct_post.jwt'] as const;
type ApiProtocol = (typeof API_PROTOCOLS)[number];
export type LinkProtocol = (typeof LINK_PROTOCOLS)[number];
export type WalletProtocol = ApiProtocol | LinkProtocol;

/** A longer answer is refused; a real one has 3 kB. */
export const MAX_ANSWER_BYTES = 64 * 1024;
/** How long an offer can be answered. */
export const OFFER_MS = 5 * 60_000;

/** What is asked: one element of one document, or of one SD-JWT VC (age-claims.ts says where such a one has it). */
export interface Asked {
  credential: Credential;
  docType: DocType;
  namespace: string;
  element: AgeElement;
}

/** An offer as the session keeps it: plain JSON. Private keys are for this offer alone and go with it. */
export interface WalletOffer {
  protocols: WalletProtocol[];
  asked: Asked;
  /** The age in years that the session asks about; the element may be that of a higher age. */
  gate: number;
  /** The nonce of OpenID4VP: 24 random bytes, base64url. */
  nonce: string;
  /** The state of OpenID4VP by link. */
  state: string;
  /** The page's origin, without a slash at its end. */
  origin: string;
  /** Where wallets post to; absent where no link is offered. */
  responseUri?: string;
  /** The `encryptionInfo` of ISO 18013-7 annex C as it was sent, since wallets hash the text. */
  encryptionInfo?: string;
  /** P-256, for `org-iso-mdoc`. */
  hpkeKey?: OfferKey;
  /** P-256, for every encrypted answer of OpenID4VP. */
  jweKey?: OfferKey;
  /** ms since the epoch. */
  expiresAtMs: number;
  /** When a wallet answered; the session sets it at once, since an offer takes one answer. */
  answeredAtMs?: number;
}

/** A private key of P-256 as a JWK. */
export interface OfferKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

export interface OfferRequest {
  credential: Credential;
  /** Years. */
  gate: number;
  /** `org-iso-mdoc` is left out where the credential is no mdoc. */
  protocols: readonly WalletProtocol[];
  /** The `location.origin` of the page that asks. */
  origin: string;
  /** Needed for links. */
  responseUri?: string;
  /** Needed for `openid4vp-v1-signed`: an ES256 key and its certificates, base64 of DER, the key's own first. */
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
  /** For the session. */
  offer: WalletOffer;
  /** For the page's `navigator.credentials.get`; empty where only links are offered. */
  requests: DigitalRequest[];
  links: {
    /** For the EU app, by plain `direct_post`; only for an mdoc. */
    av?: string;
    /** The same request for wallets that register the common scheme. */
    openid4vp?: string;
    /** For wallets that encrypt what they post. */
    encrypted?: string;
  };
}

/**
 * `age_not_provable`: the credential has no element that could decide this age. `incomplete`: the request names no protocol, or one
 * without what it needs.
 */
type OfferFault = 'age_not_provable' | 'incomplete';
export type OfferAnswer = MadeOffer | { ok: false; fault: OfferFault };

/** What a wallet answered: by the page (`data` as the browser gave it, an object or JSON text), or the body of its own form. */
export type WalletAnswer = { protocol: string; data: unknown } | { form: string };

/** A certificate that an operator has listed: an authority, or a signer by itself. */
export interface TrustAnchor {
  id: string;
  /** Base64 of DER. */
  certificate: string;
  docTypes: readonly string[];
}

/** `unreadable`: no certificate in DER that is signed by ECDSA. `unusable`: neither an authority nor a signer of data. */
export type AnchorReading =
  | {
      ok: true;
      subject: string;
      /** An authority; false: a signer by itself. */
      isAuthority: boolean;
      /** Lower-case hex. */
      sha256: string;
      /** ms since the epoch. */
      notAfterMs: number;
    }
  | { ok: false; fault: 'unreadable' | 'unusable' };

export interface JudgeRequest {
  offer: WalletOffer;
  answer: WalletAnswer;
  anchors: readonly TrustAnchor[];
  nowMs: number;
  /** In test mode a refusal says what a developer needs to find the mistake. */
  isTest?: boolean;
}

/** Why an answer proves nothing, in the order of the checks. One sentence for people, one code for the log. */
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

/** For developers, in test mode alone. Nothing in it is about a person. */
export interface RefusalDetails {
  /** A sentence. */
  reason: string;
  /** The session transcript as we make it, hexadecimal; absent where the answer was refused before it counts. */
  transcript?: string;
  /** In place of it, what the wallet's signature under an SD-JWT VC has to name as `aud`. */
  audience?: string;
  /** What the signer's certificate says of its subject. */
  certificate?: string;
  /** Namespace, element and number of the digest that does not fit. */
  digest?: string;
}

/** What a genuine answer says; it has no name, no number and no date of birth. */
export interface WalletFacts {
  credential: Credential;
  /** The element that was shown; a driving licence may show another age than was asked for. */
  element: AgeElement;
  value: boolean;
  anchorId: string;
  /** The common name in the signer's certificate, or its whole subject. */
  issuer: string;
  /** The country in that certificate: ISO 3166-1 alpha-2, or two other letters such as `EU`. */
  issuerCountry?: string;
  /** ms since the epoch: until when the credential is valid. */
  validUntilMs: number;
  /** SHA-256 of the public key of the device or wallet, base64url: a credential has the same one wherever it is shown. */
  deviceKeyHash: string;
  /** Where the issuer's list has this credential, if the credential says so (Token Status List). */
  status?: { uri: string; index: number };
}

export type WalletVerdict =
  | { ok: true; facts: WalletFacts }
  | { ok: false; code: WalletRefusal; details?: RefusalDetails };

/** An issuer's list as it was fetched. */
export interface StatusListRequest {
  /** The address that it was fetched from, which it has to name. */
  uri: string;
  /** A JWT (`application/statuslist+jwt`). */
  token: string;
  /** The type of the credentials that name the list: the list's signer has to chain to an anchor of that type. */
  docType: string;
  anchors: readonly TrustAnchor[];
  nowMs: number;
}

/** `other_list`: it names another address. `untrusted`: no listed issuer has signed it. `stale`: it has ended, or has not begun. */
export type StatusListReading =
  | {
      ok: true;
      bits: StatusBits;
      /** Compressed, base64url. */
      lst: string;
      /** ms since the epoch. */
      validUntilMs?: number;
      /** How long the issuer lets others use it before they fetch it again. */
      ttlMs?: number;
    }
  | { ok: false; fault: 'unreadable' | 'other_list' | 'untrusted' | 'stale' };

/** The wallet Worker as the service calls it (binding WALLET). */
export interface WalletJudge {
  makeOffer(request: OfferRequest): Promise<OfferAnswer>;
  /** Never throws, whatever a wallet has sent. The caller decides rows 9 to 11 of D-146 (conclude.ts). */
  judge(request: JudgeRequest): Promise<WalletVerdict>;
  /** Reads a certificate before an operator lists it. @param certificate base64 of DER */
  readAnchor(certificate: string): Promise<AnchorReading>;
  readStatusList(request: StatusListRequest): Promise<StatusListReading>;
  health(): Promise<{ ok: boolean }>;
}
