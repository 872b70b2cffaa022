// Domain values → what the page may know. No hash, no secret, no evidence.
import { encodeObjectId } from '../../crypto/capability-token.ts';
import type { HostedSession } from '../../domain/verification/hosted-session.ts';
import {
  finalStatus,
  MAX_AGE_ATTEMPTS,
  MAX_LIVENESS_ATTEMPTS,
  type Challenge,
  type SessionRecord,
} from '../../domain/verification/session.ts';
import type { Challenge as ChallengeView, SessionView } from './schemas.ts';

export function presentSession(session: HostedSession, nowMs: number): SessionView {
  const { record } = session;
  const { request, tenant, state } = record;
  return {
    id: encodeObjectId(record.id),
    // A session is opened before the page sees it, so `pending` does not occur here.
    status: state.status === 'pending' ? 'in_progress' : state.status,
    test: record.test,
    step: state.status === 'in_progress' ? state.step : 'done',
    site: {
      name: tenant.name,
      host: new URL(request.callbackUrl).host,
      ...(tenant.color !== undefined && { color: tenant.color }),
      ...(tenant.logo !== undefined && { logo: tenant.logo }),
    },
    request: {
      purpose: request.purpose,
      mode: request.mode,
      ...(request.gate !== undefined && { gate: request.gate }),
    },
    theme: request.theme,
    locale: request.locale,
    attempts_left: {
      liveness: MAX_LIVENESS_ATTEMPTS - record.failures.liveness,
      age: MAX_AGE_ATTEMPTS - record.failures.age,
    },
    ...(record.ageStep !== undefined && { age_nonce: record.ageStep.nonce }),
    ...(record.problem !== undefined && { problem: record.problem }),
    ...presentOutcome(record, session.returnUrl),
    expires_in_ms: Math.max(0, record.expiresAtMs - nowMs),
  };
}

function presentOutcome(
  record: SessionRecord,
  returnUrl: string | undefined,
): Pick<SessionView, 'outcome'> {
  const status = finalStatus(record);
  if (status === undefined || returnUrl === undefined) return {};
  const reason = record.reason === undefined ? {} : { reason: record.reason };
  return { outcome: { status, ...reason, return_url: returnUrl } };
}

export function presentChallenge(challenge: Challenge, lifetimeMs: number): ChallengeView {
  return {
    challenge_id: challenge.id,
    actions: challenge.actions,
    expires_in_ms: lifetimeMs,
  };
}
