// How unlike two faces may be and still count as one person: the limits that every comparison uses, how an operator's own measurement
// moves them, and how far it may. What they are limits of is in domain/terms/face-match.ts; what each does, by origin and sex, is in
// docs/face.md (D-148).

/** Up to `same` it is one person, beyond `other` two; between them another picture, then a human or the end: never a success. */
export interface MatchLimits {
  readonly same: number;
  readonly other: number;
}

export interface FaceLimits {
  /** The portrait of a document beside the person before the camera. */
  readonly portrait: MatchLimits;
  /** Whoever comes back, beside the one face that was enrolled: accounts, and the users of a customer. */
  readonly enrolled: MatchLimits;
  /** Whoever is checked, beside each of a list of faces. */
  readonly blocked: number;
}

export const SHIPPED_FACE_LIMITS: FaceLimits = {
  portrait: { same: 0.88, other: 1.05 },
  enrolled: { same: 0.83, other: 1.05 },
  blocked: 0.72,
};

type Range = readonly [least: number, most: number];

/**
 * What an operator may set, both ends included. Looser than the end, more strangers of one group would match than anybody should
 * answer for; stricter, hardly anybody would be recognised.
 */
export const FACE_LIMIT_RANGES = {
  portraitSame: [0.8, 0.92],
  enrolledSame: [0.75, 0.88],
  other: [1, 1.1],
  blocked: [0.6, 0.78],
} as const satisfies Record<string, Range>;

/**
 * @param text JSON as `npm run calibrate -- --pairs` writes it
 * @returns undefined when it is none, or a limit is out of its range
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

/** Up to where such a share of strangers is, in the set with the worst rates that was counted: 2,415 pairs of 15 singers. */
const WORST_GROUP = [
  { apart: 0.8, share: 0.0021 },
  { apart: 0.88, share: 0.046 },
] as const;

/**
 * A guess beyond what was counted: an exponential tail through the two shares, which is above what a normal curve would say.
 * @returns the share of strangers who are up to so far apart, 0 to 1
 */
export function strangersWithin(atMost: number): number {
  const [rare, common] = WORST_GROUP;
  const decades = (atMost - rare.apart) / (common.apart - rare.apart);
  return Math.min(1, rare.share * (common.share / rare.share) ** decades);
}
