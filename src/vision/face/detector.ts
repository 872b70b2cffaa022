// Finds faces with BlazeFace (MediaPipe's back-camera model, made for 256 x 256): boxes, scores and
// six keypoints.

import { type Box, overlap, type Point2 } from './geometry.ts';
import { GraphModel, type Output } from './graph-model.ts';
import type { ReadFile } from './model-files.ts';
import { inputOf } from './net-input.ts';
import type { Picture } from './picture.ts';
import type { Size } from './sampler.ts';

export interface Detection {
  /** The confidence that this is a face: 0.5 (doubtful) to 1. */
  score: number;
  box: Box;
  /** The person's right eye, left eye, nose, mouth, right ear, left ear. */
  keypoints: Point2[];
}

/**
 * How thoroughly to search. The minimum face size is a twentieth of the picture's longer side for
 * `thorough`, and a thirteenth for `quick`, which takes a third of the time. `quick` also misses
 * some faces in the dark and some that fill the picture (measured with the puppet).
 */
type Search = 'thorough' | 'quick';

/** Length of the longer edge of the network's input. */
const INPUT_PIXELS = { thorough: 256, quick: 128 } as const satisfies Record<Search, number>;
/** Cell size of the coarser grid: the edges of the input are multiples of it. */
const CELL_PIXELS = 32;
const NORMALISATION = { scale: 1 / 127.5, offset: [-1, -1, -1] } as const;
const MINIMUM_SCORE = 0.5;
/** Boxes with at least this intersection over union are the same face. */
const SAME_FACE_OVERLAP = 0.3;
const KEYPOINTS = 6;
/**
 * The network's values per anchor: centre, size, then the keypoints, all relative to the anchor and
 * in input pixels.
 */
const VALUES_PER_ANCHOR = 4 + 2 * KEYPOINTS;
/** The two anchor grids: cell size in input pixels and anchors per cell. */
const GRIDS = [
  { stride: 16, perCell: 2 },
  { stride: 32, perCell: 6 },
] as const;

export class FaceDetector {
  readonly #model: GraphModel;

  private constructor(model: GraphModel) {
    this.#model = model;
  }

  static async load(read: ReadFile): Promise<FaceDetector> {
    return new FaceDetector(await GraphModel.load('blazeface', read));
  }

  /** @returns the faces by descending score, in picture pixels */
  detect(picture: Picture, search: Search): Detection[] {
    const side = Math.max(picture.width, picture.height);
    const scale = side / INPUT_PIXELS[search];
    const size = { width: inCells(picture.width / scale), height: inCells(picture.height / scale) };
    const centre = { cx: picture.width / 2, cy: picture.height / 2 };
    const crop = { ...centre, side, angle: 0 };
    const outputs = this.#model.run(inputOf(picture, crop, size, NORMALISATION));
    const toPicture = ([x, y]: Point2): Point2 => [
      (x - size.width / 2) * scale + centre.cx,
      (y - size.height / 2) * scale + centre.cy,
    ];
    return suppressNonMaxima(GRIDS.flatMap((grid) => readGrid(outputs, size, grid))).map(
      (found) => ({
        score: found.score,
        box: [
          ...toPicture([found.box[0], found.box[1]]),
          ...toPicture([found.box[2], found.box[3]]),
        ] satisfies Box,
        keypoints: found.keypoints.map(toPicture),
      }),
    );
  }
}

function inCells(pixels: number): number {
  return Math.ceil(pixels / CELL_PIXELS) * CELL_PIXELS;
}

function readGrid(
  outputs: Output[],
  { width, height }: Size,
  { stride, perCell }: (typeof GRIDS)[number],
): Detection[] {
  const columns = width / stride;
  const anchors = columns * (height / stride) * perCell;
  const scores = findOutput(outputs, anchors, 1);
  const values = findOutput(outputs, anchors, VALUES_PER_ANCHOR);
  const found: Detection[] = [];
  for (let anchor = 0; anchor < anchors; anchor++) {
    const score = 1 / (1 + Math.exp(-(scores[anchor] ?? -Infinity)));
    if (score < MINIMUM_SCORE) continue;
    const cell = Math.floor(anchor / perCell);
    const x = stride * ((cell % columns) + 0.5);
    const y = stride * (Math.floor(cell / columns) + 0.5);
    const first = anchor * VALUES_PER_ANCHOR;
    found.push({ score, ...readAnchor(values.subarray(first, first + VALUES_PER_ANCHOR), x, y) });
  }
  return found;
}

function readAnchor(values: Float32Array, x: number, y: number): Omit<Detection, 'score'> {
  const [dx = 0, dy = 0, width = 0, height = 0, ...points] = values;
  const cx = x + dx;
  const cy = y + dy;
  return {
    box: [cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2],
    keypoints: Array.from({ length: KEYPOINTS }, (_, i) => [
      x + (points[2 * i] ?? 0),
      y + (points[2 * i + 1] ?? 0),
    ]),
  };
}

/**
 * Keeps only the best detection of each face, because neighbouring anchors report the same face.
 */
function suppressNonMaxima(found: Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const candidate of found.sort((a, b) => b.score - a.score)) {
    if (kept.every((face) => overlap(face.box, candidate.box) < SAME_FACE_OVERLAP)) {
      kept.push(candidate);
    }
  }
  return kept;
}

function findOutput(outputs: Output[], rows: number, columns: number): Float32Array {
  const output = outputs.find(({ shape }) => shape[1] === rows && shape[2] === columns);
  if (!output) throw new Error(`BlazeFace has no output of ${rows} x ${columns}.`);
  return output.data;
}
