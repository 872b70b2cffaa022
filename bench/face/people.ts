// Renders puppets, made from the demo photographs of installed packages, in several views as the
// hosted page would send them: turned, darker or brighter, with noise. All views of a person come
// from one photograph, so the results are better than they would be for real pictures.
import type { Picture } from '../../src/vision/face/picture.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import type { Still } from '../../test/support/puppet/stills.ts';
import { asKept } from './pictures.ts';

export interface View {
  person: number;
  seed: number;
  /** Whether this is the frontal picture that all other views are compared with. */
  isFirst: boolean;
  jpeg: Uint8Array<ArrayBuffer>;
}

/** @param seed the seed for the turns, light and noise */
export function viewsOf(still: Still, person: number, seed: number): View[] {
  const random = randomNumbers(7_919 * seed + person);
  const turns = [0, -12, 12, -20, 20, -28].map((yaw) => ({ yaw, pitch: 0 }));
  const nods = [-17, 18].map((pitch) => ({ yaw: 0, pitch }));
  return [...turns, ...nods].map(({ yaw, pitch }, i) => {
    const sway = () => 4 * (random() - 0.5);
    const picture = turnHead(still, { yaw: yaw + sway(), pitch: pitch + sway() });
    expose(picture, 0.65 + 0.5 * random(), random);
    return { person, seed, isFirst: i === 0, jpeg: asKept(picture) };
  });
}

function expose({ data }: Picture, light: number, random: () => number): void {
  for (let at = 0; at < data.length; at++)
    if (at % 4 < 3) data[at] = (data[at] ?? 0) * light + 9 * (random() + random() - 1);
}

/** @returns a generator of numbers from 0 to 1, which yields the same sequence for the same seed */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
