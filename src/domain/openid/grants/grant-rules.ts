// The rules for one grant up to its first tokens: consent request → code → token family;
// token-rules.ts contains the rules for later tokens. Pure: a rule takes the stored record, a
// command and the time, and returns the outcome and the record to store. objects/grant.ts stores
// the record. Tokens are passed as hashes.
import { LIFETIMES } from '../../../config/config.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import type { Acr } from '../../terms/authentication.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** Proves that a consent request is opened by the browser to which it was sent. */
export interface ConsentProof {
  /**
   * SHA-256 of the consent token's secret; `browserHash` is the SHA-256 of the browser's cookie.
   */
  secretHash: string;
  browserHash: string;
}

/** Proves that a browser knows the URI of a pushed request. */
export interface PushedProof {
  /** SHA-256 of the secret in the request's token. */
  secretHash: string;
}

/** A person's consent, as it is stored in the grant and repeated in the tokens. */
export interface Approval {
  accountId: number;
  /** The account, `xid_…`. */
  subject: string;
  /** `sid`: the browser session in which the person agreed. */
  sessionId: string;
  /** The time of the sign-in (`auth_time`), which no refresh changes (S-10). */
  authenticatedAtMs: number;
  amr: string[];
  acr: Acr;
}

/** All data that the tokens of a grant are created from. */
export interface GrantFacts {
  request: AuthorizationRequest;
  approval: Approval;
}

export interface IssuedCode {
  hash: string;
  expiresAtMs: number;
}

export interface CodeRedemption {
  codeHash: string;
  clientId: string;
  redirectUri: string;
  /** BASE64URL(SHA-256(code_verifier)); absent when the client sent no verifier. */
  codeChallenge?: string;
  /** Hash of the family's first refresh token. */
  refreshHash: string;
  /** Thumbprint of the key that signed the DPoP proof of this request. */
  keyThumbprint?: string;
  /**
   * Whether the refresh tokens are also bound to that key, because the client has no other way to
   * authenticate (RFC 9449 5).
   */
  bindsRefresh?: boolean;
}

/**
 * `replayed`: the code or refresh token was used again, so this call revoked the grant.
 * `proof_replayed`: the DPoP proof has been used before. For a code or refresh token, callers give
 * the same response for all other reasons (RFC 6749 5.2).
 */
export type Exchanged =
  | {
      ok: true;
      facts: GrantFacts;
      /** Hash of the family's current refresh token. */
      refreshHash: string;
    }
  | {
      ok: false;
      reason:
        | 'unknown'
        | 'foreign'
        | 'mismatch'
        | 'expired'
        | 'replayed'
        | 'proof_replayed'
        | 'pending'
        | 'slow_down'
        | 'denied';
    };

export type ConsentRead = { ok: true; request: AuthorizationRequest } | { ok: false };

export interface TokenFamily {
  /** The thumbprint of the key that all refresh tokens of the family are bound to. */
  keyThumbprint?: string;
  currentHash: string;
  previousHash?: string;
  startedAtMs: number;
  /** The time when the current refresh token was issued. */
  rotatedAtMs: number;
}

export interface WaitingDevice {
  /** SHA-256 of the secret in the device code. */
  secretHash: string;
  expiresAtMs: number;
  intervalMs: number;
  /** The time of the device's last poll. */
  askedAtMs?: number;
  isDenied?: true;
}

export interface GrantRecord {
  request: AuthorizationRequest;
  /**
   * The proof for a pushed request. It is present until a code is issued or the person refuses, and
   * while it is present, browsers may open the request's URI.
   */
  pushed?: PushedProof & { expiresAtMs: number };
  /** The device that is waiting for its tokens (device-rules.ts), if there is one. */
  device?: WaitingDevice;
  /**
   * The proof for the consent request. It is kept until the person refuses or the code is redeemed,
   * so that a lost response can be sent again.
   */
  consent?: ConsentProof & { expiresAtMs: number };
  approval?: Approval;
  code?: IssuedCode & { redeemed: boolean };
  family?: TokenFamily;
  /** The `jti` of access tokens that were revoked individually, with their expiry. */
  revokedAccess?: Record<string, number>;
}

/** The record that replaces an ended grant's record, so that a late call cannot start it again. */
export interface EndedGrant {
  ended: true;
}

export interface StoredGrant {
  /** The grant's record; undefined before the first call. */
  record: GrantRecord | EndedGrant | undefined;
  /** Hashes of the family's replaced refresh tokens whose grace period for retries is over. */
  spent: { has(hash: string): boolean };
}

