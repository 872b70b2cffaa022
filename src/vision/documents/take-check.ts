// Terms and limits of a document's take (D-137), shared by the page (which keeps small pictures while the camera sees both sides),
// the session (which draws and judges) and the documents Worker (which compares). No decisions.

/** Width of a small picture in px, its JPEG qualities, the second for one that is too large, and its most bytes. */
export const TAKE_WIDTH = 320;
export const TAKE_QUALITIES = [0.8, 0.5] as const;
export const MAX_TAKE_BYTES = 24 * 1024;
export const TAKE_LIMITS = { bytes: MAX_TAKE_BYTES, pixels: TAKE_WIDTH * TAKE_WIDTH } as const;
/** From one small picture to the next, until there are too many: then every second goes, and they are twice as far apart. */
export const TAKE_GAP_MS = 400;
export const MAX_TAKE_PICTURES = 140;
/** So many of them are drawn at most. */
export const MAX_DRAWN_PICTURES = 5;

/** What is sent of a document anyway. `page` is of the same moment as `frame_2`. */
export const TAKE_PARTS = ['frame_1', 'frame_2', 'page', 'front'] as const;
export type TakePart = (typeof TAKE_PARTS)[number];

export interface TakeRow {
  /** When it was taken, in ms. */
  t: number;
  /** Base64url of SHA-256(nonce ‖ t ‖ its bytes), with nonce and t as ASCII text. */
  hash: string;
}

/** What a page commits itself to before it knows which small pictures are asked for. */
export interface Take {
  pictures: TakeRow[];
  /** `front` where the portrait is on another side than the code. */
  parts: Record<Exclude<TakePart, 'front'>, TakeRow> & { front?: TakeRow };
}

export interface TakePicture {
  t: number;
  jpeg: Uint8Array<ArrayBuffer>;
}

export interface TakeRequest {
  /** JPEG of the side with the code, and of the other one. */
  page: Uint8Array<ArrayBuffer>;
  front?: Uint8Array<ArrayBuffer>;
  /** Small ones. */
  pictures: readonly TakePicture[];
}

/** How much pictures of a take are alike. */
export type TakeAnswer =
  | {
      ok: true;
      /** Of any two small pictures the least mean difference, of 255 steps of grey; Infinity of one alone. */
      leastApart: number;
      /** Of each small picture, how much it is like each side, -1 to 1. */
      pictures: { t: number; page: number; front?: number }[];
    }
  | { ok: false; fault: 'not_a_jpeg' | 'too_large' | 'unreadable' };
