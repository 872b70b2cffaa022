// The rules for a grant, tested without the grant's Durable Object: the result of each rule, and
// what it stores.
import { describe, expect, it } from 'vitest';
import { LIFETIMES } from '../../../../src/config/config.ts';
import {
  approveConsent,
  denyConsent,
  issueCode,
  openConsent,
  readConsent,
  redeemCode,
  type Change,
  type CodeRedemption,
  type GrantRecord,
  type StoredGrant,
} from '../../../../src/domain/openid/grants/grant-rules.ts';
import {
  isAccessTokenActive,
  readRefreshToken,
  revokeAccessToken,
  revokeGrant,
  revokeRefreshToken,
  rotateRefreshToken,
} from '../../../../src/domain/openid/grants/token-rules.ts';

const NOW_MS = 1_800_000_000_000;
const REQUEST = {
  clientId: 'xoc_site',
  redirectUri: 'https://rp.example/callback',
  scope: ['openid'],
  codeChallenge: 'challenge',
  prompt: [],
  requestedAtMs: NOW_MS,
};
const APPROVAL = {
  accountId: 1,
  subject: 'xid_ada',
  sessionId: 'sid',
  authenticatedAtMs: NOW_MS,
  amr: ['pwd'],
  acr: 'urn:agate:acr:password' as const,
};
const PROOF = { secretHash: 'secret', browserHash: 'browser' };
const CODE = { hash: 'code', expiresAtMs: NOW_MS + LIFETIMES.codeMs };
const REDEMPTION: CodeRedemption = {
  codeHash: 'code',
  clientId: 'xoc_site',
  redirectUri: 'https://rp.example/callback',
  codeChallenge: 'challenge',
  refreshHash: 'refresh-1',
};

/** Returns what the grant's object would store after these changes. */
function after(...changes: Change<unknown>[]): StoredGrant & { spent: Set<string> } {
  const stored = {
    record: undefined as StoredGrant['record'],
    spent: new Set<string>(),
  };
  for (const { record, spent } of changes) {
    if (record !== undefined) stored.record = record === 'deleted' ? undefined : record;
    if (spent !== undefined) stored.spent.add(spent);
  }
  return stored;
}

const opened = () => openConsent(REQUEST, PROOF, NOW_MS + LIFETIMES.consentMs);
const issued = () => issueCode(after(), { request: REQUEST, approval: APPROVAL }, CODE);
const redeemed = () => redeemCode(after(issued()), REDEMPTION, NOW_MS);
const rotation = (presentedHash: string, nextHash: string) => ({
  presentedHash,
  nextHash,
  clientId: 'xoc_site',
});
const ENDED = { record: { ended: true }, forgetAtMs: NOW_MS + LIFETIMES.accessTokenMs };