export interface Change<Outcome> {
  outcome: Outcome;
  /** Replaces the record; undefined leaves it unchanged. `deleted` removes everything. */
  record?: GrantRecord | EndedGrant | 'deleted';
  /** A hash to add to `spent`. */
  spent?: string;
  /** The time after which the whole grant can be forgotten. */
  forgetAtMs?: number;
}

/**
 * How long a grant is kept after its device code has expired, so that the device's polls still
 * receive a specific error.
 */
export const DEVICE_SLACK_MS = 5 * 60_000;

/** Begins a grant with a request that a site pushes before any browser is involved (RFC 9126). */
export const pushRequest = (
  request: AuthorizationRequest,
  proof: PushedProof,
  expiresAtMs: number,
): Change<undefined> => ({
  outcome: undefined,
  record: { request, pushed: { ...proof, expiresAtMs } },
  forgetAtMs: expiresAtMs,
});

/**
 * Reads a pushed request until it expires or is answered. Its URI can be answered only once but
 * opened several times, because people may reload the page before they sign in (RFC 9126 7.3, FAPI
 * 2.0 5.3.2.2).
 */
export function readPushed(
  { record }: StoredGrant,
  { secretHash }: PushedProof,
  nowMs: number,
): ConsentRead {
  const { pushed, request } = liveRecord(record) ?? {};
  const isSecret = equalInConstantTime(pushed?.secretHash ?? secretHash, secretHash);
  if (pushed === undefined || request === undefined || !isSecret) return { ok: false };
  return nowMs < pushed.expiresAtMs ? { ok: true, request } : { ok: false };
}

/**
 * Opens a pushed request for a person: only the last browser that presented its URI may answer it.
 * @param opened.request the pushed request, completed with the values that are known only once a
 *   browser opens it
 * @returns whether it could still be opened
 */
export function openPushed(
  stored: StoredGrant,
  pushed: PushedProof,
  opened: { request: AuthorizationRequest; proof: ConsentProof; expiresAtMs: number },
  nowMs: number,
): Change<boolean> {
  const before = liveRecord(stored.record);
  if (!readPushed(stored, pushed, nowMs).ok || before === undefined) return { outcome: false };
  const { request, proof, expiresAtMs } = opened;
  const record = { ...before, request, consent: { ...proof, expiresAtMs } };
  return { outcome: true, record, forgetAtMs: expiresAtMs + (before.device ? DEVICE_SLACK_MS : 0) };
}

/**
 * Begins a grant with a site's request for consent.
 * @param expiresAtMs the time after which an answer has no effect
 */
export const openConsent = (
  request: AuthorizationRequest,
  proof: ConsentProof,
  expiresAtMs: number,
): Change<undefined> => ({
  outcome: undefined,
  record: { request, consent: { ...proof, expiresAtMs } },
  forgetAtMs: expiresAtMs,
});

/** Reads a consent request for the browser it was sent to, while it may still be answered. */
export function readConsent(
  { record }: StoredGrant,
  { secretHash, browserHash }: ConsentProof,
  nowMs: number,
): ConsentRead {
  const { consent, request } = liveRecord(record) ?? {};
  const isSecret = equalInConstantTime(consent?.secretHash ?? secretHash, secretHash);
  const isBrowser = equalInConstantTime(consent?.browserHash ?? browserHash, browserHash);
  if (consent === undefined || request === undefined || !isSecret || !isBrowser)
    return { ok: false };
  return nowMs < consent.expiresAtMs ? { ok: true, request } : { ok: false };
}

/**
 * Records the person's consent and issues a code. Agreeing again in the same sign-in does not issue
 * a second code; it extends the validity of the first one, unless the first has been redeemed.
 */
export function approveConsent(
  stored: StoredGrant,
  { proof, approval, code }: { proof: ConsentProof; approval: Approval; code: IssuedCode },
  nowMs: number,
): Change<ConsentRead> {
  const read = readConsent(stored, proof, nowMs);
  const { consent, device, approval: before = approval } = liveRecord(stored.record) ?? {};
  if (!read.ok || consent === undefined || before.sessionId !== approval.sessionId)
    return { outcome: { ok: false } };
  const { record } = withCode(read.request, approval, code);
  return {
    outcome: read,
    record: { ...record, consent, ...(device !== undefined && { device }) },
    forgetAtMs: Math.max(consent.expiresAtMs, code.expiresAtMs) + (device ? DEVICE_SLACK_MS : 0),
  };
}

