// Stills of everyone in the installed packages' demo photographs whose face is suitable for a
// puppet.

import { loadEngine } from './engine-for-node.ts';
import { loadPhoto, loadStillOf, type Still } from './stills.ts';

const PHOTOS = ['human', ...[1, 2, 3, 4, 5, 6].map((number) => `sample${number}.jpg`)];
/**
 * Faces narrower than this (in pixels) are excluded because they would be blurred, and faces turned
 * further than MAXIMUM_TURN (in degrees) because they are half hidden.
 */
const MINIMUM_WIDTH = 60;
const MAXIMUM_TURN = 28;

export async function loadPeople(photos: readonly string[] = PHOTOS): Promise<Still[]> {
  const engine = await loadEngine(['blazeface', 'facemesh']);
  const people: Still[] = [];
  for (const photo of photos) {
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
