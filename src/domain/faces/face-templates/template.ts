// A face template: one enrolled descriptor, and its comparison with another descriptor. Pure.
import type { FaceLimits } from '../../../config/face-limits.ts';
import { type FaceRuling, facesApart, judgeFaces } from '../../terms/face-match.ts';

/** The owner of a face: a user of one customer, in live or test mode. */
export interface FaceOwner {
  tenantId: string;
  test: boolean;
  /** The customer's own id for the person. */
  userId: string;
}

export interface FaceTemplate extends FaceOwner {
  /** The template's id, `ftp_…`. */
  id: string;
  /** The packed descriptor (terms/packed-descriptor.ts), sealed. */
  sealed: string;
  /** The id of the KEY_ENCRYPTION_KEY that sealed the descriptor. */
  sealedBy: string;
  /** Hash of the model that produced the descriptor. */
  model: string;
  enrolledAtMs: number;
  lastUsedAtMs: number;
  /**
   * The person's consent on our page; absent when a customer sent the picture and obtained consent
   * itself.
   */
  consent?: { notice: string; atMs: number };
}

/** @param enrolled a unit vector, like `shown`; the same model produced both descriptors */
export const judgeEnrolled = (
  enrolled: readonly number[],
  shown: readonly number[],
  limits: Pick<FaceLimits, 'enrolled'>,
): FaceRuling => judgeFaces(facesApart(enrolled, shown), limits.enrolled);
