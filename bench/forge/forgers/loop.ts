// One film of all four movements, played to the page in a loop, whatever the page requests; the
// page's own guide decides when a recording is complete. The forger knows that repeated rows and
// curves are refused, so each repetition has different noise and speed. It also knows that a
// visitor who asks for a check without colours is shown none.
import jpeg from 'jpeg-js';
import { ACTIONS, type PoseSample, REACH_DEGREES } from '../../../src/vision/face/challenge.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import { tapeFace, tapeMovements } from '../../../test/support/clips/cast.ts';
import type { Tape } from '../../../test/support/clips/film.ts';
import type { Jpeg } from '../../../test/support/clips/nets.ts';
import { between, type Random, seeded } from '../../../test/support/clips/random.ts';
import { addNoise } from '../../../test/support/clips/sitting.ts';
import { Guide } from '../../../widget/hosted/capture/guide.ts';
import { toJpeg } from '../develop.ts';
import type { Challenge, Forge, Forged } from '../forger.ts';
import { LazyPictures } from '../lazy-pictures.ts';

/** How long a challenge is valid in the service. */
const LIFETIME_MS = 60_000;
/** The pause between the film's end and its next start. */
const CUT_MS = 70;
/** The noise of measuring the same picture again after a camera driver has re-encoded it. */
const NOISE_DEGREES = 0.15;
const LUMA = 128;
/**
 * The range of the film's playing time, which differs in each attempt, as a multiple of the film's
 * original length.
 */
const SLOWNESS = [0.85, 1.25] as const;

export const loop: Forge = async ({ still, seed }) => {
  const random = seeded(seed);
  const face = await tapeFace(still, { seed });
  return {
    move: async (challenge) => {
      const { asideDegrees = REACH_DEGREES } = challenge;
      const tape = await tapeMovements(still, ACTIONS, { seed, asideDegrees });
      return play(tape, challenge, random);
    },
    showFace: () => Promise.resolve(face),
  };
};

function play(
  { samples, kept }: Tape<PoseSample>,
  { actions, asideDegrees }: Challenge,
  random: Random,
): Forged<PoseSample> {
  const slowness = between(random, ...SLOWNESS);
  const lengthMs = slowness * ((samples.at(-1)?.[0] ?? 0) + CUT_MS);
  const guide = new Guide({ actions, asideDegrees, lifetimeMs: LIFETIME_MS }, 0);
  const shown: (Jpeg | undefined)[] = [];
  const begin = Math.floor(random() * samples.length);
  for (let frame = begin; guide.status === 'running'; frame += 1) {
    const row = samples[frame % samples.length];
    if (!row) throw new Error('The film shows nobody.');
    const shownMs = slowness * (row[0] - (samples[begin]?.[0] ?? 0));
    const t = shownMs + Math.floor(frame / samples.length) * lengthMs;
    const file = kept.get(row[0]);
    shown.push(file);
    guide.see(t, readingOf(row, random), file && shown.length - 1);
  }
  const pictures = new LazyPictures(random);
  for (const [number, t] of guide.pictures) {
    const file = shown[number];
    if (file) pictures.add(t, (own) => takenAgain(file, own));
  }
  return { samples: guide.samples, kept: pictures };
}

function readingOf([, yaw, pitch, roll, x, y, width]: PoseSample, random: Random): FaceReading {
  const near = (degrees: number): number =>
    degrees + between(random, -NOISE_DEGREES, NOISE_DEGREES);
  const pose = { yaw: near(yaw), pitch: near(pitch), roll: near(roll) };
  return { pose, x, y, width, height: width, mouth: 0, score: 1, faces: 1, brightness: LUMA };
}

function takenAgain(file: Jpeg, random: Random): Jpeg {
  const picture = jpeg.decode(file, { useTArray: true });
  addNoise(picture, Math.floor(between(random, 0, 1e6)));
  return toJpeg(picture);
}
