// Faces that a customer refuses (D-16, D-100): the format of an entry, and its maximum lifetime.
// Pure.
import { DAY_MS } from '../../../time/durations.ts';
import type { Residency } from '../../terms/residency.ts';
import type { SealedDescriptor } from '../../terms/sealed-descriptor.ts';

/** A customer in one mode: live and test lists are separate. */
export interface BlockingCustomer {
  tenantId: string;
  test: boolean;
}

/**
 * A customer whose list is compared with a face; the residency is needed to address the list's
 * object.
 */
export interface ListOwner extends BlockingCustomer {
  residency: Residency;
}

export interface BlockedFace extends BlockingCustomer {
  id: number;
  /** The entry's id, `bfc_…`. */
  name: string;
  /** The reason in the customer's own words. */
  reason: string;
  source: 'session' | 'image';
  /** The id of the check in which the face appeared, 64 hex digits. */
  sessionId?: string;
  /** Who added the entry: `key_…`, or `staff:` followed by a team member's id. */
  addedBy: string;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface NewBlockedFace extends Omit<BlockedFace, 'id'>, SealedDescriptor {
  /** The hash of the model that produced the descriptor. */
  model: string;
}

/** A face to compare: a descriptor of length 1, and the hash of the model that produced it. */
export interface ShownFace {
  descriptor: readonly number[];
  model: string;
}

/** The maximum number of entries that a customer may have in one mode. */
export const MAX_BLOCKED = 10_000;
/** The default lifetime of an entry: after a year the customer has to decide again. */
export const BLOCKED_DAYS = 365;
export const MAX_BLOCKED_DAYS = 1_095;

const MEMBER = 'staff:';

/** @returns the value of `addedBy` for an entry that this member adds */
export const blockerOfMember = (id: number): string => `${MEMBER}${id}`;

/**
 * @param addedBy the value stored in an entry
 * @returns the member's row id; undefined for a key
 */
export const memberOf = (addedBy: string): number | undefined =>
  addedBy.startsWith(MEMBER) ? Number(addedBy.slice(MEMBER.length)) : undefined;

export const endOfBlock = (nowMs: number, days = BLOCKED_DAYS): number => nowMs + days * DAY_MS;

/** Returns the name that is used to seal an entry's descriptor and to derive its key. */
export const blockedFaceName = (name: string): string => `blocked-face:${name}`;
