// What a face is recognised by: one descriptor, and whether another one is of the same face. Pure.
import type { FaceLimits } from '../../../config/face-limits.ts';
import { type FaceRuling, facesApart, judgeFaces } from '../../terms/face-match.ts';

/** Whose face it is: a customer's user, in one mode. */
export interface FaceOwner {
  tenantId: string;
  test: boolean;
  /** The customer's own name for the person. */
  userId: string;
}

export interface FaceTemplate extends FaceOwner {
  /** `ftp_…` */
  id: string;
  /** Of packDescriptor (terms/packed-descriptor.ts), sealed. */
  sealed: string;
  /** Which KEY_ENCRYPTION_KEY sealed it. */
  sealedBy: string;
  /** Hash of what made the descriptor. */
  model: string;
  enrolledAtMs: number;
  lastUsedAtMs: number;
  /** What the person agreed to on our page, and when; absent where a customer sent a picture, and asked itself. */
  consent?: { notice: string; atMs: number };
}

/** @param enrolled and `shown` of length 1, of one model */
export const judgeEnrolled = (
  enrolled: readonly number[],
  shown: readonly number[],
  limits: Pick<FaceLimits, 'enrolled'>,
): FaceRuling => judgeFaces(facesApart(enrolled, shown), limits.enrolled);
