// How long something is waited for that may never answer.

/** What was waited for has not answered in time; what it did is not known. */
class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor() {
    super('No answer in time.');
  }
}

/** Whether an error is that, or was made of it: libraries wrap what they catch. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof Error && isNoAnswer(error.cause));

/** @throws what the work throws; NoAnswer when it takes longer */
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
