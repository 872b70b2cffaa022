// Timestamps in the wire format.

/**
 * Formats a time as RFC 3339 in UTC, in whole seconds (D-6).
 * @param ms since the epoch
 */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
