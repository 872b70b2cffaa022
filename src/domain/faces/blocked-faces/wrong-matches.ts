// How many people a list of blocked faces refuses by mistake, and how long it may be for that. Pure.
import { strangersWithin, type FaceLimits } from '../../../config/face-limits.ts';
import { MOST_BLOCKED } from './blocked-face.ts';

/** Of the visitors whose group is the worst, should the whole list be of it: more would be refused than anybody can hear. */
const MOST_WRONG = 0.05;

/** What a list does beside what it is for. */
export interface WrongMatches {
  entries: number;
  /** The share of visitors whom it would refuse by mistake, 0 to 1: of the worst group, should all entries be of it. */
  share: number;
  /** So many entries it may have. */
  most: number;
}

export const expectWrongMatches = (
  entries: number,
  { blocked }: Pick<FaceLimits, 'blocked'>,
): WrongMatches => ({
  entries,
  share: 1 - (1 - strangersWithin(blocked)) ** entries,
  most: mostEntries(blocked),
});

/** As many as keep that share, and never more than MOST_BLOCKED. */
function mostEntries(blocked: number): number {
  const most = Math.floor(Math.log(1 - MOST_WRONG) / Math.log(1 - strangersWithin(blocked)));
  return Math.min(MOST_BLOCKED, most);
}
