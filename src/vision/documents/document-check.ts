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
 * Signs that a picture shows a copy. `photocopy`: the page has no colour. `screen`: the page shows
 * a screen's pixel grid. `edited_file`: the file's metadata names an editor. `zone_metrics`: the
 * zone's letters are not of the height that the distance between its lines requires.
 * `portrait_over_code`: something wide and dark is right above the zone, where nothing may be
 * printed. Each sign has an innocent explanation and can be evaded, so none of them is decisive:
 * they only raise the risk band. D-92 explains why there are no other signs.
 */
export type CopySignal =
  | 'photocopy'
  | 'screen'
  | 'edited_file'
  | 'zone_metrics'
  | 'portrait_over_code';

/**
 * The number of pictures of a code that must agree, and the minimum and maximum number of lines in
 * a zone. A barcode is cut out as one picture.
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
   * For each frame, the strips from top to bottom; for a barcode, the one picture that was cut out.
   * Their lighting has not been evened out yet.
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

/**
 * The values in a code that are also printed on the document in plain text, spelled as in the code.
 */
export interface KnownText {
  number: string;
  birthDate: CivilDate;
  surname: string;
  givenNames: string;
}

/** Which of the known values were found in the print. `name`: the surname and a given name. */
export type FoundText = Record<'number' | 'birthDate' | 'name', boolean>;

/** A request about the portrait side of a card whose code is on the other side. */
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
 * A possible outline of the card, described by where the face is on the card and what is printed
 * there.
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
  /** Which of the code's values were found on the card. */
  text: FoundText;
}

/**
 * Why a request is refused. `strips`: it does not have two frames of two or three strips each (for
 * a barcode: one picture each), or one of them has an invalid size. The other faults concern the
 * JPEG.
 */
type RequestFault = 'strips' | 'not_a_jpeg' | 'too_large' | 'unreadable';

/**
 * The answer to a {@link ReadRequest}. It contains names, numbers and dates, is input to the rules
 * for the verdict, and is never stored or logged.
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
       * file that read the barcodes.
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
  /**
   * Looks for the outline of the card around the face, and for the known values printed on it;
   * pixels are dropped before the promise resolves.
   */
  lookAtFront(request: FrontRequest): Promise<FrontAnswer>;
  /**
   * Looks for the known values in the print above the page's zone; pixels are dropped before the
   * promise resolves.
   */
  lookAtPage(request: PageRequest): Promise<PageAnswer>;
  /**
   * Compares the small pictures of a take with the pictures of the document's sides; pixels are
   * dropped before the promise resolves.
   */
  lookAtTake(request: TakeRequest): Promise<TakeAnswer>;
  /** Serves /readyz; `models` maps the name of each model file in use to its SHA-256. */
  health(): Promise<{ ok: boolean; models?: Record<string, string> }>;
}
