// The pictures from solid-head.ts, each slightly moved, scaled, and brightened or darkened, to
// imitate a shaking hand and a camera's automatic exposure. A rule that does not align pictures
// before it compares them treats these as different pictures. The forger knows as much as the one
// in fresh-noise.ts.
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { solidGallery } from './solid-head.ts';

export const jitter: Forge = async ({ still, seed }) =>
  performFrom(await solidGallery(still), developBy({ tint: 'even', isShaken: true }), seed);
