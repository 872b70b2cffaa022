// Reports sources of law that should be read again. The build reports them but does not fail,
// because an outdated rule is better than none.
import type { Jurisdiction } from '../src/config/jurisdiction.ts';

const YEAR_MS = 366 * 86_400_000;

/** @returns a sentence for each source that was read more than a year ago */
export const oldSources = (files: readonly Jurisdiction[], nowMs: number): string[] =>
  files
    .flatMap(({ rules }) => rules)
    .flatMap(({ id, sources }) =>
      sources
        .filter(({ read_on: day }) => nowMs - Date.parse(day) > YEAR_MS)
        .map(({ url, read_on: day }) => `${id}: ${url} was last read on ${day}. Read it again.`),
    );
