// Limits on how much two pictures of one person's face may differ: the shipped limits for each
// comparison, an operator's own limits, which come from a measurement, and the ranges allowed for
// them. domain/terms/face-match.ts defines the distance; docs/face.md lists the effect of each
// limit by origin and sex (D-148).

/**
 * Up to a distance of `same`, the faces belong to one person; beyond `other`, to two people. In
 * between, the session requests one more picture; if that does not settle it, the session requests
 * a human review or ends without success.
 */
export interface MatchLimits {
  readonly same: number;
  readonly other: number;
}

export interface FaceLimits {
  /** Limits for comparing the portrait of a document with the person in front of the camera. */
  readonly portrait: MatchLimits;
  /**
   * Limits for comparing a returning person, either an account's owner or a customer's user, with
   * the enrolled face.
   */
  readonly enrolled: MatchLimits;
  /**
   * The greatest distance at which the person being checked matches a face on a list of blocked
   * faces.
   */
  readonly blocked: number;
}

export const SHIPPED_FACE_LIMITS: FaceLimits = {
  portrait: { same: 0.88, other: 1.05 },
  enrolled: { same: 0.83, other: 1.05 },
  blocked: 0.72,
};

type Range = readonly [least: number, most: number];

/**
 * The ranges in which an operator may set limits, both ends included. With looser limits, too many
 * strangers of the same origin and sex would match; with stricter limits, hardly anyone would be
 * recognised.
 */
export const FACE_LIMIT_RANGES = {
  portraitSame: [0.8, 0.92],
  enrolledSame: [0.75, 0.88],
  other: [1, 1.1],
  blocked: [0.6, 0.78],
} as const satisfies Record<string, Range>;

/**
 * @param text JSON written by `npm run calibrate -- --pairs`
 * @returns undefined when the JSON is invalid or a limit is out of range
 */
export function parseFaceLimits(text: string): FaceLimits | undefined {
  try {
    const { portrait, enrolled, blocked } = JSON.parse(text) as FaceLimits;
    const fits =
      fit(portrait, FACE_LIMIT_RANGES.portraitSame) &&
      fit(enrolled, FACE_LIMIT_RANGES.enrolledSame) &&
      isIn(FACE_LIMIT_RANGES.blocked, blocked);
    return fits ? { portrait: only(portrait), enrolled: only(enrolled), blocked } : undefined;
  } catch {
    return undefined;
  }
}

const fit = ({ same, other }: MatchLimits, range: Range): boolean =>
  isIn(range, same) && isIn(FACE_LIMIT_RANGES.other, other) && same <= other;

const only = ({ same, other }: MatchLimits): MatchLimits => ({ same, other });

const isIn = ([least, most]: Range, value: unknown): boolean =>
  typeof value === 'number' && least <= value && value <= most;

/**
 * The share of pairs of strangers that are within each of two distances, in the measured group with
 * the worst rates: 2,415 pairs of 15 singers.
 */
const WORST_GROUP = [
  { apart: 0.8, share: 0.0021 },
  { apart: 0.88, share: 0.046 },
] as const;

/**
 * Extrapolates beyond the measured distances with an exponential tail through the two shares; this
 * tail is heavier than the tail of a normal distribution.
 * @returns the share of pairs of strangers within the distance, 0 to 1
 */
export function strangersWithin(atMost: number): number {
  const [rare, common] = WORST_GROUP;
  const decades = (atMost - rare.apart) / (common.apart - rare.apart);
  return Math.min(1, rare.share * (common.share / rare.share) ** decades);
}
