// How different two faces of one person may be: the limits of every comparison, the operator's own
// limits from a measurement, and their allowed ranges. domain/terms/face-match.ts defines the
// distance; docs/face.md has the effect of each limit by origin and sex (D-148).

/**
 * Up to a distance of `same`, the faces are of one person; beyond `other`, they are of two. In
 * between, the session asks for another picture, then for a human review, or ends, but never with
 * success.
 */
export interface MatchLimits {
  readonly same: number;
  readonly other: number;
}

export interface FaceLimits {
  /** The portrait of a document against the person in front of the camera. */
  readonly portrait: MatchLimits;
  /** A returning person against the one enrolled face: accounts, and users of a customer. */
  readonly enrolled: MatchLimits;
  /** The person being checked against each face of a list. */
  readonly blocked: number;
}

export const SHIPPED_FACE_LIMITS: FaceLimits = {
  portrait: { same: 0.88, other: 1.05 },
  enrolled: { same: 0.83, other: 1.05 },
  blocked: 0.72,
};

type Range = readonly [least: number, most: number];

/**
 * The ranges that an operator may set, both ends included. Beyond the loose end, too many strangers
 * of one group would match; beyond the strict end, hardly anybody would be recognised.
 */
export const FACE_LIMIT_RANGES = {
  portraitSame: [0.8, 0.92],
  enrolledSame: [0.75, 0.88],
  other: [1, 1.1],
  blocked: [0.6, 0.78],
} as const satisfies Record<string, Range>;

/**
 * @param text JSON as `npm run calibrate -- --pairs` writes it
 * @returns undefined when it is invalid, or a limit is out of range
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
 * The shares of strangers within two distances, in the measured group with the worst rates: 2,415
 * pairs of 15 singers.
 */
const WORST_GROUP = [
  { apart: 0.8, share: 0.0021 },
  { apart: 0.88, share: 0.046 },
] as const;

/**
 * An extrapolation beyond the measured distances: an exponential tail through the two shares, which
 * lies above a normal distribution.
 * @returns the share of pairs of strangers within the distance, 0 to 1
 */
export function strangersWithin(atMost: number): number {
  const [rare, common] = WORST_GROUP;
  const decades = (atMost - rare.apart) / (common.apart - rare.apart);
  return Math.min(1, rare.share * (common.share / rare.share) ** decades);
}
