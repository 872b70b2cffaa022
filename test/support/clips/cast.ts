// The actors in front of the camera: a person, played by a puppet, and tapes that an attacker may
// have recorded of that person.
import type { AgeSample } from '../../../src/vision/face/age-evidence.ts';
import type { Action, PoseSample } from '../../../src/vision/face/challenge.ts';
import { turnHead } from '../puppet/puppet.ts';
import type { Still } from '../puppet/stills.ts';
import type { Actor } from './check.ts';
import { filmAge, filmMovements, type Camera, type Tape } from './film.ts';
import { keepStill, perform, type HeadOptions } from './head.ts';
import { filmScreen, holdUp, type Sheet } from './print.ts';
import { between, seeded } from './random.ts';
import { addNoise, lightFromSide, sit, type Setting } from './sitting.ts';

/** How an actor is filmed, as plain data: the same values always produce the same frames. */
export interface Shooting extends Setting {
  seed: number;
  /**
   * A different take with the same seed: the resting pose, the sway and the light stay the same,
   * and everything else is drawn again.
   */
  take?: number;
  /** Frames per second of the camera. */
  rate?: number;
  /** Films a tape of the person on a screen instead of the person. */
  screen?: true;
  /**
   * Films the person's picture on this sheet, moved as the head would move, instead of the person.
   */
  sheet?: Sheet;
  /**
   * The maximum turn of a head or a sheet, in degrees. A turn ends earlier once the measured angle
   * is large enough.
   */
  mostDegrees?: number;
  /** The required angle of a turn to the side. Default: REACH_DEGREES. */
  asideDegrees?: number | undefined;
}

const RATE = 15;
/** How long the face is filmed for the age step, which is longer than the page needs. */
const AGE_MS = 3_000;

/**
 * An honest actor, who makes the requested movements in a different take each time, since people
 * never move the same way twice.
 */
export function person(still: Still, shooting: Shooting): Actor {
  let [moves, looks] = [0, 0];
  const again = (times: number): Shooting =>
    times === 0 ? shooting : { ...shooting, take: (shooting.take ?? 0) + 10 * times };
  return {
    move: (actions, _nonce, _light, asideDegrees) =>
      tapeMovements(still, actions, { ...again(moves++), asideDegrees }),
    showFace: () => tapeFace(still, again(looks++)),
  };
}

export const tapeMovements = (
  still: Still,
  actions: readonly Action[],
  shooting: Shooting,
): Promise<Tape<PoseSample>> =>
  once(still, ['movements', actions, shooting], () => {
    const { rate = RATE, mostDegrees, asideDegrees } = shooting;
    const options = {
      ...headOptions(shooting, rate),
      ...(mostDegrees && { mostDegrees }),
      ...(asideDegrees && { asideDegrees }),
    };
    const film = { camera: cameraBefore(still, shooting), gapMs: options.gapMs };
    return filmMovements(perform(actions, options), film);
  });

export const tapeFace = (still: Still, shooting: Shooting): Promise<Tape<AgeSample>> =>
  once(still, ['face', shooting], () => {
    const options = headOptions(shooting, RATE);
    const film = { camera: cameraBefore(still, shooting), gapMs: options.gapMs };
    return filmAge(keepStill(AGE_MS, options), film);
  });

const headOptions = (shooting: Shooting, rate: number): HeadOptions => ({
  gapMs: 1000 / rate,
  random: seeded(seedOf(shooting)),
  sway: seeded(shooting.seed),
});

const seedOf = ({ seed, take = 0 }: Shooting): number => 1_000 * seed + 2 * take;

const made = new WeakMap<Still, Map<string, unknown>>();

/** Caches tapes: each tape is recorded once, and its pictures are measured once (nets.ts). */
function once<T>(still: Still, of: unknown, make: () => T): T {
  const ofStill = made.get(still) ?? new Map<string, unknown>();
  made.set(still, ofStill);
  const key = JSON.stringify(of);
  if (!ofStill.has(key)) ofStill.set(key, inTurn(make as () => Promise<unknown>));
  return ofStill.get(key) as T;
}

let before: Promise<unknown> = Promise.resolve();

/** Runs `make` after all earlier calls, because the engine follows one face at a time. */
function inTurn(make: () => Promise<unknown>): Promise<unknown> {
  before = before.then(make, make);
  return before;
}

function cameraBefore(still: Still, shooting: Shooting): Camera {
  const { screen, sheet, ...setting } = shooting;
  const seated = sit(still, setting);
  const flat = sheet && turnHead(seated, {});
  const random = seeded(seedOf(shooting) + 1);
  return (pose) => {
    const seen = sheet && flat ? holdUp(flat, pose, sheet) : turnHead(seated, pose);
    if (setting.light === 'side') lightFromSide(seen);
    const noise = Math.floor(between(random, 0, 1e6));
    const taken = screen === true ? filmScreen(seen, noise) : seen;
    addNoise(taken, noise);
    return taken;
  };
}
