// Domain values → what the page may know. No hash, no secret, no evidence.
import type { HostedSession } from '../../domain/verification/browser-access.ts';
import type { HandoffLink } from '../../domain/verification/hand-over.ts';
import { activeDevice } from '../../domain/verification/rules/handoff.ts';
import {
  finalStatus,
  MAX_AGE_ATTEMPTS,
  MAX_EXTENSIONS,
  MAX_LIVENESS_ATTEMPTS,
  type Challenge,
  type SessionRecord,
} from '../../domain/verification/rules/session.ts';
import type {
  Challenge as ChallengeView,
  HandoffLink as HandoffLinkView,
  SessionView,
} from './schemas.ts';

export function presentSession(session: HostedSession, nowMs: number): SessionView {
  const { record } = session;
  const { request, tenant, state } = record;
  return {
    id: session.publicId,
    // A session is opened before the page sees it, so `pending` does not occur here.
    status: state.status === 'pending' ? 'in_progress' : state.status,
    test: record.test,
    step: state.status === 'in_progress' ? state.step : 'done',
    site: {
      name: tenant.name,
      host: new URL(request.callbackUrl).host,
      ...(tenant.color !== undefined && { color: tenant.color }),
      ...(tenant.logo !== undefined && { logo: tenant.logo }),
      ...(tenant.alternativeUrl !== undefined && { alternative_url: tenant.alternativeUrl }),
    },
    request: {
      purpose: request.purpose,
      mode: request.mode,
      ...(request.gate !== undefined && { gate: request.gate }),
    },
    theme: request.theme,
    ...(request.locale !== undefined && { locale: request.locale }),
    attempts_left: {
      liveness: MAX_LIVENESS_ATTEMPTS - record.failures.liveness,
      age: MAX_AGE_ATTEMPTS - record.failures.age,
    },
    device: session.device,
    active: session.device === activeDevice(record),
    ...presentHandoff(record, nowMs),
    extensions_left: MAX_EXTENSIONS - record.extensions,
    ...(record.ageStep !== undefined && { age_nonce: record.ageStep.nonce }),
    ...(record.problem !== undefined && { problem: record.problem }),
    ...presentOutcome(record, session.returnUrl),
    expires_in_ms: Math.max(0, record.expiresAtMs - nowMs),
  };
}

function presentHandoff(record: SessionRecord, nowMs: number): Pick<SessionView, 'handoff'> {
  const { handoff } = record;
  if (handoff === undefined) return {};
  const { state, code, computer, offeredAtMs } = handoff;
  return { handoff: { state, code, computer, offered_ms_ago: Math.max(0, nowMs - offeredAtMs) } };
}

export function presentHandoffLink({ url, code, lifetimeMs }: HandoffLink): HandoffLinkView {
  return { url, code, expires_in_ms: lifetimeMs };
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

export function presentChallenge(challenge: Challenge): ChallengeView {
  return {
    challenge_id: challenge.id,
    actions: challenge.actions,
    expires_in_ms: challenge.lifetimeMs,
  };
}
