// How long something is waited for that may never answer.

/** @throws what the work throws; Error when it takes longer */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let impatience: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    impatience = setTimeout(() => reject(new Error('No answer in time.')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    if (impatience !== undefined) clearTimeout(impatience);
  }
}
