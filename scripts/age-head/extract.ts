// Measures labelled pictures with the face Worker's own models, as a check does, and stores the
// features that the age head reads. The next run continues where an interrupted one stopped.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { boundingBox, type Point3 } from '../../src/vision/face/geometry.ts';
import type { MeasuredPicture } from '../../src/vision/face/face-wire.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { FEATURES, type Row } from './faces.ts';
import { frame, type Way } from './frame.ts';

const NONCE = 'age head';

type Label = Pick<Row, 'set' | 'age' | 'sex' | 'origin' | 'person'> & { path: string };

/**
 * @param list the path of a file with one picture per line: set, path, age, sex, origin and person,
 *   separated by tabs
 */
function readList(list: string): Label[] {
  return readFileSync(list, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text, at) => {
      const [set = '', path = '', age = '', sex = '', origin = '', person = path] =
        text.split('\t');
      if (!/^\d{1,3}(\.\d+)?$/.test(age)) throw new Error(`Line ${at + 1} of the list has no age.`);
      return { set, path, age: Number(age), sex, origin, person };
    });
}

interface ExtractOptions {
  list: string;
  /** The folder for rows.jsonl and features.bin. */
  folder: string;
  /** The time after which no further picture is started. */
  untilMs: number;
  way?: Way | undefined;
  /** The size of the crop that faceres sees, relative to the crop in a check. */
  crop?: number | undefined;
}

/** @returns the number of pictures measured in this run */
export async function extract({ list, folder, untilMs, ...how }: ExtractOptions): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const [rows, features] = [join(folder, 'rows.jsonl'), join(folder, 'features.bin')];
  const done = new Set(existsSync(rows) ? readDone(rows) : []);
  let [at, measured] = [existsSync(features) ? statSync(features).size / (4 * FEATURES) : 0, 0];
  if (!Number.isInteger(at)) throw new Error(`${features} ends within a face: delete the folder.`);
  for (const [line, label] of readList(list).entries()) {
    if (done.has(line)) continue;
    if (Date.now() > untilMs) break;
    const { path, ...known } = label;
    const found = await measureFile(path, how);
    if ('fault' in found) appendFileSync(rows, `${JSON.stringify({ line, ...known, ...found })}\n`);
    else {
      // Features are written before the row, so that every row has complete features.
      appendFileSync(features, new Uint8Array(found.features.slice().buffer));
      const { features: _kept, ...figures } = found;
      appendFileSync(rows, `${JSON.stringify({ line, ...known, ...figures, at: at++ })}\n`);
    }
    measured++;
  }
  return measured;
}

const readDone = (rows: string): number[] =>
  readFileSync(rows, 'utf8')
    .split('\n')
    .filter((text) => text.endsWith('}'))
    .map((text) => (JSON.parse(text) as Row).line);

type Found =
  | { fault: string }
  | (Required<Pick<Row, 'faces' | 'yaw' | 'pitch' | 'score' | 'ageNet' | 'faceres'>> & {
      features: Float32Array;
    });

/** Measures a picture file in the same way as the age step of a check. */
async function measureFile(
  path: string,
  { way, crop = 1 }: Pick<ExtractOptions, 'way' | 'crop'>,
): Promise<Found> {
  const bytes = frame(new Uint8Array(readFileSync(path)), way);
  if (bytes === undefined) return { fault: 'no readable JPEG' };
  const { modules, nets } = await faceWorker();
  const hash = createHash('sha256').update(`${NONCE}0`).update(bytes).digest('base64url');
  let features: Float32Array | undefined;
  // Keeps the features, which the Worker would discard with the picture.
  const faceres = Object.assign(Object.create(nets.faceres) as typeof nets.faceres, {
    describeWithAge: (...[picture, mesh]: Parameters<typeof nets.faceres.describeWithAge>) => {
      const described = nets.faceres.describeWithAge(picture, aroundMiddle(mesh, crop));
      ({ features } = described);
      return described;
    },
  });
  const pictures = [{ t: 0, hash, jpeg: bytes }];
  const [found] = await modules.measurePictures(
    { ...nets, faceres },
    { step: 'age', nonce: NONCE, pictures },
  );
  return read(found, features);
}

/**
 * Scales the mesh around its centre. The crop is taken around the mesh, so a larger mesh includes
 * more of the picture.
 */
function aroundMiddle(mesh: readonly Point3[], scale: number): readonly Point3[] {
  if (scale === 1) return mesh;
  const [left, top, right, bottom] = boundingBox(mesh);
  const move = (at: number, middle: number) => middle + (at - middle) * scale;
  return mesh.map(([x, y, z]) => [move(x, (left + right) / 2), move(y, (top + bottom) / 2), z]);
}

function read(found: MeasuredPicture | undefined, features: Float32Array | undefined): Found {
  if (found?.ok !== true) return { fault: found?.fault ?? 'nothing measured' };
  const { faces, pose, score, ages } = found.face;
  if (ages === undefined || features === undefined) return { fault: 'no age' };
  const { yaw, pitch } = pose;
  return { faces, yaw, pitch, score, ageNet: ages.ageNet, faceres: ages.faceres, features };
}
