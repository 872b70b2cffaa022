// `npm run face-space -- <folder> [--keep=FOLDER]`: computes typical faces, the means of groups of
// similar faces, from pictures of many people of every origin. Each picture is rendered in every
// way that frames.ts defines. The files that `--keep` wrote can be given instead of the folder.
// Writes data/face-space.json, which contains no individual face. The pictures are labelled in the
// same way as for `npm run bench -- pairs`. docs/face.md describes the pictures that were used.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { encodeBase64 } from '../../src/crypto/encoding.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { isDescriptions, readDescribed, writeDescriptions } from '../calibrate/descriptions.ts';
import type { Described } from '../calibrate/pair-distances.ts';
import { readShown } from '../calibrate/pair-labels.ts';
import { readArguments } from '../read-options.ts';
import { takePicture, WAYS } from './frames.ts';
import { typicalFaces, type Vector } from './typical-faces.ts';

/**
 * The number of typical faces; each takes 1 kB. Measurements with twice as many showed that people
 * of the same origin were harder to tell apart in pictures of the same kind.
 */
const TYPICAL = 64;
/** The minimum number of faces needed to compute a typical face. */
const MIN_FACES = 8;
const MOST = 127;
const TARGET = 'data/face-space.json';

const USAGE = 'npm run face-space -- <folder> [--keep=FOLDER] | FILE.jsonl…';

const { values, positionals } = readArguments(USAGE, { keep: { type: 'string' } });
const [folder] = positionals;
if (folder === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const ways = isDescriptions(folder)
  ? await Promise.all(positionals.map(async (file) => (await readDescribed(file)).described))
  : await describeWays(folder, values.keep);
const faces = ways.flatMap((all) => all.map(({ descriptor }) => Float64Array.from(descriptor)));
const typical = typicalFaces(faces, TYPICAL, MIN_FACES);
const space = {
  faces: faces.length,
  scales: typical.map(scaleOf),
  values: encodeBase64(Buffer.concat(typical.map(pack))),
};
await writeFile(TARGET, `${JSON.stringify(space)}\n`);
console.log(`${TARGET}: ${typical.length} typical faces of ${faces.length}`);

/**
 * @returns descriptions of the pictures in which a face was found: one list for each way in WAYS
 */
async function describeWays(from: string, keep: string | undefined): Promise<Described[][]> {
  const { modules, nets } = await faceWorker();
  const shown = await readShown(from);
  const all: Described[][] = [];
  for (const [name, way] of Object.entries(WAYS)) {
    const described: Described[] = [];
    for (const one of shown) {
      const picture = jpeg.decode(await readFile(join(from, one.file)), { useTArray: true });
      const photo = modules.describePhoto(nets, takePicture(picture, way));
      if (photo.ok) described.push({ ...one, descriptor: Float32Array.from(photo.descriptor) });
    }
    if (keep !== undefined) await writeDescriptions(join(keep, `${name}.jsonl`), described);
    all.push(described);
  }
  return all;
}

function scaleOf(values: Vector): number {
  return round(Math.max(...values.map(Math.abs)) / MOST);
}

function pack(values: Vector): Uint8Array {
  const scale = scaleOf(values);
  return new Uint8Array(Int8Array.from(values, (value) => Math.round(value / scale)).buffer);
}

function round(value: number): number {
  return Number(value.toPrecision(7));
}
