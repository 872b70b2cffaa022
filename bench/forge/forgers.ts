// Every forger, by its name in the documentation.
import type { Forge } from './forger.ts';
import { allKnowing } from './forgers/all-knowing.ts';
import { cutFilm } from './forgers/cut-film.ts';
import { flatWarp } from './forgers/flat-warp.ts';
import { lipsDrawnApart, mouthPainted } from './forgers/gestures.ts';
import { freshNoise } from './forgers/fresh-noise.ts';
import { jitter } from './forgers/jitter.ts';
import { loop } from './forgers/loop.ts';
import { meshWarp } from './forgers/mesh-warp.ts';
import { solidHead } from './forgers/solid-head.ts';
import { still } from './forgers/still.ts';

export const FORGERS = {
  still,
  'two-dimensional warp': flatWarp,
  'solid head': solidHead,
  'mesh warp': meshWarp,
  'mesh warp, fresh noise': freshNoise,
  jitter,
  'in-between poses, tint by normals': allKnowing,
  'film of another, cut': cutFilm,
  loop,
  'mesh warp with lips drawn apart': lipsDrawnApart,
  'mesh warp with a painted mouth': mouthPainted,
} satisfies Record<string, Forge>;

export type ForgerName = keyof typeof FORGERS;
