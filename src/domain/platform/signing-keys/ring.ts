import { HOUR_MS } from '../../../time/durations.ts';
// The rules of the key ring: which key signs, which keys are published, and when the next one is
// due. Pure; times in ms.

/** D-33: keys are rotated every 90 days; the next key is public 24 h before it signs. */
export const ROTATION_MS = 90 * 24 * HOUR_MS;
export const PUBLISH_AHEAD_MS = 24 * HOUR_MS;
/** A key that no longer signs stays published until 24 h after its last token has expired. */
const LONGEST_TOKEN_MS = HOUR_MS;
export const KEEP_RETIRED_MS = LONGEST_TOKEN_MS + 24 * HOUR_MS;

/** D-61: how long sites may send an ID token back as a hint. */
export const HINT_MS = 400 * 24 * HOUR_MS;

/** D-85: the longest period in which a receipt can be fetched again, plus 400 days. */
const RECEIPT_MS = (365 + 400) * 24 * HOUR_MS;

/**
 * The purposes of keys. A key of one purpose never verifies tokens of another; only keys of `oidc`
 * and `oidc_es256` are in the key set that sites use.
 */
export const PURPOSES = ['oidc', 'oidc_es256', 'admin', 'dashboard', 'audit', 'receipt'] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * The algorithm of a ring. A ring has only one, so that a key is never used with two algorithms
 * (RFC 8725 3.1).
 */
export type Algorithm = 'RS256' | 'ES256';
export const algorithmOf = (purpose: Purpose): Algorithm =>
  purpose === 'oidc_es256' ? 'ES256' : 'RS256';

/** The rings in the key set that sites use to verify the service's tokens. */
export const TOKEN_RINGS = ['oidc', 'oidc_es256'] as const satisfies readonly Purpose[];

/** Returns the ring that signs ID tokens and access tokens with the given algorithm (D-153). */
export const tokenRing = (algorithm: Algorithm): (typeof TOKEN_RINGS)[number] =>
  algorithm === 'ES256' ? 'oidc_es256' : 'oidc';

/**
 * How long a key's row is kept, without the private key, after the key has stopped signing: ID
 * tokens are sent back as hints, receipts are verified later, and signed heads of the audit log
 * must remain verifiable forever.
 */
const KEPT_MS: Record<Purpose, number> = {
  oidc: HINT_MS,
  oidc_es256: HINT_MS,
  admin: KEEP_RETIRED_MS,
  dashboard: KEEP_RETIRED_MS,
  audit: Infinity,
  receipt: RECEIPT_MS,
};

export interface RingKey {
  kid: string;
  activeFromMs: number;
  revokedAtMs: number | null;
}

interface Ring<K extends RingKey> {
  /** The current signing key. */
  active: K | undefined;
  /** The next signing key, which is already published. */
  next: K | undefined;
  /**
   * The keys that a relying party may need to verify tokens: active, next, and former signing keys
   * whose tokens may still be valid.
   */
  published: K[];
  /** Keys that no longer sign and no longer verify any token; their private keys can be deleted. */
  retired: K[];
}

/** @param keys the keys for one purpose, in any order */
export function arrangeRing<K extends RingKey>(keys: readonly K[], nowMs: number): Ring<K> {
  const usable = keys
    .filter((key) => key.revokedAtMs === null)
    .toSorted((a, b) => a.activeFromMs - b.activeFromMs);
  const started = usable.filter((key) => key.activeFromMs <= nowMs);
  const active = started.at(-1);
  const published = usable.filter((key, index) => {
    const successor = usable[index + 1];
    return successor === undefined || nowMs < successor.activeFromMs + KEEP_RETIRED_MS;
  });
  return {
    active,
    next: usable.find((key) => key.activeFromMs > nowMs),
    published,
    retired: keys.filter((key) => !published.includes(key)),
  };
}

/**
 * Returns when the successor of the given active key is due, unless an operator creates it earlier.
 */
export const nextPublication = ({ activeFromMs }: RingKey): number =>
  activeFromMs + ROTATION_MS - PUBLISH_AHEAD_MS;

/**
 * Decides whether a key must be created now.
 * @returns when that key becomes active, which is immediately for the very first key; undefined
 *   when the ring needs no new key
 */
export function dueActivation(ring: Ring<RingKey>, nowMs: number): number | undefined {
  if (ring.active === undefined) return ring.next === undefined ? nowMs : undefined;
  if (ring.next !== undefined) return undefined;
  return nowMs >= nextPublication(ring.active) ? plannedActivation(ring, nowMs) : undefined;
}

/**
 * Returns when a key created now would become active. Unlike dueActivation, it ignores how old the
 * active key is.
 * @returns undefined when the next key already exists, and for a ring without an active key
 */
export const plannedActivation = (ring: Ring<RingKey>, nowMs: number): number | undefined =>
  ring.active === undefined || ring.next !== undefined ? undefined : nowMs + PUBLISH_AHEAD_MS;

/**
 * Returns the keys whose signatures are still accepted on hints and receipts, which outlive tokens.
 * Signatures of a revoked key are never accepted (S-11).
 */
export function keptKeys<K extends RingKey>(
  keys: readonly K[],
  purpose: Purpose,
  nowMs: number,
): K[] {
  const usable = keys
    .filter((key) => key.revokedAtMs === null)
    .toSorted((a, b) => a.activeFromMs - b.activeFromMs);
  return usable.filter((_key, index) => {
    const successor = usable[index + 1];
    return successor === undefined || nowMs < successor.activeFromMs + KEPT_MS[purpose];
  });
}

/** Returns the keys whose rows are no longer needed. */
export const forgettable = <K extends RingKey>(
  keys: readonly K[],
  purpose: Purpose,
  nowMs: number,
): K[] => {
  const kept = keptKeys(keys, purpose, nowMs);
  return purpose === 'audit' ? [] : keys.filter((key) => !kept.includes(key));
};
