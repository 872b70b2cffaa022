// Estimates the share of people that a list of blocked faces refuses by mistake, and the list
// length at which this share stays low. Pure.
import { strangersWithin, type FaceLimits } from '../../../config/face-limits.ts';
import { MAX_BLOCKED } from './blocked-face.ts';

/**
 * The largest acceptable share of people refused by mistake, in the worst case. With a higher
 * share, support could not respond to all of them.
 */
const MAX_FALSE_SHARE = 0.05;

/** The expected false matches of a list with a given number of entries. */
export interface FalseMatches {
  entries: number;
  /**
   * The share of visitors that the list refuses by mistake, 0 to 1, in the worst case: the visitor
   * and all entries belong to the group with the most false matches.
   */
  share: number;
  /** The maximum number of entries at which the share is still acceptable. */
  most: number;
}

export const expectedFalseMatches = (
  entries: number,
  { blocked }: Pick<FaceLimits, 'blocked'>,
): FalseMatches => ({
  entries,
  share: 1 - (1 - strangersWithin(blocked)) ** entries,
  most: mostEntries(blocked),
});

/**
 * Returns the maximum number of entries, up to MAX_BLOCKED, at which the share stays within
 * MAX_FALSE_SHARE.
 */
function mostEntries(blocked: number): number {
  const most = Math.floor(Math.log(1 - MAX_FALSE_SHARE) / Math.log(1 - strangersWithin(blocked)));
  return Math.min(MAX_BLOCKED, most);
}
