// The measured faces of labelled pictures, as written by extract.ts: each has a line in rows.jsonl,
// and its features are in features.bin. They are biometric data of the people in the pictures and
// stay where they were measured.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUsable } from '../../src/vision/face/age-evidence.ts';

/** The number of features that faceres returns for one face. */
export const FEATURES = 1024;

/** A line of rows.jsonl. */
export interface Row {
  /**
   * The number of the picture's line in the list, counted from 0. The members up to `person` are
   * values from that line.
   */
  line: number;
  set: string;
  /** The age in years; in a set that only has age groups, the middle of the group. */
  age: number;
  sex: string;
  origin: string;
  person: string;
  /** Why the picture was not measured. If this is set, the members below are absent. */
  fault?: string;
  faces?: number;
  yaw?: number;
  pitch?: number;
  score?: number;
  ageNet?: number;
  faceres?: number;
  /** The index of the face's features in features.bin. */
  at?: number;
}

export interface Face {
  /**
   * The number of the picture's line in the list; the members up to `person` are from that line.
   */
  line: number;
  set: string;
  age: number;
  sex: string;
  origin: string;
  person: string;
  ageNet: number;
  faceres: number;
  /** Whether the head is rotated no further than an age check permits. */
  isFrontal: boolean;
  features: Float32Array;
}

/**
 * Faces that are turned further than this are left out of training, because they are unlike the
 * faces of a check.
 */
const MAX_DEGREES_TO_LEARN = 40;

/**
 * @param folders the output folders of extract.ts
 * @returns the faces that are alone in their picture, including those that are turned a little
 *   further than a check allows
 */
export const readFaces = (folders: readonly string[]): Face[] => folders.flatMap(readFolder);

function readFolder(folder: string): Face[] {
  const rows = readFileSync(join(folder, 'rows.jsonl'), 'utf8').split('\n').filter(isWhole);
  const bytes = readFileSync(join(folder, 'features.bin'));
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
  return rows.flatMap((text): Face[] => {
    const { faces, yaw, pitch, score, ageNet, faceres, at, ...label } = JSON.parse(text) as Row;
    if (faces !== 1 || ageNet === undefined || faceres === undefined || at === undefined) return [];
    const turned = Math.max(Math.abs(yaw ?? 90), Math.abs(pitch ?? 90));
    if (turned > MAX_DEGREES_TO_LEARN || (at + 1) * FEATURES > numbers.length) return [];
    const pose = { t: 0, yaw: yaw ?? 90, pitch: pitch ?? 90, score: score ?? 0 };
    const features = numbers.subarray(at * FEATURES, (at + 1) * FEATURES);
    const { line, set, age, sex, origin, person } = label;
    return [
      {
        line,
        set,
        age,
        sex,
        origin,
        person,
        ageNet,
        faceres,
        isFrontal: isUsable(pose),
        features,
      },
    ];
  });
}

/** Whether the line is complete; the last line may be only half written. */
const isWhole = (text: string): boolean => text.endsWith('}');

/**
 * @returns 0 or 1, the same for all pictures of a person, so that the half that sets a limit and
 *   the half that tests it have no people in common
 */
export const halfOf = ({ set, person }: Pick<Face, 'set' | 'person'>): 0 | 1 =>
  (createHash('sha256').update(`${set} ${person}`).digest()[0] ?? 0) % 2 === 0 ? 0 : 1;
