// Demands for pictures (D-80): which demand is due, when it expires, and what happens if the
// pictures are late. Only one demand is open at a time. Pure; draw.ts chooses the pictures,
// judge-pictures.ts judges them.
import { REVEAL_MS, type RevealStep } from '../../../../vision/face/face-wire.ts';
import type { LivenessProblem } from '../liveness/liveness-state.ts';
import { failAge, failLiveness } from '../session/step-attempts.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import { MEASURING_MS, noteReceived, noteDropped } from './picture-log.ts';
import type { DemandName, Refusal, RefusalReason, RefusedMovement, Reveal } from './demand.ts';

/**
 * @returns the problem as a reason for refusal; undefined for a problem that is not logged as one
 */
export function asRefusal(problem: LivenessProblem): RefusedMovement | undefined {
  switch (problem) {
    case 'movement_not_seen':
    case 'wrong_movement':
    case 'too_fast':
    case 'not_accepted':
      return problem;
    case 'no_face':
    case 'timed_out':
    case 'light_unclear':
    case 'pictures_late':
      return undefined;
  }
}

/** The maximum number of uploads per demand, because measuring each upload costs processor time. */
const MAX_UPLOADS = 4;

export function demandPictures(
  record: SessionRecord,
  demand: Omit<Reveal, 'untilMs' | 'uploads'>,
  nowMs: number,
): SessionRecord {
  const reveal = { ...demand, untilMs: nowMs + REVEAL_MS, uploads: 0 };
  return withGroup(record, 'current', { reveal });
}

/**
 * Records the arrival of the requested pictures and grants time to measure them.
 * @returns undefined when no pictures are due in that step, or they were uploaded too often
 */
export function takePictures(
  record: SessionRecord,
  step: RevealStep,
  nowMs: number,
): SessionRecord | undefined {
  const { reveal } = record.current;
  if (reveal?.step !== step || reveal.uploads >= MAX_UPLOADS) return undefined;
  const untilMs = nowMs + MEASURING_MS;
  const taken = { ...reveal, uploads: reveal.uploads + 1, untilMs };
  const next = withGroup(record, 'current', { reveal: taken });
  return noteReceived(next, reveal, nameOf(reveal), nowMs);
}

export const nameOf = ({ nonce, seen }: Reveal): DemandName => ({
  nonce,
  isSecond: seen !== undefined,
});

/** @returns whether `reveal` is the demand with this name; false when there is no demand */
export const isDemand = (
  reveal: Reveal | undefined,
  { nonce, isSecond }: DemandName,
): reveal is Reveal =>
  reveal !== undefined && reveal.nonce === nonce && nameOf(reveal).isSecond === isSecond;

/** @param times the times of the pictures, in any order */
export const areRequested = ({ pictures }: Reveal, times: readonly number[]): boolean =>
  times.length === pictures.length && pictures.every(({ t }) => times.includes(t));

/**
 * Restarts the time limit for pictures that, through no fault of the visitor, could not be
 * measured; their upload does not count.
 */
export function postponePictures(
  before: SessionRecord,
  name: DemandName,
  nowMs: number,
): SessionRecord | undefined {
  const record = noteDropped(before, name, undefined, nowMs);
  const { reveal } = record.current;
  if (!isDemand(reveal, name)) return undefined;
  const again = { ...reveal, uploads: reveal.uploads - 1, untilMs: nowMs + REVEAL_MS };
  return withGroup(record, 'current', { reveal: again });
}

/**
 * @returns the record after a failed attempt if the attempt's pictures are overdue; otherwise the
 *   unchanged record
 */
export function refuseLate(record: SessionRecord, nowMs: number): SessionRecord {
  const { reveal } = record.current;
  if (reveal === undefined || nowMs < reveal.untilMs) return record;
  return refusePictures(record, reveal, 'late', reveal.untilMs) ?? record;
}

/** Fails the attempt: the session returns to the movements, begins another age attempt, or ends. */
export function refusePictures(
  record: SessionRecord,
  { step, nextNonce }: Reveal,
  reason: RefusalReason,
  nowMs: number,
): SessionRecord | undefined {
  const refused = noteRefusal(record, { step, reason, atMs: nowMs });
  return step !== 'liveness'
    ? failAge(refused, nextNonce, nowMs, reason === 'late' ? 'pictures_late' : 'age_unclear')
    : failLiveness(refused, problemOf(reason), nowMs);
}

export const noteRefusal = (record: SessionRecord, refusal: Refusal): SessionRecord =>
  withGroup(record, 'signals', { refusals: [...record.signals.refusals, refusal] });

/**
 * Returns the problem to display: it tells an honest person what to correct, but gives a cheater no
 * further information.
 */
function problemOf(reason: RefusalReason): 'pictures_late' | 'no_face' | 'not_accepted' {
  if (reason === 'late') return 'pictures_late';
  return reason === 'no_face' ? 'no_face' : 'not_accepted';
}
