// An account's check has several thresholds. The age head decides at some of them, and both nets
// together at the others. An account must never keep an age unless every lower threshold is also
// met (D-130).
import { expect, it } from 'vitest';
import { SHIPPED_AGE_ERROR as TABLE } from '../../../../../src/config/age-error.ts';
import { concludeAge, judgeAtEdge } from '../../../../../src/domain/verification/rules/age/age.ts';
import { headLimitsOf } from '../../../../../src/domain/verification/rules/age/age-margin.ts';
import {
  newRecord,
  type SessionRecord,
} from '../../../../../src/domain/verification/rules/session/session.ts';

const THRESHOLDS = [12, 15, 18, 21, 25];
const LINES = headLimitsOf(TABLE, THRESHOLDS, { years: 7 }, 7);
const lineAt = (gate: number) => LINES?.lines.find((one) => one.gate === gate)?.score ?? 0;

const RECORD: SessionRecord = {
  ...newRecord('0'.repeat(64), {
    test: false,
    tenant: { id: 'ten_1', name: 'Shop', ageMarginYears: 7, retentionDays: 30 },
    request: {
      callbackUrl: 'https://shop.example/back',
      purpose: 'age_verification',
      mode: 'auto',
      difficulty: 'easy',
      theme: 'system',
      thresholds: THRESHOLDS,
    },
    asked: { mode: 'auto' },
    offer: { measured: 'edge', serviceMarginYears: 7, ...(LINES && { headLines: LINES }) },
    chain: {},
    secrets: { initHash: 'init', resultHash: 'result' },
    visitor: {},
    times: { createdAtMs: 0, initExpiresAtMs: 600_000, expiresAtMs: 900_000 },
  }),
  state: { status: 'in_progress', step: 'age' },
};

function metBy(years: number, score: number): number | undefined {
  const head = { id: TABLE.head?.id ?? '', score };
  const shown = Array.from({ length: 3 }, () => ({ ageNet: years, faceres: years, head }));
  const judge = judgeAtEdge(shown, shown, RECORD.offer.headLines);
  return concludeAge(RECORD, judge, 'next', 7)?.steps.age.metThreshold;
}

it('the result is the last threshold before the first that is missed, counting from the youngest', () => {
  expect(metBy(40, 9)).toBe(25);
  expect(metBy(30, 9)).toBe(21);
  expect(metBy(20, 9)).toBe(18);
  expect(metBy(18, lineAt(15))).toBe(15);
  // Both nets' estimates are high enough for 25, but the head's score is below its line at 18, so
  // the result is the threshold before 18.
  expect(metBy(40, lineAt(18) - 0.01)).toBe(15);
  expect(metBy(40, lineAt(13) - 0.01)).toBe(12);
  expect(metBy(18, lineAt(13) - 0.01)).toBeUndefined();
});
