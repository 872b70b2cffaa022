// A line of the request log. Its number is its time in milliseconds, and 12 bits that tell lines of one millisecond apart.

export interface RequestLine {
  id: number;
  tenant_id: string;
  test: boolean;
  request_id: string;
  method: string;
  route: string;
  status: number;
  code: string | null;
  duration_ms: number;
}

const PER_MS = 4096;

/** @returns less than the number of every line of that time or later */
export const firstIdAt = (ms: number): number => ms * PER_MS;

export const timeOfId = (id: number): number => Math.floor(id / PER_MS);

let last = 0;

/**
 * Lines of one isolate never share a number. Two isolates that write in the same millisecond do once in 4,096 times, and
 * then one of the lines is not kept: a unique number would cost an index, and with it a write, for every request.
 */
export function newLineId(ms: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1));
  last = Math.max(firstIdAt(ms) + (random % PER_MS), last + 1);
  return last;
}
