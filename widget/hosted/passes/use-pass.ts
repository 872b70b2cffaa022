// Shows a kept pass to a check or to a site.
import { codeOf } from '../requests/api.ts';
import { readCrowd } from './crowd.ts';
import type { AskedPass, KeptPass } from './kept-pass.ts';
import { dropPass, holdPass, listPasses } from './pass-store.ts';

/** Those that may be shown: none of few. */
export async function listShowable(): Promise<KeptPass[]> {
  const passes = await listPasses();
  if (passes.length === 0) return [];
  const isOneOfMany = await readCrowd().catch(() => () => false);
  return passes.filter(isOneOfMany);
}

/**
 * A pass that was taken, or is none any more, is gone from this browser; one that got no answer is free again after a minute.
 * @param show sends a token
 * @returns what `show` did; undefined when there is no pass, or it was not taken
 */
export async function usePass<T>(
  asked: AskedPass,
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
