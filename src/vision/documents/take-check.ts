// Types and limits of a document's take (D-137), shared by the page (which keeps small pictures
// while the camera sees both sides), the session (which draws some at random and judges them) and
// the documents Worker (which compares them). This file makes no decisions.

/**
 * The width of a small picture in px, its JPEG qualities (the second for a picture that is too
 * large), and its maximum size in bytes.
 */
export const TAKE_WIDTH = 320;
export const TAKE_QUALITIES = [0.8, 0.5] as const;
export const MAX_TAKE_BYTES = 24 * 1024;
export const TAKE_LIMITS = { bytes: MAX_TAKE_BYTES, pixels: TAKE_WIDTH * TAKE_WIDTH } as const;
/**
 * The interval between two small pictures. When there are too many pictures, every second one is
 * dropped and the interval doubles.
 */
export const TAKE_GAP_MS = 400;
export const MAX_TAKE_PICTURES = 140;
/** The maximum number of small pictures that the session draws at random. */
export const MAX_DRAWN_PICTURES = 5;

/**
 * The pictures that a document step sends in addition to the small pictures that the session draws.
 * `page` is taken at the same moment as `frame_2`; `front` is sent only when the portrait and the
 * code are on different sides.
 */
export const TAKE_PARTS = ['frame_1', 'frame_2', 'page', 'front'] as const;
export type TakePart = (typeof TAKE_PARTS)[number];

export interface TakeRow {
  /** The time of the picture, in ms. */
  t: number;
  /** Base64url of SHA-256(nonce ‖ t ‖ the picture's bytes), with nonce and t as ASCII text. */
  hash: string;
}

/** The hashes that a page commits to before it knows which small pictures will be requested. */
export interface Take {
  pictures: TakeRow[];
  /** `front` is present when the portrait and the code are on different sides. */
  parts: Record<Exclude<TakePart, 'front'>, TakeRow> & { front?: TakeRow };
}

export interface TakePicture {
  t: number;
  jpeg: Uint8Array<ArrayBuffer>;
}

export interface TakeRequest {
  /** JPEGs of the side with the code and of the other side. */
  page: Uint8Array<ArrayBuffer>;
  front?: Uint8Array<ArrayBuffer>;
  pictures: readonly TakePicture[];
}

/** How similar the pictures of a take are. */
export type TakeAnswer =
  | {
      ok: true;
      /**
       * The smallest mean difference between any two small pictures, in grey levels (0 to 255);
       * Infinity if there is only one picture.
       */
      leastApart: number;
      /** The similarity between each small picture and each side, from -1 to 1. */
      pictures: { t: number; page: number; front?: number }[];
    }
  | { ok: false; fault: 'not_a_jpeg' | 'too_large' | 'unreadable' };
