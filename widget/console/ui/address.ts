// The state of a list in the URL, so that a filtered list can be sent to a colleague.

/**
 * @returns the query parameters with the new value; unless that value is the page number, the list
 *   returns to its first page
 */
export function withValue(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(address);
  if (name !== 'page') after.delete('page');
  if (value === '') after.delete(name);
  else after.set(name, value);
  return after;
}

export function readPage(address: URLSearchParams): number {
  const page = Number(address.get('page'));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** @returns the page number, or the last page's number if the list has fewer pages */
export const pageWithin = (page: number, pages: number): number =>
  Math.min(page, Math.max(pages, 1));

/** @returns undefined when the value is not a date */
function readDay(address: URLSearchParams, name: string): string | undefined {
  const text = address.get(name);
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

/** @returns undefined when the value is not one of the choices */
export const readChoice = <T extends string>(
  address: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | undefined => choices.find((each) => each === address.get(name));

/** Whether the filter's last day is before its first day. The API refuses such a range. */
export function isReversed(address: URLSearchParams): boolean {
  const { start_date: from, end_date: to } = readDays(address);
  return from !== undefined && to !== undefined && to < from;
}

/** @returns the filter's first and last day, named as in the API's list calls */
export function readDays(address: URLSearchParams): { start_date?: string; end_date?: string } {
  const from = readDay(address, 'from');
  const to = readDay(address, 'to');
  return { ...(from && { start_date: from }), ...(to && { end_date: to }) };
}
