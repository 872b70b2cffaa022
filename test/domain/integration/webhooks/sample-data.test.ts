import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../src/domain/integration/webhooks/event-types.ts';
import { sampleData } from '../../../../src/domain/integration/webhooks/sample-data.ts';
import { FaceChallenge } from '../../../../src/http/contracts/face.ts';
import { Result } from '../../../../src/http/contracts/result.ts';

const NOW_MS = Date.UTC(2026, 10, 26);

describe('the data of a test event', () => {
  // A test event has the same shape as a real event of the same type, which a visitor causes (D-23,
  // D-15).
  it.each([
    ['session.success', 'success'],
    ['session.failed', 'failed'],
    ['session.canceled', 'canceled'],
    ['session.expired', 'expired'],
    ['session.review_required', 'pending_tenant_review'],
    ['session.retake_requested', 'awaiting_retake'],
    ['face_2fa.completed', 'completed'],
  ] as const)('of %s has the shape of a real event, which is %s', (type, status) => {
    const data = sampleData(type, NOW_MS);
    const shape = type === 'face_2fa.completed' ? FaceChallenge : Result;
    expect(shape.strict().parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
    expect(data).toMatchObject({ status, test: true });
  });

  it('has an end only where a real session has one', () => {
    const isOver = (type: (typeof EVENT_TYPES)[number]) =>
      'completed_at' in sampleData(type, NOW_MS);
    expect(EVENT_TYPES.filter((type) => !isOver(type))).toEqual([
      'session.review_required',
      'session.retake_requested',
    ]);
  });
});
