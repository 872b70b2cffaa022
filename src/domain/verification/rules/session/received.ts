// Data that a session received about the person, for its receipt and its result. Pure data, which
// is deleted completely when the person is erased.
import type { SeenDocument } from '../document/document.ts';
import type { PictureLog } from '../evidence/received-pictures.ts';
import type { KeptForReview } from '../review/review-state.ts';

export interface Received {
  /** The log of the received pictures; it contains none of their content. */
  pictures?: PictureLog;
  /** Pictures that were stored for a reviewer, and for how long. */
  kept: readonly KeptForReview[];
  /** The last document that was read. */
  document?: SeenDocument;
  /** The time until which the face is or was kept. */
  faceUntilMs?: number;
}
