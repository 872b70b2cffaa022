// Computes the descriptors of labelled pictures on this machine, with the face Worker's own code. A
// picture is in memory only while it is described.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import type { Described } from './pair-distances.ts';
import type { Shown } from './pair-labels.ts';

/** @returns the described pictures, and the skipped files with the reasons */
export async function describeFolder(folder: string, shown: readonly Shown[]) {
  const described: Described[] = [];
  const skipped: { file: string; why: string }[] = [];
  const { modules, nets } = await faceWorker();
  for (const one of shown) {
    const photo = modules.describePhoto(nets, await readFile(join(folder, one.file)));
    if (photo.ok) described.push({ ...one, descriptor: Float32Array.from(photo.descriptor) });
    else skipped.push({ file: one.file, why: photo.fault });
  }
  return { described, skipped };
}
