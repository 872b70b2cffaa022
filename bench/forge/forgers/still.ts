// One photograph that never turns, and invented numbers. It knows which rows are drawn, and that
// each picture must show the angles of its row within 6 degrees and at least 14 of each movement
// (picture-rules.ts): it claims no more than it has to, with new noise in each picture.
import { ACTIONS, type Action } from '../../../src/vision/face/challenge.ts';
import { sit } from '../../../test/support/clips/sitting.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { DIRECTIONS, type View, viewOf } from '../views.ts';

/** The rules follow a movement from 15 degrees on, and require a picture halfway. */
const CLAIMED_DEGREES = [4, 7, 10, 13, 17];

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
