import { describe, expect, it } from 'vitest';
import {
  coarseReason,
  isVerdictReason,
  parseReason,
} from '../../../../../src/domain/verification/rules/session/reasons.ts';

describe('coarseReason', () => {
  it.each([
    ['age_below_threshold', 'age'],
    ['age_inconclusive', 'age'],
    ['liveness_failed', 'liveness'],
    ['face_not_detected', 'liveness'],
    ['face_mismatch', 'liveness'],
    ['document_rejected', 'document'],
    ['document_expired', 'document'],
    ['dob_unreadable', 'document'],
    ['front_not_a_document', 'document'],
    ['front_unclear', 'document'],
    ['test_mode', 'test_mode'],
    ['blacklist_match', 'other'],
    ['attempts_exceeded', 'other'],
    ['assistance_needed', 'other'],
  ] as const)('%s → %s', (reason, coarse) => expect(coarseReason(reason)).toBe(coarse));

  it('maps free text of the sandbox to other, whatever it looks like', () => {
    expect(coarseReason(parseReason('age_of_the_moon'))).toBe('other');
  });
});

describe('parseReason', () => {
  it('keeps an unknown reason, and marks it as unknown', () => {
    expect(parseReason('moved_house')).toBe('moved_house');
    expect(isVerdictReason('moved_house')).toBe(false);
    expect(isVerdictReason('toString')).toBe(false);
    expect(isVerdictReason(parseReason('liveness_failed'))).toBe(true);
  });
});
