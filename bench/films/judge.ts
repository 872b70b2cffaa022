// Judges clips cut from films against the current rules. Every rule is evaluated, even after one
// has refused the clip.
import { bentOf, MAX_BENT } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import {
  judgeLight,
  leastLitFaces,
  type LitFace,
} from '../../src/domain/verification/rules/evidence/judge-light.ts';
import { drawLightOrder } from '../../src/domain/verification/rules/evidence/light-order.ts';
import type {
  DrawnFace,
  DrawnPicture,
} from '../../src/domain/verification/rules/evidence/demand.ts';
import { drawLiveness } from '../../src/domain/verification/rules/evidence/draw.ts';
import { PICTURE_RULES } from '../../src/domain/verification/rules/evidence/picture-rules.ts';
import { judgeLiveness } from '../../src/domain/verification/rules/liveness/liveness.ts';
import { TRAJECTORY_RULES } from '../../src/domain/verification/rules/liveness/trajectory-rules.ts';
import { REACH_DEGREES } from '../../src/vision/face/challenge.ts';
import { commitmentOf } from '../../src/vision/face/commitment.ts';
import type { Commitment, MeasuredFace } from '../../src/vision/face/face-wire.ts';
import {
  LIGHT_SETTLING_MS,
  LIGHT_STEP_MS,
  LIGHT_STEPS,
} from '../../src/vision/face/screen-colours.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { below, type Random } from '../../test/support/clips/random.ts';
import type { Neighbours, Session, Turn } from './cuts.ts';
import { type Seen, type Stretch, toJpeg } from './follow.ts';

/** The rules, each with whether the clip satisfied it. */
export type RuleResults = readonly (readonly [rule: string, held: boolean])[];

const NONCE = 'films';
/** The lifetime of the simulated sessions, which is longer than any clip cut from a film. */
const LIFETIME_MS = 120_000;
const FOUND = 'pictures: a face found in each';
/** A rule whose failure raises the risk band instead of refusing the session. */
const TEXTURE = 'risk band: no texture of bent pictures';

/** Whether the clip satisfied all rules that can refuse it. */
export const areAllHeld = (asked: RuleResults): boolean =>
  asked.every(([rule, held]) => held || rule === TEXTURE);

const measured = new WeakMap<Seen, Promise<MeasuredFace | undefined>>();

/**
 * Measures a picture with the face Worker, from the JPEG alone.
 * @returns undefined when it finds no face
 */
export function measureSeen(seen: Seen): Promise<MeasuredFace | undefined> {
  const known = measured.get(seen) ?? measure(seen);
  measured.set(seen, known);
  return known;
}

async function measure({ ms: t, picture }: Seen): Promise<MeasuredFace | undefined> {
  const { face } = await clipNets();
  const jpeg = toJpeg(picture);
  const hash = await commitmentOf(NONCE, t, jpeg);
  const { pictures } = await face.measure({
    step: 'liveness',
    nonce: NONCE,
    pictures: [{ t, hash, jpeg, isBentScored: true }],
  });
  const [found] = pictures;
  return found?.ok ? found.face : undefined;
}

/**
 * Judges a session by all rules, from those about the trajectory to those about the drawn pictures,
 * in the order in which the service applies them.
 */
export async function judgeSession(
  { actions, samples, path, kept }: Session,
  random: Random,
): Promise<RuleResults> {
  const elapsedMs = samples.at(-1)?.[0] ?? 0;
  const issued = { actions, elapsedMs, lifetimeMs: LIFETIME_MS };
  const asked: [string, boolean][] = TRAJECTORY_RULES.map(({ name, holds }) => [
    `trajectory: ${name}`,
    holds(samples, issued),
  ]);
  asked.push(['trajectory: all', judgeLiveness(samples, issued).passed]);
  const committed = [...kept.keys()].map((t): Commitment => [t, '']);
  const drawn = drawLiveness(samples, path, { committed }, below(random));
  asked.push(['draw: a picture of each peak and rest', drawn !== undefined]);
  return [...asked, ...(drawn ? await judgeDrawn(drawn, kept) : [])];
}

