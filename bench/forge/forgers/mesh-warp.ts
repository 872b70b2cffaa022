// One photograph on the mesh that the page's own net finds in it, turned in space: five JPEGs.
// Knows what solid-head.ts knows.
import { sit } from '../../../test/support/clips/sitting.ts';
import { turnHead } from '../../../test/support/puppet/puppet.ts';
import type { Still } from '../../../test/support/puppet/stills.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { DIRECTIONS, type Gallery, warpGallery } from '../views.ts';

/** Further the mesh tears. */
const MOST_DEGREES = 34;

export const meshWarp: Forge = async ({ still, seed }) =>
  performFrom(await meshGallery(still), developBy({ tint: 'even' }), seed);

/** @param between how many pictures of each movement */
export async function meshGallery(still: Still, between = 1): Promise<Gallery> {
  const seated = sit(still);
  const { yaw, pitch } = seated.pose;
  return warpGallery(
    turnHead(seated, seated.pose),
    (action, strength) => {
      const [right, down] = DIRECTIONS[action];
      const degrees = MOST_DEGREES * strength;
      return turnHead(seated, {
        ...seated.pose,
        yaw: yaw + right * degrees,
        pitch: pitch + down * degrees,
      });
    },
    between,
  );
}
