// Age thresholds of accounts. Pure.

/** The thresholds that sites can request, lowest first (D-37, scope age_verification). */
export const AGE_BRACKETS = [12, 15, 18, 21, 25] as const;

export type AgeBracket = (typeof AGE_BRACKETS)[number];

/** The highest bracket that is implied by an age of at least `gate` years. @returns undefined below the lowest */
export function bracketMetBy(gate: number): AgeBracket | undefined {
  return AGE_BRACKETS.findLast((bracket) => bracket <= gate);
}
