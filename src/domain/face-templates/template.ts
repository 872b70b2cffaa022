// What a face is recognised by: one descriptor, as bytes that are sealed, and whether another one is of the same face. Pure.
import { distance } from '../verification/rules/evidence/same-person.ts';

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
  /** Of packDescriptor, sealed. */
  sealed: string;
  /** Which KEY_ENCRYPTION_KEY sealed it. */
  sealedBy: string;
  /** Hash of what made the descriptor. */
  model: string;
  enrolledAtMs: number;
  lastUsedAtMs: number;
}

/** Of descriptors of length 1, by faceres. How this was measured, and of how few people: docs/face.md. */
const SAME_AT_MOST = 0.84;

export const isSameFace = (one: readonly number[], other: readonly number[]): boolean =>
  distance({ descriptor: Float32Array.from(one) }, { descriptor: Float32Array.from(other) }) <=
  SAME_AT_MOST;

const MOST = 127;

/** A byte for each value, which moves distances by less than 0.001. @param descriptor of any length but 0 in all values */
export function packDescriptor(descriptor: readonly number[]): Uint8Array<ArrayBuffer> {
  const largest = Math.max(...descriptor.map(Math.abs));
  const values = Int8Array.from(descriptor, (value) => Math.round((MOST * value) / largest));
  return new Uint8Array(values.buffer);
}

/** @returns of length 1 */
export function unpackDescriptor(bytes: ArrayBuffer): number[] {
  const values = Array.from(new Int8Array(bytes));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
