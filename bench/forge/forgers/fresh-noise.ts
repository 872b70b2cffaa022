// The mesh's pictures, each time with noise of its own: no two files are equal, and no two pictures
// either. Knows that pictures are compared with each other (equal-pictures.ts, picture-ledger.ts).
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { meshGallery } from './mesh-warp.ts';

export const freshNoise: Forge = async ({ still, seed }) =>
  performFrom(await meshGallery(still), developBy({ tint: 'even', hasNoise: true }), seed);
