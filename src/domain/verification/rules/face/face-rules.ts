// A customer's uses of faces beyond the check itself (D-100): comparing them with its blocked
// faces, and keeping faces for some time so that the customer can block one. The page shows both
// uses before the visitor consents. Pure; domain/verification/face-finding.ts searches and seals
// faces.
import { angleOf } from '../../../../vision/face/challenge.ts';
import { faceOf } from '../evidence/face-of.ts';
import type { Evidence } from '../evidence/judge-pictures.ts';
import { DAY_MS } from '../../../../time/durations.ts';
import { finalStatus, isPass } from '../session/state.ts';
import type { Measured } from '../../../terms/age-proof.ts';
import type { SealedDescriptor } from '../../../terms/sealed-descriptor.ts';
import type { SessionRecord } from '../session/session.ts';
import type { SessionRequest } from '../opening/session-request.ts';
import type { FaceRules } from './face-terms.ts';

/** A face, and what must be done with it before the outcome is applied to its session. */
export interface FaceQuery {
  /** A unit vector. */
  descriptor: number[];
  /**
   * The hash of the model that computed the descriptor; undefined if the face Worker is an older
   * version, which does not report it.
   */
  model: string | undefined;
  /** Whether the face must be compared with the customer's blocked faces. */
  isCompared: boolean;
  /** Whether the face must be sealed, so that the customer can block it later. */
  isKept: boolean;
}

/** The findings about a face, as requested by a session. */
export interface FaceFinding {
  /** Whether the face was compared with the customer's blocked faces. */
  isCompared: boolean;
  isBlocked: boolean;
  kept?: KeptDescriptor;
}

/** A face that is kept so that the customer can block it. */
export interface KeptDescriptor extends SealedDescriptor {
  model: string;
}

/**
 * @returns undefined when the customer does not use faces beyond the check, or the session's face
 *   is not measured at the edge
 */
export function faceRules(
  { measured, purpose }: { measured: Measured; purpose: SessionRequest['purpose'] },
  customer: { blocksFaces?: boolean | undefined; keepFacesDays?: number | undefined },
): FaceRules | undefined {
  const { blocksFaces = false, keepFacesDays = 0 } = customer;
  // A customer cannot block the face of a face check, because the customer has no token for that
  // session.
  const days = purpose === 'face_check' ? 0 : keepFacesDays;
  if (measured !== 'edge' || (!blocksFaces && days === 0)) return undefined;
  return { ...(blocksFaces && { isCompared: true }), ...(days > 0 && { keptDays: days }) };
}

/** Whether the page showed the uses of the face; pages that predate these uses showed none. */
export const areFaceRulesShown = (
  { offer: { faces } }: SessionRecord,
  shown: FaceRules | undefined,
): boolean => faces?.isCompared === shown?.isCompared && faces?.keptDays === shown?.keptDays;

/**
 * @param after the session as the outcome would leave it
 * @param evidence the evidence about the person
 * @returns undefined when there is no face, or when it need not be compared or kept: a face is
 *   compared only if the person would pass, and kept only if there is a verdict or a review is
 *   offered
 */
export function askFace(
  record: SessionRecord,
  after: SessionRecord,
  evidence: Evidence | undefined,
): FaceQuery | undefined {
  const { faces } = record.offer;
  if (faces === undefined || evidence === undefined) return undefined;
  const descriptor = faceOf(evidence) ?? straightest(evidence);
  if (descriptor === undefined) return undefined;
  const isCompared = faces.isCompared === true && isPass(after.state);
  const isKept = faces.keptDays !== undefined && hasVerdict(after);
  const { model } = evidence;
  return isCompared || isKept ? { descriptor, model, isCompared, isKept } : undefined;
}

/** Whether the check has passed or failed, or a reviewer may still decide it. */
export function hasVerdict(record: SessionRecord): boolean {
  const { state } = record;
  const ended = finalStatus(record);
  const isOffered = state.status === 'in_progress' && state.step === 'review';
  return isPass(state) || ended === 'success' || ended === 'failed' || isOffered;
}

/** @returns when a face that is kept from now on will be deleted */
export const faceUntilMs = ({ keptDays = 0 }: FaceRules, nowMs: number): number =>
  nowMs + keptDays * DAY_MS;

function straightest({ faces }: Evidence): number[] | undefined {
  const [face] = faces.toSorted((a, b) => angleOf(a) - angleOf(b));
  return face && Array.from(face.descriptor);
}
