// A line of the request log. Its id consists of its time in milliseconds and 12 more bits, which
// distinguish lines of the same millisecond.

/** A line as a ledger stores it. */
export interface StoredLine {
  id: number;
  request_id: string;
  method: string;
  route: string;
  status: number;
  code: string | null;
  duration_ms: number;
}

export interface RequestLine extends StoredLine {
  tenant_id: string;
  test: boolean;
}

export function toStoredLine({
  tenant_id: _tenant,
  test: _test,
  ...line
}: RequestLine): StoredLine {
  return line;
}

export interface WantedLines {
  onlyErrors: boolean;
  /** A range of ids: from `from` (inclusive) to `before` (exclusive). */
  from: number;
  before: number | undefined;
  limit: number;
}

const PER_MS = 4096;

/** @returns the lowest id that a line written at the given time can have */
export const firstIdAt = (ms: number): number => ms * PER_MS;

export const timeOfId = (id: number): number => Math.floor(id / PER_MS);

let last = 0;

/**
 * Creates an id. Lines of one isolate never share an id. When two isolates write in the same
 * millisecond, the chance of a collision is 1 in 4,096, and one of the two lines is then dropped: a
 * guaranteed unique id would need an index, and therefore one more write for every request.
 */
export function newLineId(ms: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1));
  last = Math.max(firstIdAt(ms) + (random % PER_MS), last + 1);
  return last;
}
