// Data that a session received about the person, for its receipt and its result. Pure data: all of
// it is deleted when the person is erased.
import type { SeenDocument } from '../document/document.ts';
import type { PictureLog } from '../evidence/received-pictures.ts';
import type { KeptForReview } from '../review/review-state.ts';

export interface Received {
  /** Hashes and times only. */
  pictures?: PictureLog;
  /** Pictures that were stored for a reviewer, and for how long. */
  kept: readonly KeptForReview[];
  /** The document that was read last. */
  document?: SeenDocument;
  /** Until when the face is or was kept. */
  faceUntilMs?: number;
}
