// The engine's front: finds, follows and measures one face, and estimates its age. It decides nothing;
// what the numbers mean is the page's guidance and the server's judgement.

import { AgeNet } from './age-net.ts';
import { measureBrightness } from './brightness.ts';
import type { Pose } from './challenge.ts';
import { type Detection, FaceDetector } from './detector.ts';
import { area, type Box, boundingBox, type Crop, overlap, type Point3 } from './geometry.ts';
import { cropAroundDetection, cropAroundMesh, type FaceMesh, MeshModel } from './mesh.ts';
import type { ModelName, ReadFile } from './model-files.ts';
import { assertPicture, type Picture } from './picture.ts';
import { measurePose } from './pose.ts';

/** What is measured of a face in one picture. Place and size are fractions of the picture. */
export interface FaceReading {
  /** Degrees. */
  pose: Pose;
  /** The centre. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The mesh net's certainty that this is a face: 0.5 to 1. */
  score: number;
  /** Faces in the picture at the last detection; 1 or more. */
  faces: number;
  /** Mean luma of the face: 0 (black) to 255. */
  brightness: number;
  /** Estimated age in years, where it was wanted for this picture. */
  age?: number;
}

/** A reading with its geometry in picture pixels, which never leaves the engine's worker. */
export interface TrackedFace extends FaceReading {
  /** Upright box around the mesh. */
  box: Box;
  /** 468 points. */
  mesh: Point3[];
}

interface Nets {
  blazeface?: FaceDetector;
  facemesh?: MeshModel;
  age?: AgeNet;
}

/** Pictures from one detection to the next while a face is followed, unless told otherwise: a tenth of a second. */
const DETECT_EVERY = 3;
/** Below this the mesh no longer sits on a face. */
const MINIMUM_MESH_SCORE = 0.5;
/** A cut that is off by more than this share of its side falsifies the pose by several degrees. */
const SETTLED_SHARE = 0.05;
/** A cut that is still off after so many sits beside the face. */
const MOST_CUTS = 4;
/** A face that leaps is found again sooner by the detector than by further cuts. */
const CUTS_TO_FOLLOW = 2;
/** A followed face and a detection that share less than this are different faces. */
const SAME_FACE_OVERLAP = 0.2;
/** The detector's box against the mesh's: the age net was measured on the former. */
const DETECTION_PER_MESH = 0.9;
/** The age net wavers with the cut; the mean of three cuts wavers less (measured against known ages). */
const AGE_CROP_SCALES = [1, 1.2, 1.4].map((scale) => scale * DETECTION_PER_MESH);

export class FaceEngine {
  readonly #nets: Nets;
  #followed: FaceMesh | undefined;
  #faces = 0;
  #sinceDetection = 0;

  private constructor(nets: Nets) {
    this.#nets = nets;
  }

  /**
   * The wasm backend must be running (backend.ts).
   * @param read called once per file of MODEL_FILES of the wanted models
   * @throws when a file cannot be read or is not the model it should be
   */
  static async load(read: ReadFile, models: readonly ModelName[]): Promise<FaceEngine> {
    const nets: Nets = {};
    if (models.includes('blazeface')) nets.blazeface = await FaceDetector.load(read);
    if (models.includes('facemesh')) nets.facemesh = await MeshModel.load(read);
    if (models.includes('age')) nets.age = await AgeNet.load(read);
    return new FaceEngine(nets);
  }

