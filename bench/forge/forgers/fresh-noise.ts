// The pictures of mesh-warp.ts with new noise each time, so that no two files and no two pictures
// are equal. The forger knows that pictures are compared with each other (equal-pictures.ts,
// picture-ledger.ts).
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { meshGallery } from './mesh-warp.ts';

export const freshNoise: Forge = async ({ still, seed }) =>
  performFrom(await meshGallery(still), developBy({ tint: 'even', hasNoise: true }), seed);
