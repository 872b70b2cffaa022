// The faces of the installed packages' demo photographs as puppets, each seen several times: turned, darker or brighter,
// with noise, as a page would send it. Views of one person share one photograph, so they flatter.
import type { Picture } from '../../src/engine/picture.ts';
import { loadEngine } from '../../test/support/puppet/engine-for-node.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import { loadPhoto, loadStillOf, type Still } from '../../test/support/puppet/stills.ts';
import { asKept } from './pictures.ts';

export interface View {
  person: number;
  seed: number;
  /** The frontal picture that the others are compared with. */
  isFirst: boolean;
  jpeg: Uint8Array<ArrayBuffer>;
}

const PHOTOS = ['human', ...[1, 2, 3, 4, 5, 6].map((number) => `sample${number}.jpg`)];
/** Smaller faces are blurred, and more turned ones half unknown. */
const MINIMUM_WIDTH = 60;
const MAXIMUM_TURN = 28;

export async function loadPeople(): Promise<Still[]> {
  const engine = await loadEngine(['blazeface', 'facemesh']);
  const people: Still[] = [];
  for (const photo of PHOTOS) {
    const faces = engine.detect(await loadPhoto(photo));
    for (const { box } of faces.filter(({ box: [x0, , x1] }) => x1 - x0 >= MINIMUM_WIDTH)) {
      const at: [number, number] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      const still = await loadStillOf({ photo, at }).catch(() => undefined);
      const { yaw, pitch } = still?.pose ?? { yaw: Infinity, pitch: 0 };
      if (still && Math.max(Math.abs(yaw), Math.abs(pitch)) <= MAXIMUM_TURN) people.push(still);
    }
  }
  return people;
}

/** @param seed of turns, light and noise */
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

/** Reproducible, 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
