// Pictures that a session demands, and why some did not count (D-80). Pure data; the rules are
// reveal.ts.
import { angleOf, type Move, type Posture } from '../../../../vision/face/challenge.ts';
import type {
  MeasuredFace,
  RevealedPicture,
  RevealStep,
} from '../../../../vision/face/face-wire.ts';
import type { ScreenColour } from '../../../../vision/face/screen-colours.ts';
import { TELLING_DEGREES } from './same-person.ts';

/** A picture that was committed to, with the posture that the page claims for it. */
export interface CommittedPicture extends Posture {
  t: number;
  hash: string;
}

export interface DrawnPicture extends CommittedPicture {
  /**
   * `peak`: of a movement; `halfway`: to it or back from it; `rest`: before or after one; `next`:
   * what was kept next after one at random; `age`: a frontal one, of the step `age` or `face`.
   */
  role: 'peak' | 'halfway' | 'rest' | 'random' | 'next' | 'age';
  /** Of a peak, and of what is half the way to it. */
  action?: Move;
  /** Which of the screen's colours was shown, from 0. */
  litStep?: number;
  /** Wanted in its place should no face be found in it (D-87): chosen in the same draw. */
  spare?: Omit<DrawnPicture, 'spare'>;
}

/** A drawn picture with the face in it. */
export interface DrawnFace extends DrawnPicture {
  face: MeasuredFace;
}

/** Whose face is described, which costs half of what measuring a picture does: of the others, pose and mesh are enough. */
export const isDescribed = ({ role }: Pick<DrawnPicture, 'role'>): boolean =>
  role !== 'halfway' && role !== 'next';

/** Whose face is not described once it is turned so far that nobody compares it. A rest may be the straightest there is. */
const isDescribedNear = ({ role }: Pick<DrawnPicture, 'role'>): boolean =>
  role === 'peak' || role === 'random';

/**
 * How far the face in a picture is to be described.
 * @param areAllCompared where a document may follow: none of these pictures may be its portrait, however they are turned
 */
export const describing = (
  picture: Pick<DrawnPicture, 'role'>,
  areAllCompared: boolean,
): Pick<RevealedPicture, 'isDescribed' | 'describedWithin'> => ({
  isDescribed: isDescribed(picture),
  ...(isDescribedNear(picture) && !areAllCompared && { describedWithin: TELLING_DEGREES }),
});

/** Whether a face was not described that had to be. Nothing may be concluded from its absence. */
export const lacksDescription = ({ face, ...picture }: DrawnFace): boolean => {
  const isNear = angleOf(face.pose) <= TELLING_DEGREES;
  return (
    isDescribed(picture) && face.descriptor.length === 0 && (isNear || !isDescribedNear(picture))
  );
};

/** Names a demand of its session. */
export interface DemandName {
  nonce: string;
  /** For pictures in place of others. */
  isSecond: boolean;
}

export interface Reveal {
  step: RevealStep;
  /** That the pictures were committed to with. */
  nonce: string;
  /** By time. */
  pictures: DrawnPicture[];
  /** The order of colours that the screen was to show. */
  light?: readonly ScreenColour[];
  /**
   * At the second demand: those of the first that it does not replace. They are measured already.
   */
  seen?: DrawnPicture[];
  untilMs: number;
  /** How often they were sent: a lost answer may be asked for again. */
  uploads: number;
  /** Of the age attempt that follows, should this one fail. */
  nextNonce: string;
}

/**
 * Why movements or revealed pictures did not count. For the log and the reason at the end; never
 * for the page.
 */
export type RefusalReason =
  | 'bad_commitments'
  | 'late'
  | 'equal_pictures'
  | 'seen_before'
  | 'repeated_movement'
  | 'incomplete'
  | 'other_picture'
  | 'unusable_picture'
  | 'no_face'
  | 'several_faces'
  | 'other_pose'
  | 'other_person'
  | 'other_light'
  | 'flat'
  | 'drawn_apart'
  | RefusedMovement;

/**
 * What a head has shown, and was not what was asked: by a tape, a print or a formula, and at times
 * by a willing person.
 */
export type RefusedMovement = 'movement_not_seen' | 'wrong_movement' | 'too_fast' | 'not_accepted';

export interface Refusal {
  step: RevealStep;
  reason: RefusalReason;
  atMs: number;
}
