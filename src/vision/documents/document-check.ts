// Terms and limits of a document that is read on the server, shared by whoever cuts strips and whoever reads them again.
// No decisions.
import type { CivilDate } from './civil-date.ts';
import type { DocumentReading } from './document-facts.ts';
import type { GreyPicture } from './grey-picture.ts';
import type { TakeAnswer, TakeRequest } from './take-check.ts';

/** What is read: a machine-readable zone, or the barcode of an American or Canadian licence. */
export const CODE_KINDS = ['mrz', 'pdf417'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/**
 * What a copy may look like: `photocopy` is a page without colours, `screen` one with a screen's pixels, `edited_file` one that an
 * editor has signed, `zone_metrics` one whose zone has letters of another size than its lines allow, `portrait_over_code` one with
 * something wide and dark right above its zone, where nothing may be. Each has an innocent explanation and can be avoided, so none decides: they raise the band of risk. Why there
 * are no others: D-92.
 */
export type CopySignal =
  | 'photocopy'
  | 'screen'
  | 'edited_file'
  | 'zone_metrics'
  | 'portrait_over_code';

/** Pictures of a code that must agree, and how many lines a zone has; a barcode is one picture. */
export const FRAMES = 2;
export const LEAST_LINES = 2;
export const MOST_LINES = 3;
/** Of the picture of the whole page: a JPEG as a canvas writes it, its longer side at most 1600 px. */
export const PAGE_LIMITS = { bytes: 1024 * 1024, pixels: 2_000_000 } as const;

export interface ReadRequest {
  kind: CodeKind;
  /** Of each frame the strips, from the top, before their light is evened out; or the barcode, as it was cut out. */
  frames: readonly (readonly GreyPicture[])[];
  /** JPEG of the page that one of them was cut from. */
  page: Uint8Array<ArrayBuffer>;
  /** UTC. */
  today: CivilDate;
}

/** A rectangle in px of a picture. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a machine-readable zone is: how many lines it has, and both ends of the first, in px of the page. */
export interface ZonePlace {
  lines: number;
  left: readonly [x: number, y: number];
  right: readonly [x: number, y: number];
}

/** What a code says and its document shows in print as well, as the code has it. */
export interface KnownText {
  number: string;
  birthDate: CivilDate;
  surname: string;
  givenNames: string;
}

/** Which of it is printed there. `name`: surname and a given name. */
export type FoundText = Record<'number' | 'birthDate' | 'name', boolean>;

/** The side of a card that has the portrait and no code. */
export interface FrontRequest {
  /** As the page of a {@link ReadRequest}. */
  jpeg: Uint8Array<ArrayBuffer>;
  /** Where the face Worker has found the portrait's face. */
  face: Place;
  /** What is looked for on the card. */
  known: KnownText;
}

/** The page that has portrait and zone. */
export interface PageRequest {
  jpeg: Uint8Array<ArrayBuffer>;
  /** Where the zone is: what is looked for is printed above it. */
  zone: ZonePlace;
  known: KnownText;
}

/** Of an outline that a card may have in a picture: where a face is on it, and what is printed beside that face. */
export interface PortraitPlace {
  /** The middle of the face, its width and its height, by the card's width and height. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The card is higher than wide. */
  isUpright: boolean;
  /** Of print beside the portrait. */
  rows: number;
  /** What of the code was found on it. */
  text: FoundText;
}

/**
 * `strips`: other than two frames of two or three strips (of one barcode), or a picture whose size is none. Others are of
 * the page.
 */
type RequestFault = 'strips' | 'not_a_jpeg' | 'too_large' | 'unreadable';

/** Names, numbers and dates are in it: for the rules of a verdict, and not to be kept or logged. */
export type DocumentAnswer =
  | {
      ok: true;
      /** Two frames that are one picture are read once, and nothing else is: it then has a single one. */
      readings: DocumentReading[];
      /** In the picture of the page, where one was found there. */
      zone?: ZonePlace;
      signals: CopySignal[];
      /** SHA-256 of the model file that read, or of the WebAssembly that read a barcode, hexadecimal. */
      models: Record<string, string>;
    }
  | { ok: false; fault: RequestFault };

/** SHA-256 of the model file that looked at the print, hexadecimal. */
interface LookedAt {
  models: Record<string, string>;
}

type PictureFault = Exclude<RequestFault, 'strips'>;

/** `cards`: by outlines, the likeliest first, on which the face's middle is; none where no outline was found. */
export type FrontAnswer =
  | ({ ok: true; cards: PortraitPlace[] } & LookedAt)
  | { ok: false; fault: PictureFault };

/** Nothing that is printed is in it. */
export type PageAnswer =
  | ({ ok: true; text: FoundText } & LookedAt)
  | { ok: false; fault: PictureFault };

/** The documents Worker as the service is to call it. */
export interface DocumentReader {
  /** @returns what each frame says, and then the page; pixels are dropped before it resolves */
  read(request: ReadRequest): Promise<DocumentAnswer>;
  /** Looks for the card that has the portrait; its pixels are dropped before it resolves. */
  lookAtFront(request: FrontRequest): Promise<FrontAnswer>;
  /** Looks for what a zone says on the page above it; its pixels are dropped before it resolves. */
  lookAtPage(request: PageRequest): Promise<PageAnswer>;
  /** Compares small pictures of a take with its sides; its pixels are dropped before it resolves. */
  lookAtTake(request: TakeRequest): Promise<TakeAnswer>;
  /** For /readyz; with SHA-256 by file of what it reads with. */
  health(): Promise<{ ok: boolean; models?: Record<string, string> }>;
}