describe('a consent request', () => {
  it('can be read only with both secrets and in time (S-20)', () => {
    const stored = after(opened());
    expect(readConsent(stored, PROOF, NOW_MS)).toEqual({ ok: true, request: REQUEST });
    const wrong = [
      readConsent(stored, { ...PROOF, secretHash: 'other' }, NOW_MS),
      readConsent(stored, { ...PROOF, browserHash: 'other' }, NOW_MS),
      readConsent(stored, PROOF, NOW_MS + LIFETIMES.consentMs),
      readConsent(after(), PROOF, NOW_MS),
    ];
    for (const read of wrong) expect(read).toEqual({ ok: false });
  });

  const answer = { proof: PROOF, approval: APPROVAL, code: CODE };
  const approved = () => approveConsent(after(opened()), answer, NOW_MS);

  it('that is approved gets a code, and the same code again until it is redeemed (S-20)', () => {
    const change = approved();
    expect(change).toEqual({
      outcome: { ok: true, request: REQUEST },
      record: {
        request: REQUEST,
        consent: { ...PROOF, expiresAtMs: NOW_MS + LIFETIMES.consentMs },
        approval: APPROVAL,
        code: { ...CODE, redeemed: false },
      },
      forgetAtMs: NOW_MS + LIFETIMES.consentMs,
    });
    expect(approveConsent(after(opened(), change), answer, NOW_MS)).toEqual(change);
    const used = after(opened(), change, redeemCode(after(change), REDEMPTION, NOW_MS));
    for (const stored of [used, after(opened(), change, revokeGrant(NOW_MS))]) {
      expect(readConsent(stored, PROOF, NOW_MS).ok).toBe(false);
      expect(approveConsent(stored, answer, NOW_MS)).toEqual({ outcome: { ok: false } });
    }
  });

  it('that is approved can no longer be denied, nor approved by another sign-in', () => {
    const stored = after(opened(), approved());
    const other = { ...answer, approval: { ...APPROVAL, sessionId: 'another' } };
    expect(denyConsent(stored, PROOF, NOW_MS)).toEqual({ outcome: { ok: false } });
    expect(approveConsent(stored, other, NOW_MS)).toEqual({ outcome: { ok: false } });
  });

  it('that is denied is deleted, so it is answered once', () => {
    const denied = denyConsent(after(opened()), PROOF, NOW_MS);
    expect(denied).toEqual({ outcome: { ok: true, request: REQUEST }, record: 'deleted' });
    const stored = after(opened(), denied);
    expect(denyConsent(stored, PROOF, NOW_MS).outcome.ok).toBe(false);
    expect(approveConsent(stored, answer, NOW_MS)).toEqual({ outcome: { ok: false } });
  });

  it('gets no code when the grant was revoked before it began', () => {
    const stored = after(revokeGrant(NOW_MS));
    expect(issueCode(stored, { request: REQUEST, approval: APPROVAL }, CODE)).toEqual({
      outcome: false,
    });
  });
});

describe('redeeming a code', () => {
  it('begins the refresh token family (RFC 6749 4.1.3)', () => {
    const { outcome, record } = redeemed();
    expect(outcome).toEqual({
      ok: true,
      facts: { request: REQUEST, approval: APPROVAL },
      refreshHash: REDEMPTION.refreshHash,
    });
    expect((record as GrantRecord).family).toEqual({
      currentHash: 'refresh-1',
      startedAtMs: NOW_MS,
      rotatedAtMs: NOW_MS,
    });
  });

  it.each<[string, Partial<CodeRedemption>, number]>([
    ['unknown', { codeHash: 'other' }, 0],
    ['foreign', { clientId: 'xoc_other' }, 0],
    ['mismatch', { redirectUri: 'https://rp.example/other' }, 0],
    ['mismatch', { codeChallenge: 'other' }, 0],
    ['expired', {}, LIFETIMES.codeMs],
  ])('that is %s changes nothing: %j', (reason, changes, laterMs) => {
    const change = redeemCode(after(issued()), { ...REDEMPTION, ...changes }, NOW_MS + laterMs);
    expect(change).toEqual({ outcome: { ok: false, reason } });
  });

  it('a second time revokes the grant, and by another client changes nothing (RFC 9700 4.5, S-46)', () => {
    const stored = after(issued(), redeemed());
    const late = NOW_MS + LIFETIMES.codeMs;
    expect(redeemCode(stored, REDEMPTION, NOW_MS)).toEqual({
      outcome: { ok: false, reason: 'replayed' },
      ...ENDED,
    });
    expect(redeemCode(stored, REDEMPTION, late).outcome).toMatchObject({ reason: 'replayed' });
    expect(redeemCode(stored, { ...REDEMPTION, clientId: 'xoc_other' }, NOW_MS)).toEqual({
      outcome: { ok: false, reason: 'foreign' },
    });
  });
});

