// Age thresholds: which ones exist, which of them an account meets, and which of them a site may
// see. Pure.

/** The thresholds that sites can request, lowest first (D-37, scope age_verification). */
export const AGE_BRACKETS = [12, 15, 18, 21, 25] as const;

export type AgeBracket = (typeof AGE_BRACKETS)[number];

/**
 * Returns the thresholds that an account meets and that the site may see (D-56).
 * @param bracket the highest threshold that the account meets; undefined when it meets none
 * @param thresholds the thresholds that the site may see
 */
export const shownBrackets = (
  bracket: AgeBracket | undefined,
  thresholds: readonly AgeBracket[],
): AgeBracket[] => AGE_BRACKETS.filter((one) => one <= (bracket ?? 0) && thresholds.includes(one));

/** @returns the client's thresholds, or all thresholds if the client has not chosen any */
export const thresholdsOf = (client: {
  ageThresholds?: readonly AgeBracket[];
}): readonly AgeBracket[] => client.ageThresholds ?? AGE_BRACKETS;

/** @param text the stored text: a JSON array, or null for all thresholds */
export function parseThresholds(text: string | null): readonly AgeBracket[] | undefined {
  if (text === null) return undefined;
  const listed = JSON.parse(text) as unknown[];
  return AGE_BRACKETS.filter((one) => listed.includes(one));
}

/**
 * Returns the highest bracket implied by an age of at least `gate` years.
 * @returns undefined if even the lowest bracket is above `gate`
 */
export function bracketMetBy(gate: number): AgeBracket | undefined {
  return AGE_BRACKETS.findLast((bracket) => bracket <= gate);
}
