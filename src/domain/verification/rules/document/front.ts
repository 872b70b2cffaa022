// Determines whether the picture with the portrait shows a document rather than a person in front
// of the camera. Pure. The Workers measure where a face is and what surrounds it; portrait-match.ts
// decides whether it is the face of the person who performed the movements. These rules do not
// prove that a document is genuine: docs/documents.md explains what they prevent.
import type {
  FoundText,
  PortraitPlace,
  ZonePlace,
} from '../../../../vision/documents/document-check.ts';
import type { MeasuredPortrait } from '../../../../vision/face/face-wire.ts';
import { distance } from '../../../terms/descriptor-distance.ts';
import type { KeptFace } from '../evidence/same-person.ts';

/** Findings about the picture, apart from its face. */
export interface FrontFinding {
  /**
   * One of the document's pictures is byte-identical to a picture of the person that this session
   * has received.
   */
  isOwnPicture?: true;
  /** The position of the face on each possible card, for a side without a code. */
  cards?: readonly PortraitPlace[];
  /**
   * The position of the machine-readable zone, for the side with the code, if it also has the
   * portrait.
   */
  zone?: ZonePlace;
  /** Which of the zone's values were also found in the text printed above it. */
  text?: FoundText;
}

/**
 * `unclear`: another picture may show the document. `unread`: a document is visible, but too few of
 * the values in its code were found in print.
 */
type FrontRuling = 'document' | 'not_a_document' | 'unclear' | 'unread';
type FoundPortrait = Extract<MeasuredPortrait, { ok: true }>;

/**
 * Below this distance, two faces come from the same picture, re-encoded or cropped. A portrait that
 * was printed and then photographed is never this close: docs/documents.md lists the distances
 * measured in both cases.
 */
const SAME_PICTURE_BELOW = 0.37;
/**
 * The largest share of its picture that a face can cover if it is a portrait on a completely
 * visible card.
 */
const MAX_PICTURE_SHARE = 0.15;

interface Range {
  least: number;
  most: number;
}

/**
 * The accepted positions and sizes of a portrait, as shares of the card's width and height: on
 * horizontal cards (`lying`) and on vertical ones (`standing`), such as some licences.
 */
const ON_CARDS = {
  lying: {
    x: [
      { least: 0.06, most: 0.42 },
      { least: 0.58, most: 0.94 },
    ],
    y: [{ least: 0.2, most: 0.8 }],
    width: [{ least: 0.09, most: 0.36 }],
    height: [{ least: 0.18, most: 0.66 }],
  },
  standing: {
    x: [{ least: 0.12, most: 0.88 }],
    y: [{ least: 0.12, most: 0.7 }],
    width: [{ least: 0.14, most: 0.56 }],
    height: [{ least: 0.12, most: 0.46 }],
  },
} as const;
/** The minimum number of rows of print next to the portrait. */
const MIN_ROWS = 2;

/**
 * The accepted position and width of the face, in units of the length of the zone's line: how far
 * the face's centre is along the line and above it, and the face's width. On 21 public specimens of
 * passports and visas, these values are 0.11 to 0.16, 0.16 to 0.44 and 0.13 to 0.22 (D-92).
 */
const BESIDE_ZONE = {
  along: { least: -0.02, most: 0.45 },
  above: { least: 0.08, most: 0.62 },
  width: { least: 0.07, most: 0.34 },
} as const;
/**
 * The largest width of a face that can be a portrait printed above the zone, in units of the length
 * of the zone's line.
 */
const TOO_WIDE = 0.45;
/**
 * The number of lines in the machine-readable zone on a side with a portrait (ICAO 9303-4, -6). A
 * zone with three lines is on the back of a card.
 */
const LINES_BELOW_PORTRAIT = 2;

/**
 * How many of the number, birth date and name must be found on the side with the portrait (D-129).
 */
const MIN_FOUND = { standard: 1, strict: 2 } as const;

/**
 * @param live the faces in this session's pictures of the person
 * @param level the liveness level that the session requires
 */
export function judgeFront(
  live: readonly KeptFace[],
  portrait: FoundPortrait,
  { cards, zone, text }: FrontFinding,
  level: keyof typeof MIN_FOUND = 'standard',
): FrontRuling {
  if (nearestOf(live, portrait) < SAME_PICTURE_BELOW) return 'not_a_document';
  const isOfCode = (found: FoundText | undefined): boolean =>
    found !== undefined && Object.values(found).filter(Boolean).length >= MIN_FOUND[level];
  if (cards === undefined) {
    const ruling = besideZone(portrait, zone);
    return ruling === 'document' && !isOfCode(text) ? 'unread' : ruling;
  }
  const fronts = cards.filter(isPortrait);
  if (fronts.length > 0) return fronts.some((card) => isOfCode(card.text)) ? 'document' : 'unread';
  return shareOf(portrait) > MAX_PICTURE_SHARE ? 'not_a_document' : 'unclear';
}

export function nearestOf(
  live: readonly KeptFace[],
  { descriptor }: Pick<FoundPortrait, 'descriptor'>,
): number {
  const own = Float32Array.from(descriptor);
  return Math.min(...live.map((face) => distance(face, { descriptor: own })));
}

const isIn = (value: number, { least, most }: Range): boolean => value >= least && value <= most;

function isPortrait(place: PortraitPlace): boolean {
  const where = place.isUpright ? ON_CARDS.standing : ON_CARDS.lying;
  const fits = (name: 'x' | 'y' | 'width' | 'height'): boolean =>
    where[name].some((range) => isIn(place[name], range));
  return fits('x') && fits('y') && fits('width') && fits('height') && place.rows >= MIN_ROWS;
}

const shareOf = ({ face, picture }: FoundPortrait): number =>
  ((face.right - face.left) * (face.bottom - face.top)) / (picture.width * picture.height);

/**
 * Whether the side with this zone can also have the portrait. If not, it is the back of a card or
 * licence, and the side with the portrait was not sent.
 */
export const mayHavePortrait = ({ lines }: ZonePlace): boolean => lines === LINES_BELOW_PORTRAIT;

function besideZone({ face }: FoundPortrait, zone: ZonePlace | undefined): FrontRuling {
  if (zone === undefined || !mayHavePortrait(zone)) return 'unclear';
  const [across, down] = [zone.right[0] - zone.left[0], zone.right[1] - zone.left[1]];
  const length = Math.hypot(across, down);
  const x = (face.left + face.right) / 2 - zone.left[0];
  const y = (face.top + face.bottom) / 2 - zone.left[1];
  const width = (face.right - face.left) / length;
  const isThere =
    isIn((x * across + y * down) / length ** 2, BESIDE_ZONE.along) &&
    isIn((x * down - y * across) / length ** 2, BESIDE_ZONE.above) &&
    isIn(width, BESIDE_ZONE.width);
  if (isThere) return 'document';
  return width > TOO_WIDE ? 'not_a_document' : 'unclear';
}
