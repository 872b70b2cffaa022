// Timeouts for work that may never finish.

/** The error for work that did not finish in time; whether the work had an effect is unknown. */
class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor() {
    super('No answer in time.');
  }
}

/** Whether an error is a timeout, or wraps one: libraries wrap the errors that they catch. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof Error && isNoAnswer(error.cause));

/**
 * @param ms the longest time to wait
 * @throws whatever the work throws; NoAnswer when it takes longer
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let impatience: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    impatience = setTimeout(() => reject(new NoAnswer()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    if (impatience !== undefined) clearTimeout(impatience);
  }
}
