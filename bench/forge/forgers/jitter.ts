// The sphere's pictures, each time moved, scaled and brightened a little, as a hand and an exposure
// do: a rule that compares pictures without registering them sees different ones. It knows what
// fresh-noise.ts knows.
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { solidGallery } from './solid-head.ts';

export const jitter: Forge = async ({ still, seed }) =>
  performFrom(await solidGallery(still), developBy({ tint: 'even', isShaken: true }), seed);