async function judgeDrawn(
  drawn: readonly DrawnPicture[],
  kept: ReadonlyMap<number, Seen>,
): Promise<RuleResults> {
  const shown: DrawnFace[] = [];
  let missed = 0;
  for (const picture of drawn) {
    const face = await faceAt(kept, picture.t);
    // A picture in which no face is found is replaced by its spare (D-87).
    const spare = face ? undefined : picture.spare && (await faceAt(kept, picture.spare.t));
    if (face) shown.push({ ...picture, face });
    else if (picture.spare && spare) shown.push({ ...picture.spare, face: spare });
    if (!face) missed += spare ? 1 : drawn.length;
  }
  return [[FOUND, missed <= 1], ...askPictures(shown)];
}

async function faceAt(kept: ReadonlyMap<number, Seen>, t: number) {
  const seen = kept.get(t);
  return seen && measureSeen(seen);
}

function askPictures(shown: readonly DrawnFace[]): [string, boolean][] {
  const faces = shown.map(({ face }) => ({
    ...face.pose,
    descriptor: Float32Array.from(face.descriptor),
  }));
  const asked = PICTURE_RULES.map(({ name, holds }): [string, boolean] => [
    `pictures: ${name}`,
    holds({ shown, faces, asideDegrees: REACH_DEGREES }),
  ]);
  const value = bentOf(shown);
  return value === undefined ? asked : [...asked, [TEXTURE, value <= MAX_BENT.standard]];
}

export const judgeTurn = ({ rest, peak }: Turn): Promise<RuleResults> =>
  judgeSeen([rest, peak], (seen) => (seen === peak ? 'peak' : 'rest'));

export const judgeNeighbours = (pair: Neighbours): Promise<RuleResults> =>
  judgeSeen(pair, () => 'random');

async function judgeSeen(
  seen: readonly Seen[],
  roleOf: (seen: Seen) => DrawnPicture['role'],
): Promise<RuleResults> {
  const shown: DrawnFace[] = [];
  for (const one of seen) {
    const face = await measureSeen(one);
    const { yaw, pitch } = one.face.pose;
    if (face) shown.push({ t: one.ms, hash: '', yaw, pitch, role: roleOf(one), face });
  }
  const isFound = shown.length === seen.length;
  const hasPeak = shown.some(({ role }) => role === 'peak');
  const asked = isFound ? askPictures(shown) : [];
  // Without a peak, the rules about peaks have nothing to judge.
  const telling = PICTURE_RULES.filter(({ name }) => hasPeak || !name.includes('peak')).map(
    ({ name }) => `pictures: ${name}`,
  );
  return [[FOUND, isFound], ...asked.filter(([rule]) => telling.includes(rule))];
}

/** How long it takes to show all colours of an order, one after another. */
export const LIGHT_MS = LIGHT_STEPS * LIGHT_STEP_MS;
const ORDERS = 20;

/**
 * Judges ordinary light against random colour orders that were never shown. The light must not
 * contradict any of them.
 */
export async function judgeStill(still: Stretch, random: Random): Promise<RuleResults> {
  const faces: LitFace[] = [];
  const beginMs = still[0]?.ms ?? 0;
  for (let step = 0; step < LIGHT_STEPS; step += 1) {
    const fromMs = beginMs + step * LIGHT_STEP_MS + LIGHT_SETTLING_MS;
    const seen = still.find(({ ms }) => ms >= fromMs);
    const light = seen && (await measureSeen(seen))?.light;
    if (light) faces.push({ step, light });
  }
  if (faces.length < leastLitFaces(LIGHT_STEPS)) return [];
  return Array.from({ length: ORDERS }, (): [string, boolean] => [
    'light: contradicts no order by chance',
    judgeLight(drawLightOrder(below(random)), faces) !== 'contradicts',
  ]);
}
