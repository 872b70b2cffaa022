// Entry point of the engine: detects, tracks and measures one face and estimates its age. It makes
// no decisions: the page uses the numbers to guide the person, and the server uses them to decide
// the outcome of the check.

import { AgeNet } from './age-net.ts';
import { measureBrightness } from './brightness.ts';
import type { Pose } from './challenge.ts';
import { type Detection, FaceDetector } from './detector.ts';
import { area, type Box, boundingBox, overlap, type Point3 } from './geometry.ts';
import { cropAroundDetection, cropAroundMesh, type FaceMesh, MeshModel } from './mesh.ts';
import type { ModelName, ReadFile } from './model-files.ts';
import { mouthOpening } from './mouth.ts';
import { assertPicture, type Picture } from './picture.ts';
import { measurePose } from './pose.ts';

/** The measurements of a face in one picture. Position and size are fractions of the picture. */
export interface FaceReading {
  /** The head's pose, in degrees. */
  pose: Pose;
  /** The centre of the face, as fractions of the picture. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Gap between the lips, as a share of the mouth's width. */
  mouth: number;
  /** Confidence of the mesh network that this is a face: 0.5 to 1. */
  score: number;
  /** Number of faces in the picture at the last detection; 1 or more. */
  faces: number;
  /** Mean luma of the face: 0 (black) to 255. */
  brightness: number;
  /** Estimated age in years, if it was requested for this picture. */
  age?: number;
}

/**
 * A reading together with the face's geometry in picture pixels. The geometry never leaves the
 * engine's worker.
 */
export interface TrackedFace extends FaceReading {
  /** Upright box around the mesh. */
  box: Box;
  /** The mesh of 468 points. */
  mesh: Point3[];
}

interface Nets {
  blazeface?: FaceDetector;
  facemesh?: MeshModel;
  age?: AgeNet;
}

/**
 * The default interval between detections while a face is tracked, in pictures; three pictures take
 * a tenth of a second.
 */
const DETECT_EVERY = 3;
/**
 * The maximum number of crops that are tried to follow a face into the next picture: when the face
 * jumps, detection finds it faster than further crops would.
 */
const MAX_CROPS_TRACKING = 2;
/** A tracked face and a detection with a smaller intersection over union are different faces. */
const SAME_FACE_OVERLAP = 0.2;

export class FaceEngine {
  readonly #nets: Nets;
  #followed: FaceMesh | undefined;
  #faces = 0;
  #sinceDetection = 0;

  private constructor(nets: Nets) {
    this.#nets = nets;
  }

  /**
   * Loads the networks. The wasm backend must be running (backend.ts).
   * @param read called once for each file of the wanted models in MODEL_FILES
   * @throws when a file cannot be read or does not contain the expected model
   */
  static async load(read: ReadFile, models: readonly ModelName[]): Promise<FaceEngine> {
    const nets: Nets = {};
    if (models.includes('blazeface')) nets.blazeface = await FaceDetector.load(read);
    if (models.includes('facemesh')) nets.facemesh = await MeshModel.load(read);
    if (models.includes('age')) nets.age = await AgeNet.load(read);
    return new FaceEngine(nets);
  }

  /**
   * Finds all faces in a picture. The engine must have been loaded with blazeface.
   * @returns all faces by descending score
   * @throws RangeError for an invalid picture
   */
  detect(picture: Picture): Detection[] {
    assertPicture(picture);
    return loaded(this.#nets.blazeface, 'blazeface').detect(picture, 'thorough');
  }

  /**
   * Measures the tracked face or, if none is tracked, the largest one. Expects consecutive pictures
   * from one camera. Needs blazeface and facemesh.
   * @param options.detectEvery the interval between detections, in pictures; faces are counted only
   *   in a detection
   * @returns undefined while there is no face
   * @throws RangeError for an invalid picture
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
      mouth: mouthOpening(mesh.points),
      score: mesh.score,
      faces: this.#faces,
      brightness: measureBrightness(picture, box),
      box,
      mesh: mesh.points,
    };
  }

  /**
   * @param face tracked in the same picture
   * @returns the age in years: the mean over three crops. Single estimates are off by 5 to 10
   *   years, so average the estimates of frontal faces
   */
  estimateAge(picture: Picture, face: Pick<TrackedFace, 'mesh'>): number {
    assertPicture(picture);
    return loaded(this.#nets.age, 'age').estimateFace(picture, face.mesh);
  }

  /** Whether the last call of `track` also ran the detector, which takes additional time. */
  get hasJustDetected(): boolean {
    return this.#sinceDetection === 0;
  }

  /** Stops tracking. Must be called when the next picture comes from a different source. */
  reset(): void {
    this.#followed = undefined;
    this.#faces = 0;
    this.#sinceDetection = 0;
  }

  get #mesh(): MeshModel {
    return loaded(this.#nets.facemesh, 'facemesh');
  }

  #locate(picture: Picture, detectEvery: number): FaceMesh | undefined {
    const mesh = this.#follow(picture);
    this.#sinceDetection++;
    if (mesh && this.#sinceDetection < detectEvery) return mesh;
    const detections = this.#search(picture);
    if (mesh && isConfirmed(mesh, detections)) return mesh;
    const largest = detections.sort((a, b) => area(b.box) - area(a.box))[0];
    return largest && this.#mesh.settle(picture, cropAroundDetection(largest));
  }

  #follow(picture: Picture): FaceMesh | undefined {
    if (!this.#followed) return undefined;
    return this.#mesh.settle(picture, cropAroundMesh(this.#followed.points), MAX_CROPS_TRACKING);
  }

  /**
   * Uses the quick search while a face is tracked, even in the picture in which the face is lost,
   * because guidance must not be delayed.
   */
  #search(picture: Picture): Detection[] {
    const search = this.#followed ? 'quick' : 'thorough';
    const detections = loaded(this.#nets.blazeface, 'blazeface').detect(picture, search);
    this.#faces = Math.max(1, detections.length);
    this.#sinceDetection = 0;
    return detections;
  }
}

/**
 * The detector misses strongly turned faces that the mesh can track, so only a detection elsewhere
 * refutes a mesh.
 */
function isConfirmed(mesh: FaceMesh, detections: readonly Detection[]): boolean {
  const box = boundingBox(mesh.points);
  const isSame = (detection: Detection) => overlap(detection.box, box) >= SAME_FACE_OVERLAP;
  return detections.length === 0 || detections.some(isSame);
}

function loaded<T>(net: T | undefined, name: ModelName): T {
  if (net === undefined) throw new Error(`The model ${name} was not loaded.`);
  return net;
}
