// The ring of signing keys: which key signs, which are published, when a new one is due. Pure; times in ms.

const HOUR_MS = 3_600_000;

/** D-33: rotated every 90 days; the next key is public 24 h before it signs. */
export const ROTATION_MS = 90 * 24 * HOUR_MS;
export const PUBLISH_AHEAD_MS = 24 * HOUR_MS;
/** A retired key stays 24 h past the longest token it can have signed. */
const LONGEST_TOKEN_MS = HOUR_MS;
export const KEEP_RETIRED_MS = LONGEST_TOKEN_MS + 24 * HOUR_MS;

/** Keys of one purpose never verify tokens of another; only those of `oidc` are published. */
export const PURPOSES = ['oidc', 'admin', 'dashboard'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface RingKey {
  kid: string;
  activeFromMs: number;
  revokedAtMs: number | null;
}

export interface Ring<K extends RingKey> {
  /** Signs now. */
  active: K | undefined;
  /** Published, signs later. */
  next: K | undefined;
  /** Everything a relying party may need to verify: active, next, and retired keys whose tokens may live. */
  published: K[];
  /** No token of theirs can be alive: their rows may go. */
  expired: K[];
}

/** @param keys of one purpose, in any order */
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
    expired: keys.filter((key) => !published.includes(key)),
  };
}

/**
 * Whether a key must be made now, and from when it signs.
 * @returns undefined when the ring needs none; the first key of all signs at once
 */
export function dueActivation(ring: Ring<RingKey>, nowMs: number): number | undefined {
  if (ring.active === undefined) return ring.next === undefined ? nowMs : undefined;
  if (ring.next !== undefined) return undefined;
  const due = ring.active.activeFromMs + ROTATION_MS - PUBLISH_AHEAD_MS;
  return nowMs >= due ? nowMs + PUBLISH_AHEAD_MS : undefined;
}
