// Timestamps in the wire format.

/** RFC 3339 UTC in whole seconds (D-6). @param ms since the epoch */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
