// The rules for a grant's tokens: rotation, introspection, revocation. Pure, like grant-rules.ts.
import { LIFETIMES } from '../../../config/config.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import {
  endGrant,
  isOfKey,
  liveRecord,
  refuse,
  type Change,
  type Exchanged,
  type GrantFacts,
  type GrantRecord,
  type StoredGrant,
  type TokenFamily,
} from './grant-rules.ts';

export interface RefreshRotation {
  presentedHash: string;
  /**
   * Hash of the presented token's successor, which is the same for every retry; without rotation,
   * the hash of the presented token itself.
   */
  nextHash: string;
  clientId: string;
  /** Thumbprint of the key that signed the DPoP proof of this request. */
  keyThumbprint?: string;
}

export type RefreshTokenRead =
  | { ok: true; facts: GrantFacts; issuedAtMs: number; expiresAtMs: number }
  | { ok: false };

/**
 * Replaces the refresh token, which only the client it was issued to may use (RFC 6749 6). If a
 * replaced token is presented again, two parties have it, so this token family ends, but no other
 * does (RFC 9700 4.14.2; S-48, S-49). Within the grace period, presenting the previous token counts
 * as a retry after a lost response and returns the same successor.
 */
export function rotateRefreshToken(
  { record, spent }: StoredGrant,
  { presentedHash, nextHash, clientId, keyThumbprint }: RefreshRotation,
  nowMs: number,
): Change<Exchanged> {
  const grant = liveRecord(record);
  const { approval, family, request } = grant ?? {};
  if (
    grant === undefined ||
    approval === undefined ||
    family === undefined ||
    request === undefined
  )
    return refuse('unknown');
  if (request.clientId !== clientId) return refuse('foreign');
  // RFC 9449 5: checked first, so that someone with a spent token but without the key cannot end
  // the family.
  if (!isOfKey(family.keyThumbprint, keyThumbprint)) return refuse('mismatch');
  const granted = (refreshHash: string): Change<Exchanged> => ({
    outcome: { ok: true, facts: { request, approval }, refreshHash },
  });
  const { previousHash } = family;
  if (equalInConstantTime(family.currentHash, presentedHash)) {
    if (nowMs >= expiryOf(family)) return refuse('expired');
    if (nextHash === presentedHash) return { ...granted(nextHash), ...useAgain(grant, nowMs) };
    const next = { currentHash: nextHash, previousHash: presentedHash, rotatedAtMs: nowMs };
    return {
      ...granted(nextHash),
      record: { ...grant, family: { ...family, ...next } },
      ...(previousHash !== undefined && { spent: previousHash }),
      forgetAtMs: nowMs + LIFETIMES.refreshIdleMs + LIFETIMES.accessTokenMs,
    };
  }
  const isPrevious = equalInConstantTime(previousHash ?? '', presentedHash);
  if (isPrevious && nowMs < family.rotatedAtMs + LIFETIMES.refreshGraceMs)
    return granted(family.currentHash);
  if (!isPrevious && !spent.has(presentedHash)) return refuse('unknown');
  return { ...refuse('replayed'), ...endGrant(nowMs) };
}

/** Keeps the refresh token, for clients without rotation: each use restarts its idle lifetime. */
const useAgain = (grant: GrantRecord, nowMs: number) => ({
  ...(grant.family && { record: { ...grant, family: { ...grant.family, rotatedAtMs: nowMs } } }),
  forgetAtMs: nowMs + LIFETIMES.refreshIdleMs + LIFETIMES.accessTokenMs,
});

/**
 * Whether an access token of this grant is still active.
 * @param jti the id of the token
 */
export function isAccessTokenActive({ record }: StoredGrant, jti: string): boolean {
  const grant = liveRecord(record);
  if (grant?.family === undefined) return false;
  return grant.revokedAccess?.[jti] === undefined;
}

/**
 * Reads a refresh token for introspection. Only the current refresh token of a family is active;
 * revoked and replaced tokens are not (RFC 7662 2.2).
 */
export function readRefreshToken(
  { record }: StoredGrant,
  presentedHash: string,
  clientId: string,
  nowMs: number,
): RefreshTokenRead {
  const { approval, family, request } = liveRecord(record) ?? {};
  if (approval === undefined || family === undefined || request?.clientId !== clientId)
    return { ok: false };
  const isCurrent = equalInConstantTime(family.currentHash, presentedHash);
  const expiresAtMs = expiryOf(family);
  if (!isCurrent || nowMs >= expiresAtMs) return { ok: false };
  return { ok: true, facts: { request, approval }, issuedAtMs: family.rotatedAtMs, expiresAtMs };
}

/**
 * Revokes a refresh token, whether current or replaced, by ending its grant (RFC 7009 2.1). Ignores
 * a token that was issued to another client.
 * @param clientId the caller, when it authenticated or identified itself
 */
export function revokeRefreshToken(
  { record, spent }: StoredGrant,
  presentedHash: string,
  clientId: string | undefined,
  nowMs: number,
): Change<undefined> {
  const { family, request } = liveRecord(record) ?? {};
  if (family === undefined || request === undefined) return { outcome: undefined };
  if (clientId !== undefined && request.clientId !== clientId) return { outcome: undefined };
  const isOfFamily =
    equalInConstantTime(family.currentHash, presentedHash) ||
    equalInConstantTime(family.previousHash ?? '', presentedHash) ||
    spent.has(presentedHash);
  return { outcome: undefined, ...(isOfFamily && endGrant(nowMs)) };
}

/**
 * Revokes a single access token; the rest of the grant stays active.
 * @param expiresAtMs the token's own expiry
 */
export function revokeAccessToken(
  { record }: StoredGrant,
  jti: string,
  expiresAtMs: number,
  nowMs: number,
): Change<undefined> {
  const grant = liveRecord(record);
  if (grant === undefined) return { outcome: undefined };
  const unexpired = Object.entries(grant.revokedAccess ?? {}).filter(([, endMs]) => endMs > nowMs);
  const revokedAccess = { ...Object.fromEntries(unexpired), [jti]: expiresAtMs };
  return { outcome: undefined, record: { ...grant, revokedAccess } };
}

/**
 * Ends the grant on behalf of the person, the site or an operator. A grant that has not begun can
 * no longer begin.
 */
export const revokeGrant = (nowMs: number): Change<undefined> => ({
  outcome: undefined,
  ...endGrant(nowMs),
});

const expiryOf = ({ rotatedAtMs, startedAtMs }: TokenFamily): number =>
  Math.min(rotatedAtMs + LIFETIMES.refreshIdleMs, startedAtMs + LIFETIMES.refreshAbsoluteMs);
