// Proofs that were created before this session and are used instead of the camera: passes and keys.
// Defines which sessions accept them, and how often they may be presented. Pure.
import { MINUTE_MS } from '../../../../time/durations.ts';
import { FIRST_PARTY_TENANT_ID } from '../age/account-age.ts';
import type { SessionRecord } from './session.ts';

/**
 * The maximum number of proofs presented per minute. A normal visitor presents far fewer, and each
 * proof has to be verified.
 */
const MAX_PRESENTED = 10;
export const PRESENTATION_WINDOW_MS = MINUTE_MS;

/**
 * Returns the rate limit in the form used by an error response.
 * @param policy the limit's name on the wire
 */
export const presentationLimit = (policy: string) => ({
  policy,
  limit: MAX_PRESENTED,
  windowSeconds: PRESENTATION_WINDOW_MS / 1000,
});

/**
 * Whether a pass or a key may prove the age that a session requests. The session's customer must
 * list the method, and test sessions accept neither.
 */
export const acceptsReusableProof = (
  { request, state, tenant, test }: SessionRecord,
  method: 'pass' | 'key',
): boolean =>
  state.status === 'in_progress' &&
  state.step !== 'review' &&
  !test &&
  request.purpose === 'age_verification' &&
  request.mode === 'auto' &&
  request.gate !== undefined &&
  request.accept?.methods.includes(method) === true &&
  tenant.id !== FIRST_PARTY_TENANT_ID;

/**
 * @param shownAtMs when earlier proofs were presented
 * @returns these times and the current time, without the times before the rate limit's window
 */
export const recordPresentation = (shownAtMs: readonly number[], nowMs: number): number[] =>
  [...shownAtMs.filter((atMs) => atMs > nowMs - PRESENTATION_WINDOW_MS), nowMs].slice(
    -MAX_PRESENTED - 1,
  );

/** Whether too many proofs were presented within a minute. */
export const areTooManyPresented = (step: { shownAtMs: readonly number[] } | undefined): boolean =>
  (step?.shownAtMs.length ?? 0) > MAX_PRESENTED;
