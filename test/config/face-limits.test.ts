import { describe, expect, it } from 'vitest';
import {
  FACE_LIMIT_RANGES,
  parseFaceLimits,
  SHIPPED_FACE_LIMITS,
  strangersWithin,
} from '../../src/config/face-limits.ts';
import { expectedFalseMatches } from '../../src/domain/faces/blocked-faces/false-matches.ts';

const { portrait, enrolled, blocked } = SHIPPED_FACE_LIMITS;
const [, loosest] = FACE_LIMIT_RANGES.enrolledSame;

describe('limits of comparing faces (D-148)', () => {
  it('lie within their ranges as shipped', () => {
    expect(parseFaceLimits(JSON.stringify(SHIPPED_FACE_LIMITS))).toEqual(SHIPPED_FACE_LIMITS);
    expect(enrolled.same).toBeLessThan(portrait.same);
    expect(blocked).toBeLessThan(enrolled.same);
  });

  it.each([
    [
      'looser at sign-in than the service answers for',
      { enrolled: { same: loosest + 0.01, other: 1.05 } },
    ],
    ['stricter than anybody is recognised by', { portrait: { same: 0.5, other: 1.05 } }],
    [
      'telling people that they are others as soon as they do not match',
      { portrait: { same: 0.88, other: 0.9 } },
    ],
    ['loose on blocked faces', { blocked: 0.9 }],
    ['of text', { blocked: '0.7' }],
    ['without a use', { enrolled: undefined }],
  ])('are refused when they are %s', (_what, change) => {
    const text = JSON.stringify({ ...SHIPPED_FACE_LIMITS, ...change });
    expect(parseFaceLimits(text)).toBeUndefined();
  });

  it('are refused when they are not JSON', () => {
    expect(parseFaceLimits('0.9')).toBeUndefined();
    expect(parseFaceLimits('{')).toBeUndefined();
  });
});

describe('false matches against a list of blocked faces', () => {
  it('grow with the list’s length and its limit', () => {
    const [short, long] = [10, 200].map(
      (entries) => expectedFalseMatches(entries, { blocked }).share,
    );
    expect(short).toBeGreaterThan(0);
    expect(long).toBeGreaterThan(15 * (short ?? 1));
    expect(strangersWithin(0.76)).toBeGreaterThan(strangersWithin(0.72));
    expect(strangersWithin(2)).toBe(1);
    expect(expectedFalseMatches(0, { blocked }).share).toBe(0);
  });

  it('limit the list’s length: the longest list refuses at most one in twenty of the group that it affects most', () => {
    const { most } = expectedFalseMatches(0, { blocked });
    expect(expectedFalseMatches(most, { blocked }).share).toBeLessThanOrEqual(0.05);
    expect(expectedFalseMatches(most + 1, { blocked }).share).toBeGreaterThan(0.05);
    const [strictest] = FACE_LIMIT_RANGES.blocked;
    expect(expectedFalseMatches(0, { blocked: strictest }).most).toBe(10_000);
  });
});
