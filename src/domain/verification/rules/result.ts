// What a customer may learn of a session: the authoritative result and its coarse public form. Pure.
import { finalStatus, needsDocument, type SessionRecord } from './session.ts';
import type { Status } from './machine.ts';
import type { SessionReason } from './reasons.ts';
import type { RiskBand } from './risk.ts';

export interface Check {
  performed: boolean;
  passed: boolean;
}

export interface VerificationResult {
  status: Status;
  verified: boolean;
  reason?: SessionReason;
  verificationType?: 'age_check' | 'full' | 'agate_id';
  ipCountry?: string;
  externalUserId?: string;
  checks: {
    liveness: Check;
    age: Check & { gate?: number };
    document: Check;
    faceMatch: Check;
    euWallet: Check;
    aml: Check;
  };
  risk?: RiskBand;
  /** For accounts of ours only; never on the wire. */
  metThreshold?: number;
  createdAtMs: number;
  completedAtMs?: number;
  expiresAtMs: number;
  test: boolean;
}

/** The result as of now; the caller has applied the passing of time (session.ts, atTime). */
export function resultOf(record: SessionRecord): VerificationResult {
  const { request, checks } = record;
  const status = record.state.status;
  const settledByUse = status === 'success' || status === 'failed';
  const notPerformed = { performed: false, passed: false };
  return {
    status,
    verified: status === 'success',
    ...(record.reason !== undefined && { reason: record.reason }),
    ...(settledByUse && { verificationType: typeOf(record) }),
    ...(record.ipCountry !== undefined && { ipCountry: record.ipCountry }),
    ...(request.userId !== undefined && { externalUserId: request.userId }),
    checks: {
      liveness: toCheck(checks.liveness),
      age: { ...toCheck(checks.age), ...(request.gate !== undefined && { gate: request.gate }) },
      document: toCheck(checks.document),
      faceMatch: notPerformed,
      euWallet: notPerformed,
      aml: notPerformed,
    },
    ...(record.risk !== undefined && { risk: record.risk }),
    ...(record.metThreshold !== undefined && { metThreshold: record.metThreshold }),
    createdAtMs: record.createdAtMs,
    ...(record.completedAtMs !== undefined && { completedAtMs: record.completedAtMs }),
    expiresAtMs: record.expiresAtMs,
    test: record.test,
  };
}

function typeOf(record: SessionRecord): 'age_check' | 'full' | 'agate_id' {
  if (record.byAccount === true) return 'agate_id';
  return needsDocument(record.request) ? 'full' : 'age_check';
}

const toCheck = (passed: boolean | undefined): Check => ({
  performed: passed !== undefined,
  passed: passed === true,
});

/**
 * Where the browser goes at the end (D-8): the callback, or the URL of the outcome, with `status`,
 * `token` and `user_id` added to whatever query it had. An expired session returns as `failed`; the result
 * call says `expired`.
 */
export function returnUrl(record: SessionRecord, resultToken: string): string {
  const { request } = record;
  const status = finalStatus(record);
  const chosen =
    status === 'success'
      ? request.successUrl
      : status === 'failed' || status === 'expired'
        ? request.failedUrl
        : undefined;
  const url = new URL(chosen ?? request.callbackUrl);
  const added = new URLSearchParams({
    status: status === 'expired' || status === undefined ? 'failed' : status,
    token: resultToken,
    ...(request.userId !== undefined && { user_id: request.userId }),
  });
  url.search = url.search === '' ? added.toString() : `${url.search}&${added.toString()}`;
  return url.href;
}
