// Types and limits for a check that is measured at the edge (D-80), shared by the page (which keeps
// pictures and reveals those that were chosen), the session (which chooses and judges) and the face
// Worker (which measures). The page does not use the types for a document's portrait (D-91) or for
// a photograph. This file makes no decisions.
import type { Pose } from './challenge.ts';
import type { Mouth } from './mouth.ts';

/**
 * The steps whose pictures are measured. `face` takes frontal pictures like `age`, but no age is
 * estimated (D-97).
 */
export type RevealStep = 'liveness' | 'age' | 'face';

/**
 * Width of a kept picture in px, its JPEG quality, the lower quality for a second attempt when it
 * is too large, and its maximum size in bytes.
 */
export const KEPT_WIDTH = 480;
export const KEPT_QUALITY = 0.8;
export const KEPT_QUALITY_WHEN_LARGE = 0.7;
export const MAX_KEPT_BYTES = 40 * 1024;
/** The page keeps one in this many pictures from the camera. */
export const KEEP_EVERY = 3;
/** Maximum number of pictures to which a submission commits. */
export const MAX_COMMITMENTS = 220;
/**
 * The maximum number of pictures that a step may request, and their maximum total size in bytes.
 */
export const MAX_REVEALED_PICTURES = 15;
export const MAX_REVEALED_BYTES = MAX_REVEALED_PICTURES * MAX_KEPT_BYTES;
/**
 * How long the page has, by the server's clock, to send the pictures that the server drew at
 * random.
 */
export const REVEAL_MS = 10_000;

/**
 * A page's commitment to a picture: its time in ms, as in its sample, and base64url of
 * SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII text.
 */
export type Commitment = [t: number, hash: string];

/** A picture that the server drew at random, as the page reveals it. */
export interface RevealedPicture {
  t: number;
  /** The hash in the picture's commitment. */
  hash: string;
  jpeg: Uint8Array<ArrayBuffer>;
  /** Whether a descriptor of the face is computed. Default: true. */
  isDescribed?: boolean;
  /** Degrees of yaw or pitch beyond which no descriptor is computed. Default: no limit. */
  describedWithin?: number;
  /** Whether a {@link BentScore} of the picture is computed. Default: false. */
  isBentScored?: boolean;
}

/** Why a picture was not measured. `not_committed`: its hash does not match the commitment. */
export type PictureFault = 'not_committed' | 'not_a_jpeg' | 'too_large' | 'unreadable' | 'no_face';

/**
 * Grey values on a grid over the face, row by row; `left` and `top` are in steps of the grid, from
 * the picture's upper left corner.
 */
export interface GreyGrid {
  left: number;
  top: number;
  columns: number;
  /** The grey values, 0 to 255. */
  values: number[];
}

/**
 * The face Worker's measurements of the largest face in one picture. None of them is stored beyond
 * the check.
 */
export interface MeasuredFace {
  /** How many faces the picture shows. */
  faces: number;
  pose: Pose;
  /** Confidence that this is a face, 0 to 1. */
  score: number;
  /** Centre and width as fractions of the picture. */
  x: number;
  y: number;
  width: number;
  /** The measurements of the mouth (mouth.ts). */
  mouth?: Mouth;
  /**
   * A unit vector; empty when it was not requested, or when the face is turned beyond
   * `describedWithin`. Descriptors of one person are closer to each other than to other people's
   * descriptors.
   */
  descriptor: number[];
  /** 468 points, alternating x and y, in px of the picture; used to measure planarity. */
  mesh: number[];
  grey?: GreyGrid;
  /**
   * ln(R/G) and ln(B/G) of the skin and of the wall behind the person. `light` is absent if too
   * little skin is visible, `wall` if too little of the wall is visible.
   */
  light?: { skin: [number, number]; wall?: [number, number] };
  /**
   * The age in years that each of the two nets estimated, for pictures of the age step. `head` is
   * absent if an older face Worker, which has no age head, measured the picture.
   */
  ages?: { ageNet: number; faceres: number; head?: HeadScore };
  /**
   * How much the picture looks bent, for pictures of movements. Absent if it was not requested, or
   * if an older face Worker measured the picture.
   */
  bent?: BentScore;
}

