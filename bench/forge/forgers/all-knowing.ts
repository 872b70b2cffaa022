// All that is cheap together: the mesh at every angle between rest and peak, noise and shaking of
// each picture's own, and a tint as strong as each part of a ball faces the screen. Knows every
// rule there is, and those that were thought of next.
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { meshGallery } from './mesh-warp.ts';

export const allKnowing: Forge = async ({ still, seed }) => {
  const develop = developBy({ tint: 'normals', hasNoise: true, isShaken: true });
  return performFrom(await meshGallery(still), develop, seed);
};
