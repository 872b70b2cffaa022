// For tests: a value that is there.

/** @throws Error when it is not */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}
