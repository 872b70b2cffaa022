// Attacks by impostors, written as actors who take a check. Each has everything that an attacker
// can have: the page's code, the nets, time, and all attempts that a session grants.
import { ACTIONS, type Action, type PoseSample } from '../../../src/vision/face/challenge.ts';
import type { Commitment } from '../../../src/vision/face/face-wire.ts';
import type { Still } from '../puppet/stills.ts';
import { makeRandom, performActions } from './trajectories.ts';
import { person, tapeFace, tapeMovements, type Shooting } from './cast.ts';
import type { Actor, Answer } from './check.ts';
import type { Clip, Tape } from './film.ts';
import type { Sheet } from './print.ts';
import type { Jpeg } from './nets.ts';
import { below, seeded } from './random.ts';

/**
 * The faces available to an attacker (the attacker's own or a victim's, and another person's), and
 * a seed.
 */
export interface Scene {
  still: Still;
  other: Still;
  seed: number;
}

export type Attack = (scene: Scene) => Actor;

/** An actor that is honest except for the given change. */
function instead(scene: Scene, change: Partial<Actor>): Actor {
  return { ...person(scene.still, { seed: scene.seed }), ...change };
}

/**
 * Measurement rows for the requested movements, computed by a formula with added noise instead of
 * filmed.
 */
const invented = (actions: readonly Action[]): PoseSample[] =>
  performActions(actions, { stepMs: 70 });

/** The times of every other row, for which the page keeps pictures. */
const keptOf = (samples: readonly PoseSample[]): number[] =>
  samples.filter((_, index) => index % 2 === 0).map(([t]) => t);

/** Sends invented measurements, and commits either to no pictures or to made-up hashes. */
export const numbersAlone =
  (promise: 'nothing' | 'hashes'): Attack =>
  (scene) =>
    instead(scene, {
      move: async (actions) => {
        const samples = invented(actions);
        const times = promise === 'nothing' ? [] : keptOf(samples);
        const { kept } = await tapeFace(scene.still, { seed: scene.seed });
        const revealed = spread([...kept.values()], times);
        return { samples, kept: new Map(), commitments: times.map(fakeHash), revealed };
      },
    });

function fakeHash(t: number): Commitment {
  const random = makeRandom(Math.round(t) + 1);
  return [t, Array.from({ length: 43 }, () => Math.floor(36 * random()).toString(36)).join('')];
}

/** Sends invented measurements with pictures of a face that never turns. */
export const stillFace: Attack = (scene) =>
  instead(scene, {
    move: async (actions) => {
      const samples = invented(actions);
      const { kept } = await tapeFace(scene.still, { seed: scene.seed });
      return { samples, kept: spread([...kept.values()], keptOf(samples)) };
    },
  });

/** Distributes the pictures over the given times, in order. */
function spread(pictures: readonly Jpeg[], times: readonly number[]): Map<number, Jpeg> {
  const placed = times.flatMap((t, index): [number, Jpeg][] => {
    const jpeg = pictures[Math.floor((index * pictures.length) / times.length)];
    return jpeg === undefined ? [] : [[t, jpeg]];
  });
  return new Map(placed);
}

/**
 * Replays a tape that was recorded for a different challenge.
 * @param numbers whether to send the tape's own measurements, or ones invented to fit the challenge
 */
export const oldTape =
  (numbers: 'measured' | 'invented', shooting: Partial<Shooting> = {}): Attack =>
  (scene) =>
    instead(scene, {
      move: async (actions, _nonce, _light, asideDegrees) => {
        const tape = await tapeMovements(scene.still, otherThan(actions, scene.seed), {
          ...shooting,
          seed: scene.seed,
          asideDegrees,
        });
        if (numbers === 'measured') return tape;
        const samples = invented(actions);
        return { samples, kept: spread([...tape.kept.values()], keptOf(samples)) };
      },
    });

/**
 * Draws as many random movements as were requested; the first one differs from the first requested
 * movement.
 */
function otherThan(actions: readonly Action[], seed: number): Action[] {
  const random = below(seeded(seed));
  const left = ACTIONS.filter((action) => action !== actions[0]);
  return actions.map((_, index) => {
    const from = index === 0 ? left : [...left, ...actions.slice(0, 1)];
    const [action = 'turn_left'] = from.splice(random(from.length), 1);
    const at = left.indexOf(action);
    if (at >= 0) left.splice(at, 1);
    return action;
  });
}

/**
 * Cuts tapes of single movements together in the requested order.
 * @param of returns the still whose head makes the movement with this index
 */
