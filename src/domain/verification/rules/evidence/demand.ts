// Pictures that a session requests, and the reasons for which pictures are refused (D-80). Pure
// data; the rules are in reveal.ts.
import { angleOf, type Move, type Posture } from '../../../../vision/face/challenge.ts';
import type {
  MeasuredFace,
  RevealedPicture,
  RevealStep,
} from '../../../../vision/face/face-wire.ts';
import type { ScreenColour } from '../../../../vision/face/screen-colours.ts';
import { TELLING_DEGREES } from './same-person.ts';

/** A picture with its commitment and the posture that the page claims for it. */
export interface CommittedPicture extends Posture {
  t: number;
  hash: string;
}

export interface DrawnPicture extends CommittedPicture {
  /**
   * `peak`: at the peak of a movement; `halfway`: on the way to the peak or back from it; `rest`:
   * before or after a movement; `next`: the picture kept directly after a random one; `age`: a
   * frontal picture of the step `age` or `face`.
   */
  role: 'peak' | 'halfway' | 'rest' | 'random' | 'next' | 'age';
  /** The movement of a peak or halfway picture. */
  action?: Move;
  /** The index, from 0, of the colour on the screen when the picture was taken. */
  litStep?: number;
  /**
   * The picture to request instead if this picture shows no face (D-87); chosen together with this
   * picture.
   */
  spare?: Omit<DrawnPicture, 'spare'>;
}

/** A chosen picture with the face that the Worker measured in it. */
export interface DrawnFace extends DrawnPicture {
  face: MeasuredFace;
}

/**
 * Whether a descriptor of the face is computed for this role. Computing it takes up half the time
 * of a measurement. For `halfway` and `next`, pose and mesh are enough.
 */
export const isDescribed = ({ role }: Pick<DrawnPicture, 'role'>): boolean =>
  role !== 'halfway' && role !== 'next';

/**
 * Whether a descriptor is computed only up to the angle beyond which faces are not compared.
 * Resting pictures always have a descriptor, because one of them may be the most frontal picture of
 * the session.
 */
const isDescribedNear = ({ role }: Pick<DrawnPicture, 'role'>): boolean =>
  role === 'peak' || role === 'random';

/**
 * Determines how the face in a picture is to be described.
 * @param areAllCompared true if a document may follow. Each of these pictures then needs a
 *   descriptor, at any angle, so that a portrait copied from one of them can be refused
 */
export const describing = (
  picture: Pick<DrawnPicture, 'role'>,
  areAllCompared: boolean,
): Pick<RevealedPicture, 'isDescribed' | 'describedWithin'> => ({
  isDescribed: isDescribed(picture),
  ...(isDescribedNear(picture) && !areAllCompared && { describedWithin: TELLING_DEGREES }),
});

/**
 * Whether a required descriptor is missing, in which case no conclusion may be drawn about the
 * face.
 */
export const lacksDescription = ({ face, ...picture }: DrawnFace): boolean => {
  const isNear = angleOf(face.pose) <= TELLING_DEGREES;
  return (
    isDescribed(picture) && face.descriptor.length === 0 && (isNear || !isDescribedNear(picture))
  );
};

/** Identifies a demand, a request for committed pictures, within its session. */
export interface DemandName {
  nonce: string;
  /** Whether the demand requests replacements for pictures of the first demand. */
  isSecond: boolean;
}

export interface Reveal {
  step: RevealStep;
  /** The nonce of the pictures' commitments. */
  nonce: string;
  /** The requested pictures, in ascending order of time. */
  pictures: DrawnPicture[];
  /** The required angle of a turn to the side. Default: REACH_DEGREES. */
  asideDegrees?: number;
  /** The colours that the screen should have shown, in order. */
  light?: readonly ScreenColour[];
  /**
   * For the second demand: pictures of the first demand that the second does not replace. They have
   * already been measured.
   */
  seen?: DrawnPicture[];
  untilMs: number;
  /**
   * How many times the pictures were uploaded: the page may repeat an upload if its response was
   * lost.
   */
  uploads: number;
  /** The nonce of the next age attempt, in case this attempt fails. */
  nextNonce: string;
}

/**
 * Why movements or revealed pictures were refused. Used for the log and for the session's final
 * reason, but never sent to the page.
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
  | 'bent'
  | RefusedMovement;

/**
 * Problems with movements that differ from the requested ones. They are typical of a recording, a
 * print or a generated record, but an honest person may cause them too.
 */
export type RefusedMovement = 'movement_not_seen' | 'wrong_movement' | 'too_fast' | 'not_accepted';

export interface Refusal {
  step: RevealStep;
  reason: RefusalReason;
  atMs: number;
}
