// The stored log of pictures that a session received (D-85). Pure data; the rules are in
// picture-log.ts.
import type { PictureStep } from '../methods.ts';

/**
 * A picture's time or position, which identifies it, and a hash: of its commitment or, for a part
 * of a document upload, of its bytes.
 */
export interface CommittedName {
  t: number;
  hash: string;
}

export interface MeasuringModel {
  file: string;
  /** The hash of the model's file, in hexadecimal. */
  sha256: string;
}

/** Pictures that arrived for one demand. */
export interface ReceivedPictures {
  step: PictureStep;
  /** The nonce of the demand. */
  nonce: string;
  /** Whether the pictures answer the second demand; absent for the first. */
  isSecond?: boolean;
  /** The pictures as committed; after measuring, only those that match their commitment. */
  pictures: readonly CommittedName[];
  /** The number of pictures in one upload. */
  count: number;
  isMeasured: boolean;
  /** How many times the pictures arrived, and how many times the service dropped them after use. */
  uploads: number;
  dropped: number;
  /** The time of the last arrival. */
  receivedAtMs: number;
  droppedAtMs?: number;
}

export interface PictureLog {
  /** The version of the rules that were applied most recently. */
  policy: string;
  /**
   * Every model that measured the pictures; a model whose file was replaced in the meantime is
   * listed twice.
   */
  models: readonly MeasuringModel[];
  received: readonly ReceivedPictures[];
}