/** Records the person's refusal, which has no effect if the person has already agreed. */
export function denyConsent(
  stored: StoredGrant,
  proof: ConsentProof,
  nowMs: number,
): Change<ConsentRead> {
  const read = readConsent(stored, proof, nowMs);
  const isApproved = liveRecord(stored.record)?.approval !== undefined;
  if (!read.ok || isApproved) return { outcome: { ok: false } };
  const { device } = liveRecord(stored.record) ?? {};
  if (device === undefined) return { outcome: read, record: 'deleted' };
  // The device still has to learn of the refusal.
  const record = { request: read.request, device: { ...device, isDenied: true as const } };
  return { outcome: read, record, forgetAtMs: device.expiresAtMs + DEVICE_SLACK_MS };
}

/**
 * Issues a code immediately, because the person agreed earlier. The outcome is false if the grant
 * was revoked before this call, or if the pushed request that began the grant has expired or has
 * already been answered.
 * @param pushed the proof of that pushed request, if there is one
 */
export function issueCode(
  stored: StoredGrant,
  { request, approval }: GrantFacts,
  code: IssuedCode,
  pushed?: { proof: PushedProof; nowMs: number },
): Change<boolean> {
  const mayBegin =
    pushed === undefined
      ? stored.record === undefined
      : readPushed(stored, pushed.proof, pushed.nowMs).ok;
  return mayBegin ? { ...withCode(request, approval, code), outcome: true } : { outcome: false };
}

/**
 * Redeems the code. It must be valid and have been issued to this client for this redirect URI (RFC
 * 6749 4.1.3), and the verifier must hash to the challenge (RFC 7636 4.6). A call that fails any of
 * these checks does not consume the code. A code that is redeemed a second time has leaked, so all
 * its tokens are revoked (S-46; RFC 6749 4.1.2, RFC 9700 4.5).
 */
export function redeemCode(
  { record }: StoredGrant,
  redemption: CodeRedemption,
  nowMs: number,
): Change<Exchanged> {
  const grant = liveRecord(record);
  const { approval, code, request } = grant ?? {};
  if (grant === undefined || approval === undefined || code === undefined || request === undefined)
    return refuse('unknown');
  if (!equalInConstantTime(code.hash, redemption.codeHash)) return refuse('unknown');
  if (request.clientId !== redemption.clientId) return refuse('foreign');
  if (request.redirectUri !== redemption.redirectUri || !isVerified(request, redemption))
    return refuse('mismatch');
  // RFC 9449 10: a code that was requested with a key can be redeemed only with that key.
  if (!isOfKey(request.dpopJkt, redemption.keyThumbprint)) return refuse('mismatch');
  if (code.redeemed) return { ...refuse('replayed'), ...endGrant(nowMs) };
  if (nowMs >= code.expiresAtMs) return refuse('expired');
  const { refreshHash, keyThumbprint, bindsRefresh = false } = redemption;
  const family = {
    ...(bindsRefresh && keyThumbprint !== undefined && { keyThumbprint }),
    currentHash: refreshHash,
    startedAtMs: nowMs,
    rotatedAtMs: nowMs,
  };
  return {
    outcome: { ok: true, facts: { request, approval }, refreshHash },
    record: { request, approval, code: { ...code, redeemed: true }, family },
    forgetAtMs: nowMs + LIFETIMES.refreshIdleMs + LIFETIMES.accessTokenMs,
  };
}

/**
 * Whether the verifier matches the challenge. A verifier without a challenge does not match,
 * because otherwise an attacker could strip the challenge from the request (RFC 9700 4.8.2).
 */
function isVerified(
  { codeChallenge: asked }: AuthorizationRequest,
  { codeChallenge: shown }: CodeRedemption,
): boolean {
  if (asked === undefined || shown === undefined) return asked === shown;
  return equalInConstantTime(asked, shown);
}

/** Whether the key of the DPoP proof is the required key; true when no key is required. */
export const isOfKey = (bound: string | undefined, shown: string | undefined): boolean =>
  bound === undefined || equalInConstantTime(bound, shown ?? '');

function withCode(request: AuthorizationRequest, approval: Approval, code: IssuedCode) {
  const record = { request, approval, code: { ...code, redeemed: false } };
  return { record, forgetAtMs: code.expiresAtMs };
}

/**
 * Returns the record of an ended grant. It makes the grant's access tokens inactive, so it is kept
 * until the last of them has expired.
 */
export const endGrant = (nowMs: number) => ({
  record: { ended: true } satisfies EndedGrant,
  forgetAtMs: nowMs + LIFETIMES.accessTokenMs,
});

export const refuse = (reason: Extract<Exchanged, { ok: false }>['reason']): Change<Exchanged> => ({
  outcome: { ok: false, reason },
});

export const liveRecord = (record: StoredGrant['record']): GrantRecord | undefined =>
  record === undefined || 'ended' in record ? undefined : record;
