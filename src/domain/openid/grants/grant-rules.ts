// What may happen to one grant up to its first tokens: consent request → code → token family; token-rules.ts has the
// rest. Pure: a rule takes what is stored, a command and the time, and says what to answer and what to store.
// objects/grant.ts keeps the record. Tokens come as hashes.
import { LIFETIMES } from '../../../config/config.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import type { Acr } from '../../terms/authentication.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** Proves that a consent request is opened by the browser it was sent to. */
export interface ConsentProof {
  /** SHA-256 of the consent token's secret and of the browser's cookie. */
  secretHash: string;
  browserHash: string;
}

/** Proves that a browser brings the address of a pushed request. */
export interface PushedProof {
  /** SHA-256 of the secret of its token. */
  secretHash: string;
}

/** What a person's consent consists of, as a grant keeps it and tokens repeat it. */
export interface Approval {
  accountId: number;
  /** `xid_…`. */
  subject: string;
  /** `sid`: the browser it was given in. */
  sessionId: string;
  /** `auth_time`; stays the same over every refresh (S-10). */
  authenticatedAtMs: number;
  amr: string[];
  acr: Acr;
}

/** Everything tokens of a grant are made from. */
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
  /** BASE64URL(SHA-256(code_verifier)); absent when no verifier came. */
  codeChallenge?: string;
  /** Hash of the family's first refresh token. */
  refreshHash: string;
  /** Thumbprint of the key of the request's DPoP proof. */
  keyThumbprint?: string;
  /** The refresh tokens are bound to that key too: the client has nothing else to prove itself by (RFC 9449 5). */
  bindsRefresh?: boolean;
}

/** `replayed`: the grant has just been revoked because of it. `proof_replayed`: a DPoP proof was used before. Callers answer all reasons alike (RFC 6749 5.2). */
export type Exchanged =
  | {
      ok: true;
      facts: GrantFacts;
      /** Of the refresh token that the family has now. */
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
  /** Of the key that all its refresh tokens need. */
  keyThumbprint?: string;
  currentHash: string;
  previousHash?: string;
  startedAtMs: number;
  /** When the current token was made. */
  rotatedAtMs: number;
}

export interface WaitingDevice {
  /** SHA-256 of the secret of its device code. */
  secretHash: string;
  expiresAtMs: number;
  intervalMs: number;
  /** When it asked last. */
  askedAtMs?: number;
  isDenied?: true;
}

export interface GrantRecord {
  request: AuthorizationRequest;
  /** Until a code is made or refused: the request was pushed, and browsers may bring its address until then. */
  pushed?: PushedProof & { expiresAtMs: number };
  /** Until its tokens are fetched: a device waits for the answer (device-rules.ts). */
  device?: WaitingDevice;
  /** Until the person refuses or the code is redeemed: an answer that got lost on its way is given again. */
  consent?: ConsentProof & { expiresAtMs: number };
  approval?: Approval;
  code?: IssuedCode & { redeemed: boolean };
  family?: TokenFamily;
  /** `jti` of access tokens that were revoked alone, with the time they expire anyway. */
  revokedAccess?: Record<string, number>;
}

/** What is left of a grant that has ended, so that no late call can begin it again. */
export interface EndedGrant {
  ended: true;
}

export interface StoredGrant {
  /** undefined before the first call. */
  record: GrantRecord | EndedGrant | undefined;
  /** Hashes of the family's refresh tokens that were replaced and can no longer be retried. */
  spent: { has(hash: string): boolean };
}

export interface Change<Outcome> {
  outcome: Outcome;
  /** Replaces the record; undefined leaves it as it is. `deleted`: nothing at all is kept. */
  record?: GrantRecord | EndedGrant | 'deleted';
  /** One more hash for `spent`. */
  spent?: string;
  /** When nothing of the grant matters any more. */
  forgetAtMs?: number;
}

/** For how long a device that comes late gets an answer of its own. */
export const DEVICE_SLACK_MS = 5 * 60_000;

/** A site asks for something, without a browser yet (RFC 9126). */
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
 * The request, until its time is over or it was answered. RFC 9126 7.3, FAPI 2.0 5.3.2.2: once means one answer, not one visit, since people
 * load a page again before they sign in.
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
 * A pushed request is shown to a person: the browser that brought its address last may answer it.
 * @param opened.request as it was pushed, with what only the visit knows
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

/** A site asks for something. @param expiresAtMs an answer after that has no effect */
export const openConsent = (
  request: AuthorizationRequest,
  proof: ConsentProof,
  expiresAtMs: number,
): Change<undefined> => ({
  outcome: undefined,
  record: { request, consent: { ...proof, expiresAtMs } },
  forgetAtMs: expiresAtMs,
});

/** The request, for the browser it was sent to and while it may still be answered. */
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

/** The person agrees: a code. Agreeing again in the same sign-in makes no other one, and gives it its time again until it is redeemed. */
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

/** The person does not agree, and has not before. */
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
  // The device still has to hear of it.
  const record = { request: read.request, device: { ...device, isDenied: true as const } };
  return { outcome: read, record, forgetAtMs: device.expiresAtMs + DEVICE_SLACK_MS };
}

/**
 * The person agreed before: a code at once. The outcome is false when the grant was revoked before it began, and when a pushed request
 * was answered or is late.
 * @param pushed of the request, when it was pushed: it is what the grant has begun with
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
 * Redeems the code. RFC 6749 4.1.3: it must have been issued to this client, for this redirect URI, and be valid;
 * RFC 7636 4.6: the verifier must hash to the challenge. Whatever is wrong with the call consumes nothing. RFC 6749
 * 4.1.2, RFC 9700 4.5: a code that is redeemed a second time has leaked, and all its tokens are revoked (S-46).
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
  // RFC 9449 10: a code that was asked for with a key is good with that key alone.
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

/** RFC 9700 4.8.2: a verifier without a challenge is a mismatch too, or an attacker could strip the challenge from the request. */
function isVerified(
  { codeChallenge: asked }: AuthorizationRequest,
  { codeChallenge: shown }: CodeRedemption,
): boolean {
  if (asked === undefined || shown === undefined) return asked === shown;
  return equalInConstantTime(asked, shown);
}

/** Whether what is bound to a key, if it is, comes with a proof by that key. */
export const isOfKey = (bound: string | undefined, shown: string | undefined): boolean =>
  bound === undefined || equalInConstantTime(bound, shown ?? '');

function withCode(request: AuthorizationRequest, approval: Approval, code: IssuedCode) {
  const record = { request, approval, code: { ...code, redeemed: false } };
  return { record, forgetAtMs: code.expiresAtMs };
}

/** Kept for as long as an access token may be about, which it keeps from being active. */
export const endGrant = (nowMs: number) => ({
  record: { ended: true } satisfies EndedGrant,
  forgetAtMs: nowMs + LIFETIMES.accessTokenMs,
});

export const refuse = (reason: Extract<Exchanged, { ok: false }>['reason']): Change<Exchanged> => ({
  outcome: { ok: false, reason },
});

export const liveRecord = (record: StoredGrant['record']): GrantRecord | undefined =>
  record === undefined || 'ended' in record ? undefined : record;
