// Faces that a customer does not admit (D-16, D-100): what an entry is, and how long it may last. Pure.
import { DAY_MS } from '../../../time/durations.ts';
import type { SealedDescriptor } from '../../terms/sealed-descriptor.ts';

/** A customer in one mode: live and test share no face. */
export interface BlockingCustomer {
  tenantId: string;
  test: boolean;
}

export interface BlockedFace extends BlockingCustomer {
  id: number;
  /** `bfc_…` */
  name: string;
  /** In the customer's own words. */
  reason: string;
  source: 'session' | 'image';
  /** 64 hex digits, of the check that showed the face. */
  sessionId?: string;
  /** `key_…`, or `staff:` and the id of a member. */
  addedBy: string;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface NewBlockedFace extends Omit<BlockedFace, 'id'>, SealedDescriptor {
  /** Hash of what made the descriptor. */
  model: string;
}

/** What is compared: a descriptor of length 1, and the hash of what made it. */
export interface ShownFace {
  descriptor: readonly number[];
  model: string;
}

/** Of one customer in one mode. */
export const MOST_BLOCKED = 10_000;
/** Blocks expire: after a year the customer has to decide again. */
export const BLOCKED_DAYS = 365;
export const MOST_BLOCKED_DAYS = 1_095;

const MEMBER = 'staff:';

/** @returns how an entry names the member who added it */
export const blockerOfMember = (id: number): string => `${MEMBER}${id}`;

/** @param addedBy of an entry @returns the member's row id; undefined for a key */
export const memberOf = (addedBy: string): number | undefined =>
  addedBy.startsWith(MEMBER) ? Number(addedBy.slice(MEMBER.length)) : undefined;

export const endOfBlock = (nowMs: number, days = BLOCKED_DAYS): number => nowMs + days * DAY_MS;

/** What the descriptor of an entry is sealed as, and its key derived for. */
export const blockedFaceName = (name: string): string => `blocked-face:${name}`;
