// What a face is recognised by: one descriptor, and whether another one is of the same face. Pure.
import { distance } from '../../terms/descriptor-distance.ts';

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

/** Of descriptors of length 1, by faceres. How this was measured, and of how few people: docs/face.md. */
export const SAME_AT_MOST = 0.84;

export const isSameFace = (one: readonly number[], other: readonly number[]): boolean =>
  distance({ descriptor: Float32Array.from(one) }, { descriptor: Float32Array.from(other) }) <=
  SAME_AT_MOST;
