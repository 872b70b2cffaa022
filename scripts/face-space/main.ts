// `npm run face-space -- <folder>`: where faces are, from pictures of many people of every origin: the mean of their descriptors and the axes
// along which they differ most. Writes data/face-space.json, which has nothing of any one of them. The folder is labelled as for
// `npm run bench -- pairs`, or a file that its `--keep` has written. Deterministic. docs/face.md has what it was made of.
import { writeFile } from 'node:fs/promises';
import { encodeBase64 } from '../../src/crypto/encoding.ts';
import { DESCRIPTOR_VALUES } from '../../src/domain/terms/face-space.ts';
import { readDescribed } from '../calibrate/descriptions.ts';
import { covarianceOf, mainAxes, meanOf } from './axes.ts';

/** Measured: fewer tell people of one origin apart less well, more cost 1 kB each and bring little. */
const AXES = 64;
/** An axis is shortened by its variance over that of the one behind the last: the more faces vary along it, the less it counts. */
const POWER = 1;
const MOST = 127;
const TARGET = 'data/face-space.json';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npm run face-space -- <folder>');
  process.exit(2);
}
const { described } = await readDescribed(folder);
const faces = described.map(({ descriptor }) => descriptor);
if (faces.length < DESCRIPTOR_VALUES) throw new Error(`It needs ${DESCRIPTOR_VALUES} faces.`);
const mean = meanOf(faces);
const axes = mainAxes(covarianceOf(faces, mean), AXES + 1);
const last = axes.at(-1)?.variance ?? 0;
const kept = axes.slice(0, AXES);
const packed = kept.map(({ direction }) => pack(direction));
const space = {
  faces: faces.length,
  mean: { scale: scaleOf(mean), values: encodeBase64(pack(mean)) },
  scales: kept.map(({ direction }) => scaleOf(direction)),
  damped: kept.map(({ variance }) => round(1 - (variance / last) ** -POWER)),
  axes: encodeBase64(Buffer.concat(packed)),
};
await writeFile(TARGET, `${JSON.stringify(space)}\n`);
console.log(`${TARGET}: ${AXES} axes of ${faces.length} faces`);

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
