// How unlike two faces may be and still count as one person: the limits that every comparison uses, how an operator's own measurement
// moves them, and how far it may. Distances are those of domain/terms/face-match.ts; what each limit does, by origin and sex, is in
// docs/face.md (D-136).

/** Up to `same` it is one person, beyond `other` two; between them another picture, then the end: never a success. */
export interface MatchLimits {
  readonly same: number;
  readonly other: number;
}

export interface FaceLimits {
  /** The portrait of a document beside the person before the camera. */
  readonly portrait: MatchLimits;
  /** Whoever comes back, beside the one face that was enrolled: accounts, and the users of a customer. */
  readonly enrolled: number;
  /** Whoever is checked, beside each of a list of faces. */
  readonly blocked: number;
}

export const SHIPPED_FACE_LIMITS: FaceLimits = {
  portrait: { same: 1.08, other: 1.24 },
  enrolled: 1,
  blocked: 0.85,
};

type Range = readonly [least: number, most: number];

/**
 * What an operator may set, both ends included. Looser than the end, more strangers of one group would match than anybody should
 * answer for; stricter, hardly anybody would be recognised.
 */
export const FACE_LIMIT_RANGES = {
  portraitSame: [1.05, 1.25],
  portraitOther: [1.2, 1.35],
  enrolled: [0.95, 1.15],
  blocked: [0.75, 1],
} as const satisfies Record<string, Range>;

/**
 * @param text JSON as `npm run calibrate -- --pairs` writes it
 * @returns undefined when it is none, or a limit is out of its range
 */
export function parseFaceLimits(text: string): FaceLimits | undefined {
  try {
    const { portrait, enrolled, blocked } = JSON.parse(text) as FaceLimits;
    const fits =
      isIn(FACE_LIMIT_RANGES.portraitSame, portrait.same) &&
      isIn(FACE_LIMIT_RANGES.portraitOther, portrait.other) &&
      portrait.same <= portrait.other &&
      isIn(FACE_LIMIT_RANGES.enrolled, enrolled) &&
      isIn(FACE_LIMIT_RANGES.blocked, blocked);
    const { same, other } = portrait;
    return fits ? { portrait: { same, other }, enrolled, blocked } : undefined;
  } catch {
    return undefined;
  }
}

const isIn = ([least, most]: Range, value: unknown): boolean =>
  typeof value === 'number' && least <= value && value <= most;

/** Up to such a distance, such a share of strangers of the worst group of data/face-pairs.json is: where two of its shares are. */
const WORST_GROUP = [
  { apart: 1.096, share: 0.001 },
  { apart: 1.167, share: 0.01 },
] as const;

/**
 * A guess beyond what was counted: an exponential tail through the two shares, which is above what a normal curve would say.
 * @returns the share of strangers of the worst group who are up to this distance apart, 0 to 1
 */
export function strangersWithin(atMost: number): number {
  const [rare, common] = WORST_GROUP;
  const decades = (atMost - rare.apart) / (common.apart - rare.apart);
  return Math.min(1, rare.share * (common.share / rare.share) ** decades);
}
