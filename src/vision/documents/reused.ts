// Reuses memory that a function needs only until it returns. A new array of several megabytes for
// every picture would wait for garbage collection, which may come late.

/**
 * @param make creates an array of the given length
 * @returns a function that returns the same array each time, at least as long as requested, with
 *   its old content. The caller must have finished with the array before it calls the function
 *   again, and must not await anything in between
 */
export function reused<A extends { length: number }>(
  make: (length: number) => A,
): (length: number) => A {
  let kept = make(0);
  return (length) => {
    if (kept.length < length) kept = make(length);
    return kept;
  };
}
