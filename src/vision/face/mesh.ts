// Fits MediaPipe's face mesh (468 points with depth) to one face. The choice of crop shifts the
// measured pose by a few degrees, so one rule applies everywhere: the crop is centred on the
// previous mesh, and a detection is only the starting point.

import type { Detection } from './detector.ts';
import { type Crop, emptyBox, extendBox, type Point3 } from './geometry.ts';
import { GraphModel } from './graph-model.ts';
import type { ReadFile } from './model-files.ts';
import { inputOf } from './net-input.ts';
import type { Picture } from './picture.ts';
import { rollRadians } from './pose.ts';

const MESH_POINTS = 468;

const INPUT_PIXELS = 192;
const INPUT_SIZE = { width: INPUT_PIXELS, height: INPUT_PIXELS };
const NORMALISATION = { scale: 1 / 255, offset: [0, 0, 0] } as const;
/** The face fills two thirds of the crop, as in training (MediaPipe face_landmark_front). */
const CROP_SCALE = 1.5;

/** The minimum score of a crop that contains a face. */
const MINIMUM_SCORE = 0.5;
/**
 * The maximum error of a crop, as a share of its side; a larger error distorts the pose by several
 * degrees.
 */
const SETTLED_SHARE = 0.05;
/** The maximum number of iterations: a crop that has not converged by then is not on the face. */
const MAX_CROPS = 4;

export interface FaceMesh {
  /** Confidence that the crop contains a face: 0 to 1. */
  score: number;
  /** The points of the mesh, in picture pixels. */
  points: Point3[];
}

export class MeshModel {
  readonly #model: GraphModel;

  private constructor(model: GraphModel) {
    this.#model = model;
  }

  static async load(read: ReadFile): Promise<MeshModel> {
    return new MeshModel(await GraphModel.load('facemesh', read));
  }

  /**
   * Crops around the mesh repeatedly until the crop converges; a crop that does not converge is not
   * on the face.
   * @returns undefined when the crop contains no face, or does not converge
   */
  settle(picture: Picture, first: Crop, maxCrops = MAX_CROPS): FaceMesh | undefined {
    let crop = first;
    for (let count = 0; count < maxCrops; count++) {
      const mesh = this.measure(picture, crop);
      if (mesh.score < MINIMUM_SCORE) return undefined;
      const settled = cropAroundMesh(mesh.points);
      const moved = Math.hypot(settled.cx - crop.cx, settled.cy - crop.cy);
      const grown = Math.abs(settled.side - crop.side);
      if (Math.max(moved, grown) <= SETTLED_SHARE * crop.side) return mesh;
      crop = settled;
    }
    return undefined;
  }

  /** Frees the filters permanently. Call it once, after a run: see freeUsedFilter. */
  freeFilters(): void {
    this.#model.freeFilters();
  }

  measure(picture: Picture, crop: Crop): FaceMesh {
    const outputs = this.#model.run(inputOf(picture, crop, INPUT_SIZE, NORMALISATION));
    const flat = outputs.find(({ shape }) => shape.at(-1) === MESH_POINTS * 3)?.data;
    const flag = outputs.find(({ shape }) => shape.at(-1) === 1)?.data;
    if (!flat || !flag) throw new Error('The mesh model lacks its points or its score.');
    return { score: flag[0] ?? 0, points: toPicture(flat, crop) };
  }
}

/** The crop around a detection, rotated so that the eyes are level. */
export function cropAroundDetection({ box, keypoints }: Detection): Crop {
  const [right = [0, 0], left = [1, 0]] = keypoints;
  return {
    cx: (box[0] + box[2]) / 2,
    cy: (box[1] + box[3]) / 2,
    side: Math.max(box[2] - box[0], box[3] - box[1]) * CROP_SCALE,
    angle: Math.atan2(left[1] - right[1], left[0] - right[0]),
  };
}

/**
 * The crop for the next picture or iteration: the square around the mesh, rotated so that the eyes
 * are level.
 */
export function cropAroundMesh(points: readonly Point3[], scale = CROP_SCALE): Crop {
  const angle = rollRadians(points);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const level = emptyBox();
  for (let index = 0; index < points.length; index++) {
    const [x, y] = points[index] ?? [0, 0];
    extendBox(level, x * cos + y * sin, y * cos - x * sin);
  }
  const cx = (level[0] + level[2]) / 2;
  const cy = (level[1] + level[3]) / 2;
  return {
    cx: cx * cos - cy * sin,
    cy: cx * sin + cy * cos,
    side: Math.max(level[2] - level[0], level[3] - level[1]) * scale,
    angle,
  };
}

function toPicture(flat: Float32Array, { cx, cy, side, angle }: Crop): Point3[] {
  const scale = side / INPUT_PIXELS;
  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  return Array.from({ length: MESH_POINTS }, (_, i) => {
    const x = (flat[3 * i] ?? 0) - INPUT_PIXELS / 2;
    const y = (flat[3 * i + 1] ?? 0) - INPUT_PIXELS / 2;
    return [cx + x * cos - y * sin, cy + x * sin + y * cos, (flat[3 * i + 2] ?? 0) * scale];
  });
}
