// Terms and limits of a check that is measured at the edge (D-80), shared by the page (which keeps pictures and reveals
// those that were drawn), the session (which draws and judges) and the face Worker (which measures). No decisions. Also
// of a document's portrait (D-91), which the face Worker measures by itself.
import type { Pose } from './challenge.ts';
import type { Mouth } from './mouth.ts';

/** The steps whose pictures are measured. `face`: frontal ones like those of `age`, of which no age is estimated (D-97). */
export type RevealStep = 'liveness' | 'age' | 'face';

/** Width of a kept picture in px, its JPEG quality, and its most bytes; above it, once more with the lower quality. */
export const KEPT_WIDTH = 480;
export const KEPT_QUALITY = 0.8;
export const KEPT_QUALITY_WHEN_LARGE = 0.7;
export const MAX_KEPT_BYTES = 40 * 1024;
/** Every third picture of the camera is kept. */
export const KEEP_EVERY = 3;
/** A submission commits to at most this many pictures. */
export const MAX_COMMITMENTS = 220;
/** How many pictures a step may ask for, and how many bytes they may have together. */
export const MAX_REVEALED_PICTURES = 15;
export const MAX_REVEALED_BYTES = MAX_REVEALED_PICTURES * MAX_KEPT_BYTES;
/** How long the page has to send the pictures that were drawn, on the server's clock. */
export const REVEAL_MS = 10_000;

/**
 * What a picture was committed to: its time in ms, as in its sample, and base64url of
 * SHA-256(nonce ‖ t ‖ JPEG), with nonce and t as ASCII text.
 */
export type Commitment = [t: number, hash: string];

/** A picture as it is revealed. */
export interface RevealedPicture {
  t: number;
  /** That it was committed to. */
  hash: string;
  jpeg: Uint8Array<ArrayBuffer>;
  /** Absent: the face in it is. */
  isDescribed?: boolean;
  /** Degrees of yaw or pitch beyond which the face is not described either. Absent: it is, however far it is turned. */
  describedWithin?: number;
}

/** Why a picture was not measured. `not_committed`: its hash is another. */
export type PictureFault = 'not_committed' | 'not_a_jpeg' | 'too_large' | 'unreadable' | 'no_face';

/** Grey values of a face's points, row by row; places are in steps of the grid, from the picture's corner. */
export interface GreyGrid {
  left: number;
  top: number;
  columns: number;
  /** 0 to 255. */
  values: number[];
}

/** What the face Worker found in one picture. Nothing of it is stored beyond the check. */
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
  /** What is between the lips; see mouth.ts. */
  mouth?: Mouth;
  /**
   * Of length 1; empty where the face was not to be described, or is turned further than it was to be. Two of one person are closer than two
   * of different people.
   */
  descriptor: number[];
  /** 468 points, x and y in turn, in px of the picture: what planarity is measured by. */
  mesh: number[];
  grey?: GreyGrid;
  /** ln(R/G) and ln(B/G) of skin and of background, where there is enough of both. */
  light?: { skin: [number, number]; wall?: [number, number] };
  /** Years by each of the two nets, in pictures of the age step. A face Worker from before there was a head has no `head`. */
  ages?: { ageNet: number; faceres: number; head?: HeadScore };
}

/** What the age head says of a face: no age, only how surely somebody is no minor. Higher is older. */
export interface HeadScore {
  /** Which head: a limit of one says nothing about the scores of another. */
  id: string;
  /** Of about the size of a standard deviation. */
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
  /** SHA-256 of each model file that measured and of the WebAssembly that it ran in, hexadecimal. */
  models: Record<string, string>;
  /** Hash of everything that made the descriptors, as in a {@link DescribedPhoto}. */
  descriptorModel: string;
}

/** A page or a card that has a portrait, as a canvas writes it: upright, up to 2 megapixels and 1 MB. */
export interface PortraitRequest {
  jpeg: Uint8Array<ArrayBuffer>;
}

/** `several_faces`: none of them is clearly the portrait. `too_small`: too few pixels to tell people apart by. */
type PortraitFault =
  | 'not_a_jpeg'
  | 'too_large'
  | 'unreadable'
  | 'no_face'
  | 'several_faces'
  | 'too_small';

/** What the face Worker found of a document's portrait. Nothing of it is stored beyond the step. */
export type MeasuredPortrait =
  | {
      ok: true;
      /** Of length 1, comparable with that of a {@link MeasuredFace}. */
      descriptor: number[];
      /** How many faces the picture shows: documents repeat the portrait as a ghost. */
      faces: number;
      /** Of the face, from ear to ear. */
      widthPx: number;
      /** The rectangle around the face's points, in px of the picture. */
      face: { left: number; top: number; right: number; bottom: number };
      /** Its size in px. */
      picture: { width: number; height: number };
    }
  | { ok: false; fault: PortraitFault };

export interface PortraitMeasurement {
  portrait: MeasuredPortrait;
  /** As in a {@link Measurement}. */
  models: Record<string, string>;
}

/** A photograph of a person as a phone takes it: a baseline JPEG of up to 25 megapixels and 7.5 MB, turned as EXIF says. */
export interface PhotoRequest {
  jpeg: Uint8Array<ArrayBuffer>;
}

/** `turned_away`: the face looks elsewhere, where views of one person differ more. */
export type PhotoFault = PortraitFault | 'turned_away';

/** What the face Worker found in a photograph, by itself. */
export type DescribedPhoto =
  | {
      ok: true;
      /** Of length 1, comparable with others of the same model. */
      descriptor: number[];
      /** Hash of everything that made the descriptor; those of another model say nothing beside it. */
      model: string;
    }
  | { ok: false; fault: PhotoFault };

/** The face Worker as the service calls it (binding FACE). */
export interface FaceMeasurer {
  /** @returns one entry per picture, in their order; pixels are dropped before it resolves */
  measure(request: MeasureRequest): Promise<Measurement>;
  /** Finds and measures the portrait of a document; its pixels are dropped before it resolves. */
  measurePortrait(request: PortraitRequest): Promise<PortraitMeasurement>;
  /** Describes the one face of a photograph; its pixels are dropped before it resolves. */
  describePhoto(request: PhotoRequest): Promise<DescribedPhoto>;
  /**
   * Whether the models are loaded, or can be; then with the model of a {@link DescribedPhoto}, and SHA-256 by file of all that
   * measures.
   */
  health(): Promise<{ ok: boolean; descriptorModel?: string; models?: Record<string, string> }>;
}
