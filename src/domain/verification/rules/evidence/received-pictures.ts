// What a session notes of the pictures that it received (D-85). Pure data; the rules are
// picture-log.ts.
import type { PictureStep } from '../methods.ts';

/**
 * A picture by its time or place, and its hash: what it was committed to, or of the bytes of a
 * document's parts.
 */
export interface CommittedName {
  t: number;
  hash: string;
}

export interface MeasuringModel {
  file: string;
  /** Hexadecimal. */
  sha256: string;
}

/** Pictures that arrived for one demand. */
export interface ReceivedPictures {
  step: PictureStep;
  /** Of the demand. */
  nonce: string;
  /** Absent: of the first. */
  isSecond?: boolean;
  /** As they were committed to; once they were measured, only those that proved to be these. */
  pictures: readonly CommittedName[];
  /** How many pictures an upload has. */
  count: number;
  isMeasured: boolean;
  /** How often they arrived, and how often the service was done with them. */
  uploads: number;
  dropped: number;
  /** The last time. */
  receivedAtMs: number;
  droppedAtMs?: number;
}

export interface PictureLog {
  /** Version of the rules that judged last. */
  policy: string;
  /** Every model that measured; a file that was replaced meanwhile is there twice. */
  models: readonly MeasuringModel[];
  received: readonly ReceivedPictures[];
}
