// Proofs that were made before this session and take the camera's place: a pass or a key. Which sessions take one at all, and how often
// one may be shown. Pure.
import { MINUTE_MS } from '../../../../time/durations.ts';
import { FIRST_PARTY_TENANT_ID } from '../age/account-age.ts';
import type { SessionRecord } from './session.ts';

/** An honest visitor shows far fewer in a minute; each costs a verification. */
const MOST_SHOWN = 10;
export const SHOWN_WINDOW_MS = MINUTE_MS;

/** The limit as its refusal names it. @param policy its name on the wire */
export const shownLimit = (policy: string) => ({
  policy,
  limit: MOST_SHOWN,
  windowSeconds: SHOWN_WINDOW_MS / 1000,
});

/** Whether a session asks for an age that such a proof may answer. Its customer has to name the method, and tests take none. */
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

/** @param shownAtMs when others were shown @returns with one more, and without those that no longer count */
export const noteShown = (shownAtMs: readonly number[], nowMs: number): number[] =>
  [...shownAtMs.filter((atMs) => atMs > nowMs - SHOWN_WINDOW_MS), nowMs].slice(-MOST_SHOWN - 1);

/** Whether too many were shown within a minute. */
export const areTooMany = (step: { shownAtMs: readonly number[] } | undefined): boolean =>
  (step?.shownAtMs.length ?? 0) > MOST_SHOWN;
