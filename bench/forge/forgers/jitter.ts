// The sphere's pictures, each slightly moved, scaled and brightened, as if by a shaking hand and
// the camera's exposure. A rule that compares pictures without aligning them first takes them for
// different pictures. The forger knows what fresh-noise.ts knows.
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { solidGallery } from './solid-head.ts';

export const jitter: Forge = async ({ still, seed }) =>
  performFrom(await solidGallery(still), developBy({ tint: 'even', isShaken: true }), seed);
