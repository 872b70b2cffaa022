// `npm run face-space -- <folder> [--keep=FOLDER]`, or with the files that `--keep` has written in place of the folder: where faces are, from
// pictures of many people of every origin: the mean of their descriptors and the axes along which they differ most. Each picture is
// taken in the ways of frames.ts, and each way counts alike. Writes data/face-space.json, which has nothing of any one of them.
// The folder is labelled as for `npm run bench -- pairs`. docs/face.md has what it was made of.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import jpeg from 'jpeg-js';
import { encodeBase64 } from '../../src/crypto/encoding.ts';
import { DESCRIPTOR_VALUES } from '../../src/domain/terms/face-space.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { isDescriptions, readDescribed, writeDescriptions } from '../calibrate/descriptions.ts';
import type { Described } from '../calibrate/pair-distances.ts';
import { readShown } from '../calibrate/pair-labels.ts';
import { mainAxes, meanOf, spreadOf } from './axes.ts';
import { takePicture, WAYS } from './frames.ts';

/** Measured: fewer tell people of one origin apart less well, more cost 1 kB each and bring nothing. */
const AXES = 64;
/** An axis counts as much as the one behind the last: by this power of its variance over that one's. */
const POWER = 0.5;
const MOST = 127;
const TARGET = 'data/face-space.json';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: npm run face-space -- <folder> [--keep=FOLDER] | FILE.jsonl…');
  process.exit(2);
}
const ways = isDescriptions(folder)
  ? await Promise.all(positionals.map(async (file) => (await readDescribed(file)).described))
  : await describeWays(folder, values.keep);
const sets = ways.map((all) => all.map(({ descriptor }) => descriptor));
const faces = sets.reduce((sum, set) => sum + set.length, 0);
if (faces < DESCRIPTOR_VALUES) throw new Error(`It needs ${DESCRIPTOR_VALUES} faces.`);
const mean = meanOf(sets);
const axes = mainAxes(spreadOf(sets, mean), AXES + 1);
const last = axes.at(-1)?.variance ?? 0;
const kept = axes.slice(0, AXES);
const packed = kept.map(({ direction }) => pack(direction));
const space = {
  faces,
  mean: { scale: scaleOf(mean), values: encodeBase64(pack(mean)) },
  scales: kept.map(({ direction }) => scaleOf(direction)),
  damped: kept.map(({ variance }) => round(1 - (variance / last) ** -POWER)),
  axes: encodeBase64(Buffer.concat(packed)),
};
await writeFile(TARGET, `${JSON.stringify(space)}\n`);
console.log(`${TARGET}: ${AXES} axes of ${faces} faces`);

/** @returns the pictures in which a face is found, by way */
async function describeWays(from: string, keep: string | undefined): Promise<Described[][]> {
  const { modules, nets } = await faceWorker();
  const shown = await readShown(from);
  const all: Described[][] = [];
  for (const [name, way] of Object.entries(WAYS)) {
    const described: Described[] = [];
    for (const [seed, one] of shown.entries()) {
      const picture = jpeg.decode(await readFile(join(from, one.file)), { useTArray: true });
      const photo = modules.describePhoto(nets, takePicture(picture, way, seed + 1));
      if (photo.ok) described.push({ ...one, descriptor: Float32Array.from(photo.descriptor) });
    }
    if (keep !== undefined) await writeDescriptions(join(keep, `${name}.jsonl`), described);
    all.push(described);
  }
  return all;
}

function scaleOf(values: Float64Array): number {
  return round(Math.max(...values.map(Math.abs)) / MOST);
}

function pack(values: Float64Array): Uint8Array {
  const scale = scaleOf(values);
  return new Uint8Array(Int8Array.from(values, (value) => Math.round(value / scale)).buffer);
}

function round(value: number): number {
  return Number(value.toPrecision(7));
}
