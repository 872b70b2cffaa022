// Compares sheets with their references, and a second time if they differ. On a busy machine a page
// may be captured before it is fully rendered, whereas a real difference occurs both times.
import { noteRepeatedStep } from '../../../scripts/check/tally.ts';
import type { Difference } from './darkroom.ts';

/** A sheet that differs from its reference. */
interface Differing {
  sheet: string;
  differences: readonly Difference[] | 'no reference';
}

/**
 * @param compare compares the current pictures with their references
 * @param retake takes the pictures of the given states again
 * @returns the sheets that still differ
 */
export async function lookTwice<Found extends Differing>(
  compare: () => Promise<Found[]>,
  retake: (states: ReadonlySet<string>) => Promise<void>,
): Promise<Found[]> {
  const found = await compare();
  const states = new Set<string>();
  for (const { sheet, differences } of found)
    for (const { state, blocks } of differences === 'no reference' ? [] : differences) {
      states.add(state);
      noteRepeatedStep(`gallery, the picture of ${state} on ${sheet}`, `${blocks} squares differ`);
    }
  if (states.size === 0) return found;
  await retake(states);
  return compare();
}