describe('rotating a refresh token', () => {
  const first = () => rotateRefreshToken(after(redeemed()), rotation('refresh-1', '2'), NOW_MS);
  const second = () =>
    rotateRefreshToken(after(redeemed(), first()), rotation('2', '3'), NOW_MS + 1);
  const twice = () => after(redeemed(), first(), second());

  it('makes the successor the only current token', () => {
    expect(first().outcome.ok).toBe(true);
    expect(readRefreshToken(after(redeemed(), first()), '2', 'xoc_site', NOW_MS)).toMatchObject({
      ok: true,
      issuedAtMs: NOW_MS,
      expiresAtMs: NOW_MS + LIFETIMES.refreshIdleMs,
    });
    for (const [hash, clientId] of [
      ['refresh-1', 'xoc_site'],
      ['2', 'xoc_other'],
    ] as const)
      expect(readRefreshToken(after(redeemed(), first()), hash, clientId, NOW_MS).ok).toBe(false);
    expect(second().spent).toBe('refresh-1');
  });

  it('again within the grace period changes nothing, and after it ends the family (S-48)', () => {
    const stored = after(redeemed(), first());
    const retry = rotation('refresh-1', '2');
    const graceMs = LIFETIMES.refreshGraceMs;
    expect(rotateRefreshToken(stored, retry, NOW_MS + graceMs - 1)).toEqual({
      outcome: first().outcome,
    });
    expect(rotateRefreshToken(stored, retry, NOW_MS + graceMs)).toMatchObject({
      outcome: { reason: 'replayed' },
      record: { ended: true },
    });
  });

  it('that was already rotated earlier ends the family, however soon (RFC 9700 4.14.2, S-49)', () => {
    const replay = rotateRefreshToken(twice(), rotation('refresh-1', '2'), NOW_MS);
    expect(replay).toEqual({ outcome: { ok: false, reason: 'replayed' }, ...ENDED });
  });

  it.each([
    ['unknown', rotation('never', 'next'), 0],
    ['foreign', { ...rotation('3', 'next'), clientId: 'xoc_other' }, 0],
    ['expired', rotation('3', 'next'), LIFETIMES.refreshIdleMs],
  ] as const)('that is %s changes nothing', (reason, presented, laterMs) => {
    const change = rotateRefreshToken(twice(), presented, NOW_MS + 1 + laterMs);
    expect(change).toEqual({ outcome: { ok: false, reason } });
  });

  it('does not extend the family beyond a year, however often it happens', () => {
    const almost = NOW_MS + LIFETIMES.refreshAbsoluteMs - 1;
    const { record } = redeemed();
    const family = { currentHash: '9', startedAtMs: NOW_MS, rotatedAtMs: almost };
    const stored = after({ outcome: undefined, record: { ...(record as GrantRecord), family } });
    expect(rotateRefreshToken(stored, rotation('9', '10'), almost).outcome.ok).toBe(true);
    expect(rotateRefreshToken(stored, rotation('9', '10'), almost + 1).outcome).toEqual({
      ok: false,
      reason: 'expired',
    });
  });
});

describe('a revocation', () => {
  it('with any refresh token of the family ends the grant, and by another client changes nothing (RFC 7009 2.1)', () => {
    const rotated = rotateRefreshToken(after(redeemed()), rotation('refresh-1', '2'), NOW_MS);
    const stored = after(redeemed(), rotated, { outcome: undefined, spent: 'refresh-0' });
    for (const hash of ['2', 'refresh-1', 'refresh-0'])
      expect(revokeRefreshToken(stored, hash, undefined, NOW_MS)).toMatchObject(ENDED);
    expect(revokeRefreshToken(stored, 'never', 'xoc_site', NOW_MS)).toEqual({});
    expect(revokeRefreshToken(stored, '2', 'xoc_other', NOW_MS)).toEqual({});
  });

  it('of one access token leaves the others active, and forgets expired ones', () => {
    const old = revokeAccessToken(after(redeemed()), 'old', NOW_MS, NOW_MS - 1);
    const change = revokeAccessToken(after(redeemed(), old), 'one', NOW_MS + 9, NOW_MS);
    const stored = after(redeemed(), old, change);
    expect((change.record as GrantRecord).revokedAccess).toEqual({ one: NOW_MS + 9 });
    expect(isAccessTokenActive(stored, 'one')).toBe(false);
    expect(isAccessTokenActive(stored, 'two')).toBe(true);
  });

  it('leaves nothing that a late call could bring back', () => {
    const stored = after(redeemed(), revokeGrant(NOW_MS));
    expect(isAccessTokenActive(stored, 'one')).toBe(false);
    expect(redeemCode(stored, REDEMPTION, NOW_MS).outcome).toMatchObject({ reason: 'unknown' });
    expect(revokeAccessToken(stored, 'one', NOW_MS + 9, NOW_MS)).toEqual({});
  });
});