  /** All faces, surest first. Needs blazeface. @throws RangeError for an unusable picture */
  detect(picture: Picture): Detection[] {
    assertPicture(picture);
    return loaded(this.#nets.blazeface, 'blazeface').detect(picture, 'thorough');
  }

  /**
   * Measures the face that was followed so far, or else the largest one; meant for consecutive pictures of
   * one camera. Needs blazeface and facemesh.
   * @param options.detectEvery pictures from one detection, which counts the faces, to the next
   * @returns undefined while no face is in sight
   * @throws RangeError for an unusable picture
   */
  track(
    picture: Picture,
    { detectEvery = DETECT_EVERY }: { detectEvery?: number } = {},
  ): TrackedFace | undefined {
    assertPicture(picture);
    const mesh = this.#locate(picture, detectEvery);
    this.#followed = mesh;
    if (!mesh) return undefined;
    const box = boundingBox(mesh.points);
    const [x0, y0, x1, y1] = box;
    return {
      pose: measurePose(mesh.points),
      x: (x0 + x1) / 2 / picture.width,
      y: (y0 + y1) / 2 / picture.height,
      width: (x1 - x0) / picture.width,
      height: (y1 - y0) / picture.height,
      score: mesh.score,
      faces: this.#faces,
      brightness: measureBrightness(picture, box),
      box,
      mesh: mesh.points,
    };
  }

  /**
   * @param face tracked in the same picture
   * @returns years: mean of three cuts of the face. Single estimates err by 5 to 10 years; average frontal ones
   */
  estimateAge(picture: Picture, face: Pick<TrackedFace, 'mesh'>): number {
    assertPicture(picture);
    const net = loaded(this.#nets.age, 'age');
    const years = AGE_CROP_SCALES.map((scale) =>
      net.estimate(picture, cropAroundMesh(face.mesh, scale)),
    );
    return years.reduce((sum, value) => sum + value, 0) / years.length;
  }

  /** Whether the last picture that was tracked was also searched for faces, which takes time of its own. */
  get hasJustDetected(): boolean {
    return this.#sinceDetection === 0;
  }

  /** Forgets the followed face: the next picture comes from elsewhere. */
  reset(): void {
    this.#followed = undefined;
    this.#faces = 0;
    this.#sinceDetection = 0;
  }

  #locate(picture: Picture, detectEvery: number): FaceMesh | undefined {
    const mesh = this.#follow(picture);
    this.#sinceDetection++;
    if (mesh && this.#sinceDetection < detectEvery) return mesh;
    const detections = this.#search(picture);
    if (mesh && isConfirmed(mesh, detections)) return mesh;
    const largest = detections.sort((a, b) => area(b.box) - area(a.box))[0];
    return largest && this.#measure(picture, cropAroundDetection(largest));
  }

  #follow(picture: Picture): FaceMesh | undefined {
    if (!this.#followed) return undefined;
    return this.#measure(picture, cropAroundMesh(this.#followed.points), CUTS_TO_FOLLOW);
  }

  /** Quickly while a face is followed, also in the picture that lost it: what to say must be known at once. */
  #search(picture: Picture): Detection[] {
    const search = this.#followed ? 'quick' : 'thorough';
    const detections = loaded(this.#nets.blazeface, 'blazeface').detect(picture, search);
    this.#faces = Math.max(1, detections.length);
    this.#sinceDetection = 0;
    return detections;
  }

  /** Cuts again around what it found until the cut holds still; a mesh that never settles sits beside the face. */
  #measure(picture: Picture, first: Crop, mostCuts = MOST_CUTS): FaceMesh | undefined {
    const net = loaded(this.#nets.facemesh, 'facemesh');
    let crop = first;
    for (let cuts = 0; cuts < mostCuts; cuts++) {
      const mesh = net.measure(picture, crop);
      if (mesh.score < MINIMUM_MESH_SCORE) return undefined;
      const settled = cropAroundMesh(mesh.points);
      const moved = Math.hypot(settled.cx - crop.cx, settled.cy - crop.cy);
      const grown = Math.abs(settled.side - crop.side);
      if (Math.max(moved, grown) <= SETTLED_SHARE * crop.side) return mesh;
      crop = settled;
    }
    return undefined;
  }
}

/** The detector misses far-turned faces that the mesh still holds, so only another face refutes a mesh. */
function isConfirmed(mesh: FaceMesh, detections: readonly Detection[]): boolean {
  const box = boundingBox(mesh.points);
  const isSame = (detection: Detection) => overlap(detection.box, box) >= SAME_FACE_OVERLAP;
  return detections.length === 0 || detections.some(isSame);
}

function loaded<T>(net: T | undefined, name: ModelName): T {
  if (net === undefined) throw new Error(`The model ${name} was not loaded.`);
  return net;
}
