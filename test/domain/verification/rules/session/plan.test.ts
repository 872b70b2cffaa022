// The inputs that a verdict plan requires before it is executed, and how a blocked face affects the
// plan.
import { describe, expect, it } from 'vitest';
import {
  isAnswered,
  settlePlan,
  type VerdictPlan,
} from '../../../../../src/domain/verification/rules/session/plan.ts';
import { apply } from '../../../../../src/domain/verification/rules/session/machine.ts';
import {
  newRecord,
  type SessionRecord,
} from '../../../../../src/domain/verification/rules/session/session.ts';

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
      gate: 18,
    },
    asked: { mode: 'auto' },
    offer: { measured: 'edge', serviceMarginYears: 0, faces: { isCompared: true } },
    chain: {},
    secrets: { initHash: 'init', resultHash: 'result' },
    visitor: {},
    times: { createdAtMs: 0, initExpiresAtMs: 600_000, expiresAtMs: 900_000 },
  }),
  state: { status: 'in_progress', step: 'age' },
};

const after = (type: 'pass_step' | 'retry_step'): SessionRecord => {
  const next = apply(RECORD, { type }, 7);
  if (next === undefined) throw new Error(`${type} is refused.`);
  return next;
};

const asks = { descriptor: [1], model: 'm', isCompared: true, isKept: true };
const kept = { sealed: 's', keyId: 'k', model: 'm' } as never;

describe('a plan', () => {
  it('without questions is answered', () => {
    expect(isAnswered({ next: RECORD }, undefined)).toBe(true);
  });

  it('with questions is answered only by a finding for exactly these questions', () => {
    const plan: VerdictPlan = { next: RECORD, asks };
    expect(isAnswered(plan, undefined)).toBe(false);
    expect(isAnswered(plan, { isCompared: true, isBlocked: false, kept })).toBe(true);
    expect(isAnswered(plan, { isCompared: false, isBlocked: false, kept })).toBe(false);
    expect(isAnswered(plan, { isCompared: true, isBlocked: false })).toBe(false);
  });

  it('ends a pass by a blocked person, whose checks do not reveal why', () => {
    const blocked = { isCompared: true, isBlocked: true };
    const passed = after('pass_step');
    expect(settlePlan(RECORD, { next: passed }, undefined, 7)).toBe(passed);
    expect(settlePlan(RECORD, { next: passed }, blocked, 7)).toEqual({
      ...passed,
      state: { status: 'failed' },
      end: { atMs: 7, reason: 'blacklist_match' },
    });
    const again = after('retry_step');
    expect(settlePlan(RECORD, { next: again }, blocked, 7)).toBe(again);
  });

  it('ends a review request by a blocked person at the step where the check was', () => {
    const offered: SessionRecord = { ...RECORD, state: { status: 'in_progress', step: 'review' } };
    const next = apply(offered, { type: 'request_review' }, 7);
    const refused = settlePlan(offered, { next: next! }, { isCompared: true, isBlocked: true }, 7);
    expect(refused).toMatchObject({ state: { status: 'failed' }, end: { atMs: 7 } });
    expect(refused.funnel.at(-1)).toEqual({ name: 'verdict', atMs: 7, step: 'review' });
  });
});
