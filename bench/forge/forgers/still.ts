// One photograph that never turns, sent with invented angles. The forger knows which rows are
// drawn, and that each picture must match the angles of its row to within 6 degrees and show most
// of each movement (picture-rules.ts). It claims no larger angles than necessary, and adds new
// noise to each picture.
import { ACTIONS, type Action } from '../../../src/vision/face/challenge.ts';
import { sit } from '../../../test/support/clips/sitting.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { DIRECTIONS, type View, viewOf } from '../views.ts';

/**
 * The angles that are claimed for a movement, up to as far as a challenge asks: enough for the
 * halfway picture that the rules require, and for a peak just above their minimum.
 */
const CLAIMED_DEGREES = [4, 7, 10, 13, 18, 22, 28];

export const still: Forge = async ({ still: photo, seed }) => {
  const rest = await viewOf(sit(photo).picture);
  if (!rest) throw new Error('The photograph shows nobody.');
  const claim = (action: Action, degrees: number): View => {
    const [right, down] = DIRECTIONS[action];
    const { yaw, pitch, roll } = rest.pose;
    return { ...rest, pose: { yaw: yaw + degrees * right, pitch: pitch + degrees * down, roll } };
  };
  const movements = Object.fromEntries(
    ACTIONS.map((action) => [action, CLAIMED_DEGREES.map((degrees) => claim(action, degrees))]),
  ) as Record<Action, View[]>;
  const develop = developBy({ tint: 'even', hasNoise: true });
  return performFrom({ rests: [rest], movements }, develop, seed);
};
