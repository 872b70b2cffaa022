// Proofs that were made before this session and replace the camera: a pass or a key. Defines which
// sessions accept one at all, and how often one may be shown. Pure.
import { MINUTE_MS } from '../../../../time/durations.ts';
import { FIRST_PARTY_TENANT_ID } from '../age/account-age.ts';
import type { SessionRecord } from './session.ts';

/**
 * Maximum number of proofs shown in a minute. A normal visitor shows far fewer, and each costs a
 * verification.
 */
const MAX_SHOWN = 10;
export const SHOWN_WINDOW_MS = MINUTE_MS;

/**
 * The rate limit, as an error response states it.
 * @param policy the limit's name on the wire
 */
export const shownLimit = (policy: string) => ({
  policy,
  limit: MAX_SHOWN,
  windowSeconds: SHOWN_WINDOW_MS / 1000,
});

/**
 * Whether a session requests an age that such a proof may answer. Its customer must name the
 * method, and tests accept none.
 */
export const takesMadeBefore = (
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
 * @param shownAtMs when earlier proofs were shown
 * @returns these times and the current time, without those that no longer count
 */
export const noteShown = (shownAtMs: readonly number[], nowMs: number): number[] =>
  [...shownAtMs.filter((atMs) => atMs > nowMs - SHOWN_WINDOW_MS), nowMs].slice(-MAX_SHOWN - 1);

/** Whether too many proofs were shown within a minute. */
export const areTooMany = (step: { shownAtMs: readonly number[] } | undefined): boolean =>
  (step?.shownAtMs.length ?? 0) > MAX_SHOWN;
