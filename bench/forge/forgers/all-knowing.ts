// A forger that combines every cheap technique: the mesh at every angle between rest and peak,
// separate noise and shaking for each picture, and a tint that is stronger where a sphere would
// face the screen more directly. It knows every existing rule, and some that have only been
// proposed.
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { meshGallery } from './mesh-warp.ts';

export const allKnowing: Forge = async ({ still, seed }) => {
  const develop = developBy({ tint: 'normals', hasNoise: true, isShaken: true });
  return performFrom(await meshGallery(still), develop, seed);
};
