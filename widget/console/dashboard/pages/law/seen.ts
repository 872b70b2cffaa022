// The rules that a reader has seen, by version, and what has changed since. Pure.
import type { WireLaw } from '../../../api/wire.ts';

type Rules = readonly Pick<WireLaw['rules'][number], 'id' | 'version'>[];
/** Versions by id. */
type Looked = Readonly<Record<string, string>>;
/** By context. */
type Seen = Readonly<Record<string, Looked>>;

/** Ids. */
export interface Differences {
  added: string[];
  changed: string[];
  removed: string[];
}

/** @param text the stored text, which may have been tampered with */
export function parseSeen(text: string | undefined): Seen {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    const isSeen = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
    return isSeen ? (stored as Seen) : {};
  } catch {
    return {};
  }
}

export const seenWith = (seen: Seen, context: string, rules: Rules): Seen => ({
  ...seen,
  [context]: Object.fromEntries(rules.map(({ id, version }) => [id, version])),
});

/** @returns undefined before the first visit */
export function differencesOf(looked: Looked | undefined, rules: Rules): Differences | undefined {
  if (looked === undefined) return undefined;
  const now = new Map(rules.map(({ id, version }) => [id, version]));
  const ids = rules.map(({ id }) => id);
  return {
    added: ids.filter((id) => looked[id] === undefined),
    changed: ids.filter((id) => looked[id] !== undefined && looked[id] !== now.get(id)),
    removed: Object.keys(looked).filter((id) => !now.has(id)),
  };
}