export const cutTapes =
  (of: (scene: Scene, index: number) => Still, shooting: Partial<Shooting> = {}): Attack =>
  (scene) => {
    let attempts = 0;
    return instead(scene, {
      move: async (actions, _nonce, _light, asideDegrees) => {
        // Each attempt uses different takes, since a repeated curve is rejected.
        const takes = 1 + ACTIONS.length * attempts++;
        const clips: Clip<PoseSample>[] = [];
        for (const [index, action] of actions.entries())
          clips.push(
            await tapeMovements(of(scene, index), [action], {
              ...shooting,
              seed: scene.seed,
              take: takes + ACTIONS.indexOf(action),
              asideDegrees,
            }),
          );
        return joined(clips);
      },
    });
  };

const CUT_MS = 70;

function joined(clips: readonly Clip<PoseSample>[]): Clip<PoseSample> {
  const samples: PoseSample[] = [];
  const kept = new Map<number, Jpeg>();
  for (const clip of clips) {
    const begin = samples.length === 0 ? 0 : (samples.at(-1)?.[0] ?? 0) + CUT_MS;
    const later = (t: number): number => Math.round(100 * (begin + t)) / 100;
    samples.push(...clip.samples.map(([t, ...row]): PoseSample => [later(t), ...row]));
    for (const [t, jpeg] of clip.kept) kept.set(later(t), jpeg);
  }
  return { samples, kept };
}

/**
 * Films one person's movements. Whenever the head is turned, a picture of a different person at
 * nearly the same angles is swapped in.
 */
export const swappedPeaks: Attack = (scene) =>
  instead(scene, {
    move: async (actions, _nonce, _light, asideDegrees) => {
      const shooting = { seed: scene.seed, asideDegrees };
      const own = await tapeMovements(scene.still, actions, shooting);
      const theirs = await tapeMovements(scene.other, actions, shooting);
      const kept = new Map<number, Jpeg>();
      // Each picture is used only once.
      const left = { ...theirs, kept: new Map(theirs.kept) };
      const samples = own.samples.map((row): PoseSample => {
        const jpeg = own.kept.get(row[0]);
        const shown = jpeg && isTurned(row) ? nearestTo(row, left) : { row, jpeg };
        if (shown.jpeg) kept.set(row[0], shown.jpeg);
        if (shown.row !== row) left.kept.delete(shown.row[0]);
        const [, ...values] = shown.row;
        return [row[0], ...values];
      });
      return { samples, kept };
    },
  });

const isTurned = ([, yaw, pitch]: PoseSample): boolean => Math.hypot(yaw, pitch) > 10;

function nearestTo([, yaw, pitch]: PoseSample, { samples, kept }: Clip<PoseSample>) {
  const away = ([, otherYaw, otherPitch]: PoseSample): number =>
    Math.hypot(otherYaw - yaw, otherPitch - pitch);
  const [row] = samples.filter(([t]) => kept.has(t)).toSorted((a, b) => away(a) - away(b));
  if (!row) throw new Error('The tape shows nobody.');
  return { row, jpeg: kept.get(row[0]) };
}

/** Shows a different person, or that person's photograph, in the age step. */
export const otherAtAge =
  (shown: 'person' | 'photo'): Attack =>
  (scene) =>
    instead(scene, {
      showFace: () =>
        tapeFace(scene.other, { seed: scene.seed, ...(shown === 'photo' && { sheet: {} }) }),
    });

/**
 * Sends a genuine clip, but tampers with the commitments, the revealed pictures, or the time of the
 * reveal.
 */
export const tampered =
  (
    change: (
      clip: Clip<PoseSample>,
      nonce: string,
    ) => Answer<PoseSample> | Promise<Answer<PoseSample>>,
  ): Attack =>
  (scene) => {
    const honest = person(scene.still, { seed: scene.seed });
    return {
      ...honest,
      move: async (actions, nonce, ...more) =>
        change(await honest.move(actions, nonce, ...more), nonce),
    };
  };

/**
 * Slightly less than the smallest noticeable difference between a reported angle and the angle in
 * its picture.
 */
const UNNOTICED_DEGREES = 5.5;
const PRINT_DEGREES = 50;

/** Holds a print up to the camera and turns it. */
export const turnedPrint =
  (sheet: Sheet): Attack =>
  (scene) =>
    instead(scene, {
      move: async (actions, _nonce, _light, asideDegrees) => {
        const shooting = { seed: scene.seed, mostDegrees: PRINT_DEGREES, sheet, asideDegrees };
        return exaggerated(await tapeMovements(scene.still, actions, shooting));
      },
    });

/**
 * Exaggerates the reported angles of the turning print by the largest amount that goes unnoticed.
 */
function exaggerated({ samples, kept, poses }: Tape<PoseSample>): Clip<PoseSample> {
  const more = (degrees = 0): number => (UNNOTICED_DEGREES * degrees) / PRINT_DEGREES;
  const rows = samples.map(([t, yaw, pitch, ...rest]): PoseSample => {
    const pose = poses.get(t);
    return [t, yaw + more(pose?.yaw), pitch + more(pose?.pitch), ...rest];
  });
  return { samples: rows, kept };
}
