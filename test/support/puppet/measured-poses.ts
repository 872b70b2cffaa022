// Measures the poses in the puppet's frames with the nets. The measured poses are a few degrees off
// the rendered ones, by an amount that differs from person to person.
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Posture } from '../../../src/vision/face/challenge.ts';
import { cachedFile, hashInputs, ROOT } from './cache.ts';
import { loadEngine } from './engine-for-node.ts';
import { frameFile, framePicture, type Shot } from './frames.ts';

/**
 * @param shots shots that each show a face
 * @returns the measured posture of each shot, from the cache if available
 */
export async function measurePoses(shots: readonly Shot[]): Promise<Required<Posture>[]> {
  const frames: string[] = [];
  for (const shot of shots) frames.push(await frameFile(shot));
  // Hashing the paths is enough, because each path contains the hash of its frame's inputs.
  const made = frames.map((path) => relative(ROOT, path));
  const inputs = await hashInputs(['src/vision/face'], made);
  const path = await cachedFile(`poses-${inputs}.json`, async (draft) => {
    const engine = await loadEngine(['blazeface', 'facemesh']);
    const poses: Required<Posture>[] = [];
    for (const shot of shots) {
      engine.reset();
      const face = engine.track(await framePicture(shot));
      if (!face) throw new Error(`No face in ${JSON.stringify(shot)}.`);
      const { pose, width, mouth } = face;
      poses.push({ yaw: pose.yaw, pitch: pose.pitch, width, mouth });
    }
    await writeFile(draft, JSON.stringify(poses));
  });
  return JSON.parse(await readFile(path, 'utf8')) as Required<Posture>[];
}
