// A photograph on its mesh, as in mesh-warp.ts; in addition, the head opens its mouth and comes
// closer. The cheap variant draws the lips apart and scales the picture. The more elaborate variant
// paints teeth and the dark inside of the mouth, and moves near parts further than distant parts.
import { type Gesture, GESTURES, shareOf } from '../../../src/vision/face/challenge.ts';
import { sit } from '../../../test/support/clips/sitting.ts';
import { type HeadPose, turnHead } from '../../../test/support/puppet/puppet.ts';
import type { Still } from '../../../test/support/puppet/stills.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom, postureOf } from '../perform.ts';
import { type Gallery, onceFor, type View, viewOf } from '../views.ts';
import { meshGallery } from './mesh-warp.ts';

/** How far a forged gesture goes, as a multiple of what the service requires. */
const ENOUGH_SHARE = 1.2;
const MAX_STEPS = 14;
/** The pose of the head at each step of a gesture, in the cheap and in the elaborate variant. */
const STEPS: Readonly<Record<Gesture, (step: number, isCheap: boolean) => HeadPose>> = {
  open_mouth: (step, isCheap) => ({ open: 0.05 * step, isStretched: isCheap }),
  come_closer: (step, isCheap) => ({ nearer: 1 + 0.04 * step, isScaled: isCheap }),
};

/** The settings that all-knowing.ts uses. */
const LOOKS = { tint: 'normals', hasNoise: true, isShaken: true } as const;

export const lipsDrawnApart: Forge = async ({ still, seed }) =>
  performFrom(await cheapGallery(still), developBy(LOOKS), seed);

export const mouthPainted: Forge = async ({ still, seed }) =>
  performFrom(await paintedGallery(still), developBy(LOOKS), seed);

const cheapGallery = onceFor((still) => gestureGallery(still, true));
const paintedGallery = onceFor((still) => gestureGallery(still, false));

async function gestureGallery(still: Still, isCheap: boolean): Promise<Gallery> {
  const gallery = await meshGallery(still);
  const seated = sit(still);
  const gestures: Partial<Record<Gesture, readonly View[]>> = {};
  for (const gesture of GESTURES)
    gestures[gesture] = await viewsTo(gesture, (step) =>
      turnHead(seated, { ...seated.pose, ...STEPS[gesture](step, isCheap) }),
    );
  return { ...gallery, gestures };
}

/** Creates a picture for each step until the gesture is large enough. */
async function viewsTo(
  gesture: Gesture,
  pictureAt: (step: number) => View['picture'],
): Promise<readonly View[]> {
  const rest = await viewOf(pictureAt(0));
  if (!rest) throw new Error('The photograph shows nobody.');
  const views: View[] = [];
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const view = await viewOf(pictureAt(step));
    if (view) views.push(view);
    if (view && shareOf(gesture, postureOf(view), postureOf(rest)) >= ENOUGH_SHARE) break;
  }
  return views;
}
