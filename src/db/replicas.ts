// Sessions on replicas of the database near the caller (D1 read replication). Replicas lag behind
// by an unknown time, so a session begins at a bookmark that this isolate recently received from
// the primary itself, and reads nothing older (D-121).
import type { D1Database, D1DatabaseSession } from '@cloudflare/workers-types';
import { LIFETIMES } from '../config/config.ts';

/** The state of the primary at a point in time. */
interface Mark {
  bookmark: string;
  atMs: number;
}

/**
 * The age at which the replicas are expected to have caught up with a mark. Until the next mark has
 * reached this age, sessions begin at the mark in use, because a session waits until its replica
 * has reached the bookmark. If the mark in use becomes too old first, the next one replaces it.
 */
const READY_MS = 10_000;

/** The mark in use and the next one, by binding, for this isolate. */
const marks = new WeakMap<D1Database, [Mark, Mark?]>();

interface Begun {
  session: D1DatabaseSession;
  /** Records the session's bookmark, if the session is on the primary and has run a query. */
  note: () => void;
}

export function beginAtPrimary(binding: D1Database, nowMs: number): Begun {
  const session = binding.withSession('first-primary');
  return { session, note: () => noteMark(binding, session.getBookmark(), nowMs) };
}

/**
 * Begins a session on the nearest replica, with data at most LIFETIMES.replicaMs old, or on the
 * primary while no mark is usable.
 * @param seen a bookmark; everything up to it must be visible
 */
export function beginNearby(binding: D1Database, seen: string | undefined, nowMs: number): Begun {
  const mark = usableMark(binding, nowMs);
  if (mark === undefined) return beginAtPrimary(binding, nowMs);
  // Bookmarks sort lexicographically from oldest to newest.
  const start = seen !== undefined && seen > mark.bookmark ? seen : mark.bookmark;
  return { session: binding.withSession(start), note: () => undefined };
}

function usableMark(binding: D1Database, nowMs: number): Mark | undefined {
  const [current, next] = marks.get(binding) ?? [];
  if (current === undefined) return undefined;
  if (next !== undefined && nowMs - next.atMs >= READY_MS) {
    marks.set(binding, [next]);
    return usableMark(binding, nowMs);
  }
  if (nowMs - current.atMs < LIFETIMES.replicaMs) return current;
  return next !== undefined && nowMs - next.atMs < LIFETIMES.replicaMs ? next : undefined;
}

/** @param bookmark null when no query was run */
function noteMark(binding: D1Database, bookmark: string | null, atMs: number): void {
  if (bookmark === null) return;
  const [current, next] = marks.get(binding) ?? [];
  const mark = { bookmark, atMs };
  if (current === undefined || atMs - current.atMs >= LIFETIMES.replicaMs)
    marks.set(binding, [mark]);
  else if (next === undefined && atMs - current.atMs >= READY_MS)
    marks.set(binding, [current, mark]);
}
