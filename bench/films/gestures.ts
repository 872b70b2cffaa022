// Measures gestures in films: how far mouths open unprompted and how steady this measurement is;
// whether an open mouth passes and lips that a forger drew apart do not; and whether a head that
// comes closer differs from a picture that is scaled. The forged pictures are made from the film's
// own picture at rest.
import { isShownApart } from '../../src/domain/verification/rules/evidence/picture-rules.ts';
import type { MeasuredFace } from '../../src/vision/face/face-wire.ts';
import { addNoise } from '../../test/support/clips/sitting.ts';
import { type HeadPose, turnHead } from '../../test/support/puppet/puppet.ts';
import type { Seen, Stretch } from './follow.ts';
import { measureSeen } from './judge.ts';

export interface GestureFigures {
  /** The distance between the lips at rest, and its largest increase, as measured by the page. */
  rest: number;
  most: number;
  /**
   * How much the distance between the lips changes from picture to picture while the mouth is shut.
   */
  noise: readonly number[];
  /**
   * How much the page's and the Worker's measurements of the picture with the widest opening
   * differ: in the mouth's opening, and in the face's width (as a share of that width).
   */
  apart?: { mouth: number; width: number };
  /**
   * Whether the picture with the widest opening passes as an open mouth; present only when the
   * mouth is open.
   */
  isMouth?: boolean;
  /**
   * Whether a picture in which the lips were drawn apart passes as an open mouth; present only when
   * the Worker sees the lips apart.
   */
  isForgedMouth?: boolean;
  /**
   * How much further apart the eyes seem relative to the face, as a percentage: for a head that
   * comes closer, and for a picture that is scaled.
   */
  perspective?: { nearer: number; scaled: number };
  /**
   * For each picture of a head that looks straight ahead: the percentage by which the distance
   * between the eyes, relative to the width of the face, differs from the median of these pictures.
   */
  wander: readonly number[];
}

/** The minimum number of frontal pictures. */
const MIN_PICTURES = 15;
const FRONTAL_DEGREES = 20;
const STRAIGHT_DEGREES = 6;
/** How much further apart than at rest the lips must be for a mouth to count as open. */
const OPEN = 0.24;
const FORGED: Readonly<Record<'stretched' | 'nearer' | 'scaled' | 'same', HeadPose>> = {
  stretched: { open: 0.55, isStretched: true },
  nearer: { nearer: 1.45 },
  scaled: { nearer: 1.45, isScaled: true },
  same: {},
};

/** @returns undefined when the stretch has too few frontal pictures */
export async function gesturesIn(stretch: Stretch): Promise<GestureFigures | undefined> {
  const frontal = stretch.filter(({ face: { pose } }) => Math.abs(pose.yaw) < FRONTAL_DEGREES);
  if (frontal.length < MIN_PICTURES) return undefined;
  const ascending = frontal.toSorted((a, b) => a.face.mouth - b.face.mouth);
  const [shut, widest] = [ascending[0], ascending.at(-1)];
  if (!shut || !widest) return undefined;
  const rest = quantile(
    ascending.map(({ face }) => face.mouth),
    0.1,
  );
  const [seenShut, seenWidest] = [await measureSeen(shut), await measureSeen(widest)];
  const forged = await forge(shut);
  const isOpen = openingOf(seenWidest) - openingOf(seenShut) > OPEN;
  const isForgedOpen = openingOf(forged.stretched) - openingOf(seenShut) > OPEN;
  return {
    rest,
    most: widest.face.mouth - rest,
    noise: noiseOf(frontal, rest),
    ...(seenWidest && { apart: differences(widest, seenWidest) }),
    ...(isOpen && { isMouth: !isShownApart(seenWidest?.mouth) }),
    ...(isForgedOpen && { isForgedMouth: !isShownApart(forged.stretched?.mouth) }),
    ...perspectiveOf(forged),
    wander: wanderOf(frontal),
  };
}

type Forged = Readonly<Record<keyof typeof FORGED, MeasuredFace | undefined>>;

async function forge(shut: Seen): Promise<Forged> {
  const { picture, face } = shut;
  const still = { picture, mesh: face.mesh, pose: face.pose };
  const look = (pose: HeadPose) => {
    const turned = turnHead(still, { ...face.pose, ...pose });
    // Adds noise, as a forger would, because drawing the lips apart has stretched the noise of the
    // original picture.
    if (pose.isStretched === true) addNoise(turned, 1);
    return measureSeen({ ...shut, picture: turned });
  };
  return {
    stretched: await look(FORGED.stretched),
    nearer: await look(FORGED.nearer),
    scaled: await look(FORGED.scaled),
    same: await look(FORGED.same),
  };
}

const openingOf = (face: MeasuredFace | undefined): number => face?.mouth?.opening ?? 0;

const differences = ({ face }: Seen, seen: MeasuredFace) => ({
  mouth: Math.abs(openingOf(seen) - face.mouth),
  width: Math.abs(seen.width / face.width - 1),
});

/** A mouth counts as shut if the lips are less than this much further apart than at rest. */
const SHUT = 0.05;

const noiseOf = (pictures: Stretch, rest: number): number[] =>
  pictures.slice(1).flatMap(({ face }, index) => {
    const before = pictures[index]?.face.mouth ?? 0;
    const isShut = Math.max(before, face.mouth) < rest + SHUT;
    return isShut ? [Math.abs(face.mouth - before)] : [];
  });

function perspectiveOf({ nearer, scaled, same }: Forged): Pick<GestureFigures, 'perspective'> {
  if (!nearer || !scaled || !same) return {};
  const change = (face: MeasuredFace): number =>
    100 * (eyesBesideFace(pointsOf(face)) / eyesBesideFace(pointsOf(same)) - 1);
  return { perspective: { nearer: change(nearer), scaled: change(scaled) } };
}

type Point = readonly [x: number, y: number, ...rest: number[]];

const pointsOf = ({ mesh }: MeasuredFace): Point[] =>
  Array.from({ length: mesh.length / 2 }, (_, at) => [mesh[2 * at] ?? 0, mesh[2 * at + 1] ?? 0]);

const [RIGHT_EYE, LEFT_EYE, RIGHT_SIDE, LEFT_SIDE] = [33, 263, 234, 454];

function eyesBesideFace(points: readonly Point[]): number {
  const apart = (from: number, to: number): number => {
    const [a, b] = [points[from] ?? [0, 0], points[to] ?? [0, 0]];
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
  };
  return apart(RIGHT_EYE, LEFT_EYE) / apart(RIGHT_SIDE, LEFT_SIDE);
}

function wanderOf(pictures: Stretch): number[] {
  const shares = pictures
    .filter(({ face: { pose } }) => Math.abs(pose.yaw) < STRAIGHT_DEGREES)
    .map(({ face }) => eyesBesideFace(face.mesh));
  const middle = quantile(shares, 0.5);
  return shares.map((share) => 100 * Math.abs(share / middle - 1));
}

/** @returns NaN for an empty list */
export function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? NaN;
}
