// The thresholds an account can have shown. Pure.

/** What sites may ask about, lowest first (D-37, scope age_verification). */
export const AGE_BRACKETS = [12, 15, 18, 21, 25] as const;

export type AgeBracket = (typeof AGE_BRACKETS)[number];

/** The highest bracket met by a person of at least `gate` years. @returns undefined below the lowest */
export function bracketMetBy(gate: number): AgeBracket | undefined {
  return AGE_BRACKETS.findLast((bracket) => bracket <= gate);
}
