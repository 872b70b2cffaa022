// Determines what the page's own URL refers to: a customer's link, a hand-off link, or a session to
// continue. Pure.

export type Entry =
  | { kind: 'link' | 'handoff'; token: string }
  /**
   * A phone that has joined: its URL has been replaced by the session's URL, so that a reload
   * continues the session.
   */
  | { kind: 'session'; id: string };

/** A session's public id: 32 bytes in base64url. */
const SESSION_ID = /^[\w-]{43}$/;

/** @param pathname the page's path, `/v/…` */
export function readEntry(pathname: string): Entry {
  const last = /^\/v\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '';
  if (SESSION_ID.test(last)) return { kind: 'session', id: last };
  return { kind: last.startsWith('xho_') ? 'handoff' : 'link', token: last };
}

/** The path of the page on a phone that has joined a session. */
export function sessionPath(id: string): string {
  return `/v/${id}`;
}
