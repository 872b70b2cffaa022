// Selects pictures of each movement from films.
import {
  ACTIONS,
  type Action,
  type Angles,
  degreesTowards,
  NEUTRAL_DEGREES,
  REACH_DEGREES,
} from '../../src/vision/face/challenge.ts';
import { median } from '../../src/vision/face/median.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { findFilms, probe } from '../films/decode.ts';
import { follow, type Seen, type Stretch } from '../films/follow.ts';
import type { Gallery, View } from './views.ts';

const MAX_RESTS = 12;
/** How many degrees a head may be turned away from its resting pose and still count as at rest. */
const RESTING_DEGREES = NEUTRAL_DEGREES / 2;

/**
 * @param takes the filmed pictures for each movement, in the order they were taken
 * @returns undefined unless a picture at rest and all four movements are present
 */
export function galleryOf(takes: Readonly<Record<Action, readonly View[]>>): Gallery | undefined {
  const all = ACTIONS.flatMap((action) => takes[action]);
  const resting = restingPose(all);
  const rests = all.filter(({ pose }) => isAtRest(pose, resting)).slice(0, MAX_RESTS);
  const movements = Object.fromEntries(
    ACTIONS.map((action) => [action, wayTo(action, takes[action], resting)]),
  ) as Record<Action, View[]>;
  const isWhole = rests.length > 0 && ACTIONS.every((action) => movements[action].length > 0);
  return isWhole ? { rests, movements } : undefined;
}

/** Returns the median pose, on the assumption that the head is mostly at rest. */
const restingPose = (views: readonly View[]): Angles => ({
  yaw: median(views.map(({ pose }) => pose.yaw)),
  pitch: median(views.map(({ pose }) => pose.pitch)),
});

const isAtRest = ({ yaw, pitch }: Angles, resting: Angles): boolean =>
  Math.max(Math.abs(yaw - resting.yaw), Math.abs(pitch - resting.pitch)) < RESTING_DEGREES;

/**
 * Returns the pictures in which the head moves from its last rest to its furthest turn, sorted from
 * the least turned to the most, or an empty list when the head is not turned far enough.
 */
function wayTo(action: Action, views: readonly View[], resting: Angles): View[] {
  const degrees = ({ pose }: View): number => degreesTowards(action, pose, resting);
  const straight = views.map((view) =>
    isPure(action, view.pose, resting) ? degrees(view) : -Infinity,
  );
  const peak = straight.indexOf(Math.max(...straight));
  if ((straight[peak] ?? 0) < REACH_DEGREES + 1) return [];
  const from = views.findLastIndex((view, index) => index < peak && isAtRest(view.pose, resting));
  return views
    .slice(from + 1, peak + 1)
    .filter((view) => degrees(view) > 0)
    .toSorted((a, b) => degrees(a) - degrees(b));
}

/**
 * Whether the head turns less far in every other direction than in the action's direction, not
 * counting turns within the neutral range. Otherwise the picture would show the wrong movement.
 */
function isPure(action: Action, pose: Angles, resting: Angles): boolean {
  const wanted = degreesTowards(action, pose, resting);
  return ACTIONS.every(
    (other) =>
      other === action || degreesTowards(other, pose, resting) < Math.max(NEUTRAL_DEGREES, wanted),
  );
}

const RATE = 15;
const SECONDS = 30;

/**
 * Returns galleries of those films in a folder that show all four movements. If a film shows no
 * turn to one side, its mirror image serves instead.
 */
export async function realGalleries(folder: string): Promise<Gallery[]> {
  const { engine } = await clipNets();
  const galleries: Gallery[] = [];
  for (const film of await findFilms(folder)) {
    const stretches = await follow(engine, film, await probe(film), {
      rate: RATE,
      seconds: SECONDS,
    });
    const found = stretches.map(galleryOfStretch).find((gallery) => gallery !== undefined);
    if (found) galleries.push(found);
  }
  return galleries;
}

function galleryOfStretch(stretch: Stretch): Gallery | undefined {
  const views = stretch.map(asView);
  const turned = { ...sameFor(views), ...sidesOf(views) };
  return galleryOf(turned);
}

const sameFor = (views: readonly View[]) =>
  Object.fromEntries(ACTIONS.map((action) => [action, views])) as Record<Action, readonly View[]>;

/**
 * Returns the views of the mirrored film, for each side to which the film itself shows no usable
 * turn.
 */
function sidesOf(views: readonly View[]): Partial<Record<Action, readonly View[]>> {
  const resting = restingPose(views);
  const lacking = (['turn_left', 'turn_right'] as const).filter(
    (action) => wayTo(action, views, resting).length === 0,
  );
  return Object.fromEntries(lacking.map((action) => [action, views.map(mirrored)]));
}

const asView = ({ face: { pose, box }, picture }: Seen): View => ({ pose, box, picture });

function mirrored({ picture, pose, box: [x0, y0, x1, y1] }: View): View {
  const { width } = picture;
  return {
    picture: mirrorPicture(picture),
    pose: { ...pose, yaw: -pose.yaw, roll: -pose.roll },
    box: [width - x1, y0, width - x0, y1],
  };
}

function mirrorPicture({ data, width, height }: Picture): Picture {
  const result = new Uint8ClampedArray(data.length);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = 4 * (pixel - (pixel % width) + (width - 1 - (pixel % width)));
    result.set(data.subarray(from, from + 4), 4 * pixel);
  }
  return { data: result, width, height };
}
