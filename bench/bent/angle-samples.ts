// Makes samples that show how a score depends on how far a head is turned: of one person before one
// camera, pictures at rest, pictures in which the head turns, and the picture at rest turned by a
// mesh to several angles. The pictures come from a film, or from a folder of photographs.
import {
  ACTIONS,
  type Action,
  angleOf,
  type Angles,
  degreesTowards,
} from '../../src/vision/face/challenge.ts';
import type { TrackedFace } from '../../src/vision/face/face-engine.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { TURNED_DEGREES } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import type { Random } from '../../test/support/clips/random.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import { decodeJpeg } from '../evidence/shot.ts';
import type { Film } from '../films/decode.ts';
import { toJpeg } from '../films/follow.ts';
import { DIRECTIONS } from '../forge/views.ts';
import { develop, longestOf, restsOf, turnsOf } from './film-samples.ts';
import { sampleOf, type Sample, track } from './samples.ts';

/** A picture of a head that is turned, by a person or by a mesh. */
export interface TurnedSample {
  action: Action;
  /** How far the head is turned from rest. */
  degrees: number;
  sample: Sample;
}

/** The samples of one person before one camera. */
export interface AngleSamples {
  rests: readonly Sample[];
  real: readonly TurnedSample[];
  bent: readonly TurnedSample[];
}

/** The angles by which the mesh is asked to turn; the models measure slightly different ones. */
const BENT_DEGREES = [16, 22, 28, 34, 40];
/** The largest angle from the camera of a photograph that counts as a picture at rest. */
const FRONTAL_DEGREES = 14;

/** @returns undefined when the film shows nobody long enough */
export async function anglesOfFilm(film: Film, random: Random): Promise<AngleSamples | undefined> {
  const longest = await longestOf(film);
  if (!longest) return undefined;
  const { resting } = longest;
  const rests = await restsOf(longest);
  const picture = decodeJpeg(toJpeg(resting.picture));
  const face = await track(picture);
  if (rests.length === 0 || face === undefined) return undefined;
  const real: TurnedSample[] = [];
  for (const action of ACTIONS)
    for (const { face: turned, picture: shown } of turnsOf(longest, action)) {
      const sample = await sampleOf('turned', decodeJpeg(toJpeg(shown)));
      const degrees = degreesTowards(action, turned.pose, resting.face.pose);
      if (sample) real.push({ action, degrees, sample });
    }
  return { rests, real, bent: await bentSamples({ picture, face }, random) };
}

/**
 * @param pictures photographs of one person, which one camera took
 * @returns undefined unless one of them shows the face from the front, and another one a turn to a
 *   side
 */
export async function anglesOfPhotographs(
  pictures: readonly Picture[],
  random: Random,
): Promise<AngleSamples | undefined> {
  const shown: { picture: Picture; face: TrackedFace; sample: Sample }[] = [];
  for (const picture of pictures) {
    const sent = decodeJpeg(toJpeg(picture));
    const face = await track(sent);
    const sample = face && (await sampleOf('turned', sent));
    if (face && sample) shown.push({ picture: sent, face, sample });
  }
  const offCentre = ({ face: { pose } }: (typeof shown)[number]): number => angleOf(pose);
  const [rest] = shown.toSorted((a, b) => offCentre(a) - offCentre(b));
  if (rest === undefined || offCentre(rest) > FRONTAL_DEGREES) return undefined;
  const real = shown.flatMap(({ face, sample }) => asideOf(face.pose, rest.face.pose, sample));
  if (real.length === 0) return undefined;
  return { rests: [rest.sample], real, bent: await bentSamples(rest, random) };
}

function asideOf(pose: Angles, resting: Angles, sample: Sample): TurnedSample[] {
  const action = pose.yaw > resting.yaw ? 'turn_left' : 'turn_right';
  const degrees = degreesTowards(action, pose, resting);
  return degrees < TURNED_DEGREES ? [] : [{ action, degrees, sample }];
}

async function bentSamples(
  { picture, face: { mesh, pose, box } }: { picture: Picture; face: TrackedFace },
  random: Random,
): Promise<TurnedSample[]> {
  const bent: TurnedSample[] = [];
  for (const action of ACTIONS)
    for (const wanted of BENT_DEGREES) {
      const [right, down] = DIRECTIONS[action];
      const turned = turnHead(
        { picture, mesh, pose },
        { ...pose, yaw: pose.yaw + right * wanted, pitch: pose.pitch + down * wanted },
      );
      const view = { picture: turned, pose, box };
      const sample = await sampleOf('mesh', decodeJpeg(develop(view, undefined, random)));
      const degrees = sample && degreesTowards(action, sample.pose, pose);
      if (sample && degrees !== undefined) bent.push({ action, degrees, sample });
    }
  return bent;
}
