// One photograph on the mesh that the page's own model finds in it, turned in space in steps of
// three degrees; the same angle always gives the same JPEG. The forger knows as much as the one in
// solid-head.ts, but adds no noise.
import { sit } from '../../../test/support/clips/sitting.ts';
import { turnHead } from '../../../test/support/puppet/puppet.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { DIRECTIONS, type Gallery, onceFor, warpGallery } from '../views.ts';

/** The largest angle by which the head is turned, in degrees; beyond it the mesh tears. */
export const MAX_DEGREES = 34;

export const meshWarp: Forge = async ({ still, seed }) =>
  performFrom(await meshGallery(still), developBy({ tint: 'even' }), seed);

/** The number of pictures of each movement. */
const PICTURES = 12;

export const meshGallery = onceFor(async (still): Promise<Gallery> => {
  const seated = sit(still);
  const { yaw, pitch } = seated.pose;
  return warpGallery(
    turnHead(seated, seated.pose),
    (action, strength) => {
      const [right, down] = DIRECTIONS[action];
      const degrees = MAX_DEGREES * strength;
      return turnHead(seated, {
        ...seated.pose,
        yaw: yaw + right * degrees,
        pitch: pitch + down * degrees,
      });
    },
    PICTURES,
  );
});
