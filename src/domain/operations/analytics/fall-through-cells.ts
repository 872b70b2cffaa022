// Selects which counts of the places where visitors leave may be shown (D-124): no number below
// fifty, not even one that follows by subtraction. Pure.
import { DEVICE_CLASSES, type DeviceClass } from '../../terms/device-class.ts';
import { LEAVINGS, type LeftAt } from '../../verification/rules/session/fall-through.ts';

/** Groups with fewer sessions are not shown. */
export const MIN_SESSIONS = 50;

export interface LeavingCount {
  leftAt: LeftAt;
  language: string;
  device: DeviceClass;
  value: number;
}

/** `all`: not broken down. `other`: the values without their own group. */
interface ShownGroup {
  language: string;
  device: DeviceClass | 'all' | 'other';
  sessions: number;
}

export interface ShownLeaving {
  leftAt: LeftAt;
  sessions: number;
  /** The groups add up to `sessions`; each has at least fifty. */
  groups: ShownGroup[];
}

/**
 * Each place where people leave is shown separately, and omitted below fifty sessions; there is no
 * total over all places. The sessions of a place are broken down by language, and each part by
 * device. The result is a partition: adding or subtracting its numbers yields only the sizes of
 * whole groups. Totals by device are not shown, because they would cut across the partition.
 */
export function showLeavings(counts: readonly LeavingCount[]): ShownLeaving[] {
  return LEAVINGS.map((leftAt) => {
    const here = counts.filter((count) => count.leftAt === leftAt);
    return { leftAt, sessions: sizeOf(here), groups: groupsOf(here) };
  }).filter(({ sessions }) => sessions >= MIN_SESSIONS);
}

const groupsOf = (counts: readonly LeavingCount[]): ShownGroup[] =>
  takeApart(counts, ({ language }) => language).flatMap((part) =>
    takeApart(part.counts, ({ device }) => device, DEVICE_CLASSES.length).map((each) => ({
      language: part.name,
      device: each.name as ShownGroup['device'],
      sessions: sizeOf(each.counts),
    })),
  );

/**
 * Breaks counts down by name, largest first, and merges small groups into `other`. An empty group
 * counts as small: otherwise there might be no `other`, and a missing name would tell the reader
 * that it has no sessions. If the small groups together are still too small, the smallest shown
 * group joins them.
 * @param counts the counts, of fifty sessions or more in total
 * @param names the number of possible names; unless all of them are shown there is an `other`
 */
function takeApart(
  counts: readonly LeavingCount[],
  nameOf: (count: LeavingCount) => string,
  names = Infinity,
): { name: string; counts: LeavingCount[] }[] {
  const byName = [...Map.groupBy(counts, nameOf)]
    .map(([name, of]) => ({ name, counts: of }))
    .toSorted((a, b) => sizeOf(b.counts) - sizeOf(a.counts) || (a.name < b.name ? -1 : 1));
  const shown = byName.filter((part) => sizeOf(part.counts) >= MIN_SESSIONS);
  if (shown.length === names) return shown;
  const others = byName.slice(shown.length).flatMap((part) => part.counts);
  if (sizeOf(others) < MIN_SESSIONS) others.push(...(shown.pop()?.counts ?? []));
  return shown.length === 0
    ? [{ name: 'all', counts: [...counts] }]
    : [...shown, { name: 'other', counts: others }];
}

const sizeOf = (counts: readonly LeavingCount[]): number =>
  counts.reduce((sum, { value }) => sum + value, 0);
