// Presents a stored pass to a check or to a site.
import { codeOf } from '../requests/api.ts';
import { readCrowd } from './crowd.ts';
import type { PassRequirement, KeptPass } from './kept-pass.ts';
import { dropPass, holdPass, listPasses } from './pass-store.ts';

/** The stored passes that may be presented: those whose key has enough passes in circulation. */
export async function listShowable(): Promise<KeptPass[]> {
  const passes = await listPasses();
  if (passes.length === 0) return [];
  const isOneOfMany = await readCrowd().catch(() => () => false);
  return passes.filter(isOneOfMany);
}

/**
 * Presents a stored pass. A pass that has been accepted, or had already been spent, is deleted from
 * this browser; any other pass is available again after a minute.
 * @param show sends a token
 * @returns the result of `show`; undefined when there is no pass, or it was not accepted
 */
export async function usePass<T>(
  asked: PassRequirement,
  showable: readonly KeptPass[],
  show: (token: string) => Promise<T>,
): Promise<T | undefined> {
  const known = new Set(showable.map(({ token }) => token));
  const pass = await holdPass(asked, Date.now(), ({ token }) => known.has(token));
  if (!pass) return undefined;
  try {
    const passed = await show(pass.token);
    await dropPass(pass);
    return passed;
  } catch (error) {
    if (codeOf(error) === 'PASS_SPENT') await dropPass(pass);
    return undefined;
  }
}
