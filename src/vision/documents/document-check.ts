// Types and limits for reading a document on the server, shared by the code that cuts strips and
// the code that reads them again. This file makes no decisions.
import type { CivilDate } from './civil-date.ts';
import type { DocumentReading } from './document-facts.ts';
import type { GreyPicture } from './grey-picture.ts';
import type { TakeAnswer, TakeRequest } from './take-check.ts';

/**
 * The kinds of code that are read: a machine-readable zone, or the barcode of an American or
 * Canadian licence.
 */
export const CODE_KINDS = ['mrz', 'pdf417'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/**
 * Signs that a picture shows a copy: `photocopy` is a page without colour, `screen` a page that
 * shows a screen's pixel grid, `edited_file` a file whose metadata names an editor, `zone_metrics`
 * a zone whose letters do not have the size that its lines require, `portrait_over_code` something
 * wide and dark right above the zone, where nothing may be printed. Each sign has an innocent
 * explanation and can be evaded, so none of them is decisive: they only raise the risk band. D-92
 * explains why there are no other signs.
 */
export type CopySignal =
  | 'photocopy'
  | 'screen'
  | 'edited_file'
  | 'zone_metrics'
  | 'portrait_over_code';

/**
 * The number of pictures of a code that must agree, and the lowest and highest number of lines in a
 * zone; a barcode is cut out as one picture.
 */
export const FRAMES = 2;
export const MIN_LINES = 2;
export const MAX_LINES = 3;
/**
 * Limits for the picture of the whole page, a JPEG from a canvas whose longer side has at most 1600
 * px.
 */
export const PAGE_LIMITS = { bytes: 1024 * 1024, pixels: 2_000_000 } as const;

export interface ReadRequest {
  kind: CodeKind;
  /**
   * The strips of each frame, from the top, before their light is evened out; or the barcode as it
   * was cut out.
   */
  frames: readonly (readonly GreyPicture[])[];
  /** JPEG of the page that one of the frames was cut from. */
  page: Uint8Array<ArrayBuffer>;
  /** Today's date in UTC. */
  today: CivilDate;
}

/** A rectangle in px of a picture. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The position of a machine-readable zone: its number of lines, and both ends of the first line, in
 * px of the page.
 */
export interface ZonePlace {
  lines: number;
  left: readonly [x: number, y: number];
  right: readonly [x: number, y: number];
}

/** The values of a code that the document also prints in plain text, spelled as in the code. */
export interface KnownText {
  number: string;
  birthDate: CivilDate;
  surname: string;
  givenNames: string;
}

/** Which of the known values were found in the print. `name`: the surname and a given name. */
export type FoundText = Record<'number' | 'birthDate' | 'name', boolean>;

/**
 * A request about the side of a card with the portrait, for a card that has its code on the other
 * side.
 */
export interface FrontRequest {
  /** A JPEG, like the page of a {@link ReadRequest}. */
  jpeg: Uint8Array<ArrayBuffer>;
  /** The position of the face in the portrait, as the face Worker found it. */
  face: Place;
  /** The values to look for on the card. */
  known: KnownText;
}

/** A request about a page that has both the portrait and the zone. */
export interface PageRequest {
  jpeg: Uint8Array<ArrayBuffer>;
  /** The position of the zone; the values are looked for above it. */
  zone: ZonePlace;
  known: KnownText;
}

/**
 * One possible outline of the card: where the face is on it, and what is printed next to the face.
 */
export interface PortraitPlace {
  /** Centre, width and height of the face, as shares of the card's width and height. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether the card is in portrait orientation. */
  isUpright: boolean;
  /** The number of rows of print next to the portrait. */
  rows: number;
  /** The values of the code that were found on the card. */
  text: FoundText;
}

/**
 * `strips`: anything but two frames of two or three strips (for a barcode: one picture), or a
 * picture of invalid size. The other faults concern the page.
 */
type RequestFault = 'strips' | 'not_a_jpeg' | 'too_large' | 'unreadable';

/**
 * The answer contains names, numbers and dates. It is the input of the verdict's rules, and is
 * never stored or logged.
 */
export type DocumentAnswer =
  | {
      ok: true;
      /**
       * The readings of the frames, then the reading of the page; only one reading if both frames
       * are the same picture.
       */
      readings: DocumentReading[];
      /** The position of the zone in the picture of the page, if it was found there. */
      zone?: ZonePlace;
      signals: CopySignal[];
      /**
       * The SHA-256, in hexadecimal, of the model file that read the strips, or of the WebAssembly
       * that read a barcode.
       */
      models: Record<string, string>;
    }
  | { ok: false; fault: RequestFault };

/**
 * The part that all answers about printed text share: the SHA-256, in hexadecimal, of the model
 * file that examined the text.
 */
interface LookedAt {
  models: Record<string, string>;
}

type PictureFault = Exclude<RequestFault, 'strips'>;

/**
 * `cards`: the possible outlines around the face's centre, likeliest first; empty when no outline
 * was found.
 */
export type FrontAnswer =
  | ({ ok: true; cards: PortraitPlace[] } & LookedAt)
  | { ok: false; fault: PictureFault };

/** The answer contains none of the printed text. */
export type PageAnswer =
  | ({ ok: true; text: FoundText } & LookedAt)
  | { ok: false; fault: PictureFault };

/** The documents Worker's interface for the service. */
export interface DocumentReader {
  /**
   * @returns the readings of the frames and the page, and the signs of a copy; pixels are dropped
   *   before the promise resolves
   */
  read(request: ReadRequest): Promise<DocumentAnswer>;
  /** Looks for the card that has the portrait; pixels are dropped before the promise resolves. */
  lookAtFront(request: FrontRequest): Promise<FrontAnswer>;
  /**
   * Looks for the values of a zone on the page above it; pixels are dropped before the promise
   * resolves.
   */
  lookAtPage(request: PageRequest): Promise<PageAnswer>;
  /**
   * Compares the small pictures of a take with the pictures of the document's sides; pixels are
   * dropped before the promise resolves.
   */
  lookAtTake(request: TakeRequest): Promise<TakeAnswer>;
  /** Serves /readyz; `models` maps the file of each model in use to its SHA-256. */
  health(): Promise<{ ok: boolean; models?: Record<string, string> }>;
}
