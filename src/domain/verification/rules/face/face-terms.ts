// The terms for the face that a session began with: a check of it, and its customer's uses. Pure
// data; the rules are in face-check.ts (D-97) and face-rules.ts (D-100).

/**
 * `enroll`: a template is made of the face, which the consent says. `verify`: the face is compared
 * with a template.
 */
export type FaceUse = 'enroll' | 'verify';

export interface FaceCheck {
  use: FaceUse;
  /**
   * Named by the callback in place of the result token, because the latter reads nothing for a
   * customer.
   */
  callbackToken?: string;
}

/** A customer's uses of faces beyond a check, as they were when the session began. */
export interface FaceRules {
  isCompared?: true;
  /** Counted from the verdict. */
  keptDays?: number;
}
