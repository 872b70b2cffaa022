// The message a session sends to the queue: its list row as it was at one moment. Pure.
import type { FunnelEvent } from './rules/funnel.ts';
import type { SessionReason } from './rules/reasons.ts';
import type { SessionRecord } from './rules/session.ts';
import { resultOf, type VerificationResult } from './rules/result.ts';

export type SessionEventType = 'created' | 'opened' | 'completed' | 'erased';

/** `row` carries everything a list needs; `version` orders the events of one session. */
export interface SessionEvent {
  type: SessionEventType;
  /** The whole way of the visitor, told once, at the end. */
  funnel: FunnelEvent[];
  /** What the customer is told, once it is final. */
  result?: VerificationResult;
  row: {
    id: string;
    tenantId: string;
    test: boolean;
    version: number;
    status: string;
    reason: SessionReason | null;
    purpose: string;
    verificationMode: string;
    verificationType: string | null;
    gate: number | null;
    externalUserId: string | null;
    metadata: string | null;
    ipCountry: string | null;
    createdAtMs: number;
    completedAtMs: number | null;
    expiresAtMs: number;
    erasedAtMs: number | null;
  };
}

/** @param nowMs becomes the time of erasure for `erased`, which drops all personal data */
export function describeSession(
  record: SessionRecord,
  type: SessionEventType,
  nowMs: number,
): SessionEvent {
  const { request } = record;
  const result = resultOf(record);
  const erased = type === 'erased';
  return {
    type,
    funnel: type === 'completed' ? record.funnel : [],
    ...(type === 'completed' && { result }),
    row: {
      id: record.id,
      tenantId: record.tenant.id,
      test: record.test,
      version: record.version,
      status: result.status,
      reason: record.reason ?? null,
      purpose: request.purpose,
      verificationMode: request.mode,
      verificationType: result.verificationType ?? null,
      gate: request.gate ?? null,
      externalUserId: erased ? null : (request.userId ?? null),
      metadata: erased ? null : (request.metadata ?? null),
      ipCountry: erased ? null : (record.ipCountry ?? null),
      createdAtMs: record.createdAtMs,
      completedAtMs: record.completedAtMs ?? null,
      expiresAtMs: record.expiresAtMs,
      erasedAtMs: erased ? nowMs : null,
    },
  };
}
