import { expect, it } from 'vitest';
import { parseReason } from '../../../../../src/domain/verification/rules/session/reasons.ts';
import { settle } from '../../../../../src/domain/verification/rules/session/sandbox.ts';
import {
  newRecord,
  type SessionRecord,
} from '../../../../../src/domain/verification/rules/session/session.ts';

const begun = (mode: 'auto' | 'document'): SessionRecord => ({
  ...newRecord('0'.repeat(64), {
    test: true,
    tenant: { id: 'ten_1', name: 'Shop', ageMarginYears: 7, retentionDays: 30 },
    request: {
      callbackUrl: 'https://shop.example/back',
      purpose: 'age_verification',
      mode,
      difficulty: 'easy',
      theme: 'system',
      gate: 18,
    },
    asked: { mode },
    offer: { measured: 'edge', serviceMarginYears: 0 },
    chain: {},
    secrets: { initHash: 'init', resultHash: 'result' },
    visitor: {},
    times: { createdAtMs: 0, initExpiresAtMs: 600_000, expiresAtMs: 900_000 },
  }),
  state: { status: 'in_progress', step: 'consent' },
});

it.each([
  [
    'document',
    'success',
    'test_mode',
    { liveness: true, document: true, faceMatch: true, age: true },
  ],
  ['document', 'failed', 'document_rejected', { liveness: true, document: false }],
  ['document', 'failed', 'document_expired', { liveness: true, document: false }],
  ['document', 'failed', 'dob_unreadable', { liveness: true, document: false }],
  ['document', 'failed', 'front_not_a_document', { liveness: true, document: false }],
  ['document', 'failed', 'front_unclear', { liveness: true, document: false }],
  ['document', 'failed', 'face_mismatch', { liveness: true, document: true, faceMatch: false }],
  ['document', 'failed', 'age_below_threshold', { liveness: true, document: true, age: false }],
  ['document', 'failed', 'liveness_failed', { liveness: false }],
  ['document', 'failed', 'test_mode', { liveness: true, document: false }],
  ['document', 'canceled', 'test_mode', {}],
  ['auto', 'failed', 'document_rejected', { liveness: true, document: false }],
  ['auto', 'failed', 'face_mismatch', { liveness: true, document: true, faceMatch: false }],
  ['auto', 'failed', 'age_below_threshold', { liveness: true, age: false }],
] as const)(
  'in mode %s, an end as %s with %s has the matching checks (D-91)',
  (mode, end, reason, checks) => {
    expect(settle(begun(mode), end, 1, parseReason(reason))?.checks).toEqual(checks);
  },
);
