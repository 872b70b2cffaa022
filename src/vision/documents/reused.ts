// Memory for what a function needs only until it returns. Fresh arrays of megabytes for every picture would wait for the
// collector, and nothing hurries it.

/**
 * @param make an array of that length
 * @returns gives the same array each time, as long as was asked for or longer, with whatever is left in it; so whoever asks
 * must be done with it before it asks again, and must not wait for anything in between
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
