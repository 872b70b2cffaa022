import { HOUR_MS } from '../../durations.ts';
// The key ring: which key signs, which keys are published, when the next one is due. Pure; times in ms.

/** D-33: rotated every 90 days; the next key is public 24 h before it signs. */
export const ROTATION_MS = 90 * 24 * HOUR_MS;
export const PUBLISH_AHEAD_MS = 24 * HOUR_MS;
/** A retired key stays published until 24 h after the last token it signed has expired. */
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

interface Ring<K extends RingKey> {
  /** Signs now. */
  active: K | undefined;
  /** Published, signs later. */
  next: K | undefined;
  /** What a relying party may need to verify tokens: active, next, and retired keys with unexpired tokens. */
  published: K[];
  /** All of their tokens have expired: the rows can be deleted. */
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
 * Whether a key must be created now, and when it becomes active.
 * @returns undefined when the ring needs none; the very first key is active immediately
 */
export function dueActivation(ring: Ring<RingKey>, nowMs: number): number | undefined {
  if (ring.active === undefined) return ring.next === undefined ? nowMs : undefined;
  if (ring.next !== undefined) return undefined;
  const due = ring.active.activeFromMs + ROTATION_MS - PUBLISH_AHEAD_MS;
  return nowMs >= due ? nowMs + PUBLISH_AHEAD_MS : undefined;
}
