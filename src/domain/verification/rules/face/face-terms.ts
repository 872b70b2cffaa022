// The terms on which a session uses the face, as they were when it began: for a face check, and for
// the customer's other uses. Pure data; the rules are in face-check.ts (D-97) and face-rules.ts
// (D-100).

/**
 * `enroll`: a template is created from the face, as the consent states. `verify`: the face is
 * compared with a template.
 */
export type FaceUse = 'enroll' | 'verify';

export interface FaceCheck {
  use: FaceUse;
  /**
   * The token that the callback contains instead of the result token; a customer cannot read
   * anything with it.
   */
  callbackToken?: string;
}

/** A customer's uses of faces beyond a check, as they were when the session began. */
export interface FaceRules {
  isCompared?: true;
  /** How many days a face is kept, counted from the verdict. */
  keptDays?: number;
}
