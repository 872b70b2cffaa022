// What a customer does with faces beyond a check (D-100): it compares them with those that it blocks, and keeps them for a
// while, so that it can block one. Both are shown before the consent. Pure; asking and sealing is ../face-finding.ts.
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

/** A face, and what has to be known of it before its session may decide. */
export interface AskedFace {
  /** Of length 1. */
  descriptor: number[];
  /** Hash of what made it; undefined: the face Worker is of a version that does not say. */
  model: string | undefined;
  isCompared: boolean;
  isKept: boolean;
}

/** What was found of an asked face. */
export interface FaceFinding {
  /** It was looked for among those whom the customer blocks. */
  isCompared: boolean;
  isBlocked: boolean;
  kept?: KeptDescriptor;
}

/** A face that waits for its customer to block it. */
export interface KeptDescriptor extends SealedDescriptor {
  model: string;
}

/** @returns undefined: the customer does nothing with faces, or the session's is not measured here */
export function faceRules(
  { measured, purpose }: { measured: Measured; purpose: SessionRequest['purpose'] },
  customer: { blocksFaces?: boolean | undefined; keepFacesDays?: number | undefined },
): FaceRules | undefined {
  const { blocksFaces = false, keepFacesDays = 0 } = customer;
  // A customer has no token of a face check to block it by.
  const days = purpose === 'face_check' ? 0 : keepFacesDays;
  if (measured !== 'edge' || (!blocksFaces && days === 0)) return undefined;
  return { ...(blocksFaces && { isCompared: true }), ...(days > 0 && { keptDays: days }) };
}

/** Whether the page showed what becomes of the face. A page from before it could: not. */
export const areFaceRulesShown = (
  { offer: { faces } }: SessionRecord,
  shown: FaceRules | undefined,
): boolean => faces?.isCompared === shown?.isCompared && faces?.keptDays === shown?.keptDays;

/**
 * @param after the session as it would be, and what is known of the person then
 * @returns undefined when it may become so: nobody is looked for who does not pass
 */
export function askFace(
  record: SessionRecord,
  after: SessionRecord,
  evidence: Evidence | undefined,
): AskedFace | undefined {
  const { faces } = record.offer;
  if (faces === undefined || evidence === undefined) return undefined;
  const descriptor = faceOf(evidence) ?? straightest(evidence);
  if (descriptor === undefined) return undefined;
  const isCompared = faces.isCompared === true && isPass(after.state);
  const isKept = faces.keptDays !== undefined && hasVerdict(after);
  const { model } = evidence;
  return isCompared || isKept ? { descriptor, model, isCompared, isKept } : undefined;
}

/** Or what a human may still see otherwise. */
export function hasVerdict(record: SessionRecord): boolean {
  const { state } = record;
  const ended = finalStatus(record);
  const isOffered = state.status === 'in_progress' && state.step === 'review';
  return isPass(state) || ended === 'success' || ended === 'failed' || isOffered;
}

/** @returns when a face that is kept from now on is gone */
export const faceUntilMs = ({ keptDays = 0 }: FaceRules, nowMs: number): number =>
  nowMs + keptDays * DAY_MS;

function straightest({ faces }: Evidence): number[] | undefined {
  const [face] = faces.toSorted((a, b) => angleOf(a) - angleOf(b));
  return face && Array.from(face.descriptor);
}
