// A test helper that asserts that a value exists.

/** @throws Error when the value is undefined */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}
