// Candidate measures, one number per take, that may distinguish pictures of a real head from
// pictures generated from a single picture.
import { eyeParts, faceParts, likenessOf, structureLeft } from './likeness.ts';
import { eyeOpening, shapeChange } from './mesh-change.ts';
import type { Shot } from './shot.ts';
import { shareThatStays } from './surroundings.ts';
import type { Take } from './takes.ts';

export interface Candidate {
  name: string;
  /** Whether high or low values indicate a forged take. */
  forged: 'high' | 'low';
  /** @returns undefined when the measure cannot be computed for the take */
  valueOf: (take: Take) => number | undefined;
}

export const CANDIDATES: readonly Candidate[] = [
  {
    name: 'noise: likeness of two pictures 100 ms apart',
    forged: 'high',
    valueOf: ({ neighbours }) => neighbours && faceLikeness(...neighbours),
  },
  {
    name: 'face at rest: least likeness of three pictures',
    forged: 'high',
    valueOf: ({ rests }) => leastOf(rests, faceLikeness),
  },
  {
    name: 'eyes at rest: least likeness of three pictures',
    forged: 'high',
    valueOf: ({ rests }) => leastOf(rests, (a, b) => likenessOf(eyeParts(a.texture, b.texture))),
  },
  {
    name: 'lids at rest: range of their opening in three pictures',
    forged: 'low',
    valueOf: ({ rests }) => {
      const open = rests.map(({ face }) => eyeOpening(face.mesh));
      return rests.length < 3 ? undefined : Math.max(...open) - Math.min(...open);
    },
  },
  {
    name: 'mesh at rest: most change of shape among three pictures',
    forged: 'low',
    valueOf: ({ rests }) => {
      const least = leastOf(rests, (a, b) => -shapeChange(a.face.mesh, b.face.mesh));
      return least === undefined ? undefined : -least;
    },
  },
  {
    name: 'half a turn: likeness with rest',
    forged: 'high',
    valueOf: ({ turn }) => turn && faceLikeness(turn.rest, turn.half),
  },
  {
    name: 'turn: likeness with rest',
    forged: 'high',
    valueOf: ({ turn }) => turn && faceLikeness(turn.rest, turn.peak),
  },
  {
    name: 'turn: structure left where the face is stretched',
    forged: 'low',
    valueOf: ({ turn }) => turn && structureLeft(faceParts(turn.rest.texture, turn.peak.texture)),
  },
  {
    name: 'turn: hair, neck and collar that stay',
    forged: 'high',
    valueOf: ({ turn }) => turn && shareThatStays(turn.rest, turn.peak, [1.1, 1.45]),
  },
  {
    name: 'turn: what is further away and stays',
    forged: 'high',
    valueOf: ({ turn }) => turn && shareThatStays(turn.rest, turn.peak, [1.45, 1.9]),
  },
];

const faceLikeness = (a: Shot, b: Shot): number | undefined =>
  likenessOf(faceParts(a.texture, b.texture));

/**
 * Returns the lowest value of any pair of shots; undefined if there are fewer than three shots, or
 * if any pair has no value.
 */
function leastOf(
  shots: readonly Shot[],
  valueOf: (a: Shot, b: Shot) => number | undefined,
): number | undefined {
  const values = shots.flatMap((a, index) => shots.slice(index + 1).map((b) => valueOf(a, b)));
  const known = values.filter((value) => value !== undefined);
  return shots.length < 3 || known.length < values.length ? undefined : Math.min(...known);
}
