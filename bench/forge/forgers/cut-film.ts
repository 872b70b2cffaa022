// A film of another person turning and nodding, cut to fit the challenge. The forger uses no
// camera, and the person in the film does not take part. When colours are shown, the film is tinted
// evenly and gets noise in addition to its own. The forger knows what the rules require of rows,
// commitments and pictures, and how light is judged. The film shows a puppet or, with `--films`, a
// real person.
import jpeg from 'jpeg-js';
import { ACTIONS, type Action, FAR_DEGREES } from '../../../src/vision/face/challenge.ts';
import { tapeMovements } from '../../../test/support/clips/cast.ts';
import { developBy } from '../develop.ts';
import { galleryOf } from '../film-gallery.ts';
import type { Forge, Victim } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { type Gallery, type View, viewOf } from '../views.ts';

export const cutFilm: Forge = async (victim) => performFilm(await tapedGallery(victim), victim);

/** @param galleries galleries of real films, which the sessions use in rotation */
export const cutRealFilm =
  (galleries: readonly Gallery[]): Forge =>
  (victim) => {
    const gallery = galleries[victim.seed % galleries.length];
    if (!gallery) throw new Error('No film shows turns and nods.');
    return Promise.resolve(performFilm(gallery, victim));
  };

const performFilm = (gallery: Gallery, { seed }: Victim) =>
  performFrom(gallery, developBy({ tint: 'even', hasNoise: true }), seed);

/**
 * Films one take of each movement. All takes share a seed, as if they had been filmed on the same
 * day.
 */
async function tapedGallery({ still, seed }: Victim): Promise<Gallery> {
  const takes = {} as Record<Action, View[]>;
  for (const [index, action] of ACTIONS.entries()) {
    const tape = await tapeMovements(still, [action], {
      seed,
      take: 1 + index,
      asideDegrees: FAR_DEGREES,
    });
    const views = await Promise.all(
      [...tape.kept.values()].map((file) => viewOf(jpeg.decode(file, { useTArray: true }))),
    );
    takes[action] = views.filter((view) => view !== undefined);
  }
  const gallery = galleryOf(takes);
  if (!gallery) throw new Error('The tapes lack a movement.');
  return gallery;
}
