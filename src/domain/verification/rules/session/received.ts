// What a session received of the person, for its receipt and its result. Pure data: all of it goes
// when the person is erased.
import type { SeenDocument } from '../document/document.ts';
import type { PictureLog } from '../evidence/received-pictures.ts';
import type { KeptForReview } from '../review/review-state.ts';

export interface Received {
  /** By hashes and times. */
  pictures?: PictureLog;
  /** What was kept for a human to look at, and for how long. */
  kept: readonly KeptForReview[];
  /** The document that was read last. */
  document?: SeenDocument;
  /** Until when the face is kept, or was. */
  faceUntilMs?: number;
}
