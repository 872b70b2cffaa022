// The pictures of solid-head.ts, each slightly moved, scaled and brightened, as if by a shaking
// hand and the camera's exposure. A rule that does not align pictures before it compares them takes
// these for different pictures. The forger knows the same as the forger of fresh-noise.ts.
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { solidGallery } from './solid-head.ts';

export const jitter: Forge = async ({ still, seed }) =>
  performFrom(await solidGallery(still), developBy({ tint: 'even', isShaken: true }), seed);
