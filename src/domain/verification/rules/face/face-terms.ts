// What a session was begun with for its face: a check of it, and what its customer does with it.
// Pure data; the rules are face-check.ts (D-97) and face-rules.ts (D-100).

/**
 * `enroll`: a template is made of it, which the consent says. `verify`: it is compared with one.
 */
export type FaceUse = 'enroll' | 'verify';

export interface FaceCheck {
  use: FaceUse;
  /** What the callback names instead of the result token: that of a customer reads nothing. */
  callbackToken?: string;
}

/** What a customer does with faces beyond a check, as it was when the session began. */
export interface FaceRules {
  isCompared?: true;
  /** From the verdict on. */
  keptDays?: number;
}