/**
 * The bent head's score for a picture: higher if it looks more as if a program had bent it. Only
 * scores from one session can be compared.
 */
export interface BentScore {
  /** Identifies the head: a limit for one head does not apply to another. */
  id: string;
  /** The natural logarithm of the odds. */
  score: number;
}

/**
 * The age head's score for a face: not an age, but how certain the head is that the person is an
 * adult. A higher score means an older face.
 */
export interface HeadScore {
  /** Identifies the head: a limit for one head does not apply to another. */
  id: string;
  /** The score, in units of about one standard deviation. */
  score: number;
}

export type MeasuredPicture = { t: number } & (
  | { ok: true; face: MeasuredFace }
  | { ok: false; fault: PictureFault }
);

export interface MeasureRequest {
  step: RevealStep;
  nonce: string;
  pictures: readonly RevealedPicture[];
}

export interface Measurement {
  pictures: MeasuredPicture[];
  /**
   * SHA-256, hexadecimal, of each model file that was used for the measurement, and of the
   * WebAssembly that ran it.
   */
  models: Record<string, string>;
  /** Hash of everything that determines the descriptors, as in a {@link DescribedPhoto}. */
  descriptorModel: string;
}

/**
 * A picture of a page or card with a portrait, as encoded by a canvas: upright, up to 2 megapixels
 * and 1 MB.
 */
export interface PortraitRequest {
  jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * `several_faces`: none of them is clearly the portrait. `too_small`: too few pixels to distinguish
 * people.
 */
type PortraitFault =
  | 'not_a_jpeg'
  | 'too_large'
  | 'unreadable'
  | 'no_face'
  | 'several_faces'
  | 'too_small';

/**
 * The face Worker's measurements of a document's portrait. None of them is stored beyond the step.
 */
export type MeasuredPortrait =
  | {
      ok: true;
      /** A unit vector, comparable with the descriptor of a {@link MeasuredFace}. */
      descriptor: number[];
      /** How many faces the picture shows: documents repeat the portrait as a ghost image. */
      faces: number;
      /** Width of the face from ear to ear. */
      widthPx: number;
      /** The rectangle around the face's points, in px of the picture. */
      face: { left: number; top: number; right: number; bottom: number };
      /** Size of the picture in px. */
      picture: { width: number; height: number };
    }
  | { ok: false; fault: PortraitFault };

export interface PortraitMeasurement {
  portrait: MeasuredPortrait;
  /** The same hashes as in a {@link Measurement}. */
  models: Record<string, string>;
}

/**
 * A photograph of a person as a phone takes it: a baseline JPEG of up to 25 megapixels and 7.5 MB,
 * rotated by its EXIF orientation.
 */
export interface PhotoRequest {
  jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * `turned_away`: the face is not turned towards the camera; descriptors of such views vary more.
 */
export type PhotoFault = PortraitFault | 'turned_away';

/** The face Worker's result for a photograph. */
export type DescribedPhoto =
  | {
      ok: true;
      /** A unit vector, comparable with other descriptors of the same model. */
      descriptor: number[];
      /**
       * Hash of everything that determines the descriptor; descriptors of different models are not
       * comparable.
       */
      model: string;
    }
  | { ok: false; fault: PhotoFault };

/** The face Worker's interface for the service (binding FACE). */
export interface FaceMeasurer {
  /**
   * Measures the faces in pictures. `pictures` of the result has one entry per picture, in the same
   * order. Pixels are dropped before the promise resolves.
   */
  measure(request: MeasureRequest): Promise<Measurement>;
  /**
   * Finds and measures the portrait of a document; pixels are dropped before the promise resolves.
   */
  measurePortrait(request: PortraitRequest): Promise<PortraitMeasurement>;
  /** Describes the only face of a photograph; pixels are dropped before the promise resolves. */
  describePhoto(request: PhotoRequest): Promise<DescribedPhoto>;
  /**
   * Reports whether the models are loaded or can be loaded. If so, it also returns the hash that
   * identifies the descriptors of a {@link DescribedPhoto}, and the SHA-256 of each file that is
   * used to measure.
   */
  health(): Promise<{ ok: boolean; descriptorModel?: string; models?: Record<string, string> }>;
}
