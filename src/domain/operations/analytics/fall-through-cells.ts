// Decides which numbers of visitors who left at each step may be shown (D-124). No number below
// fifty is shown, and none can be derived from the shown numbers by subtraction. Pure.
import { DEVICE_CLASSES, type DeviceClass } from '../../terms/device-class.ts';
import {
  DROP_OFF_POINTS,
  type DropOffPoint,
} from '../../verification/rules/session/fall-through.ts';

/** Groups with fewer sessions are not shown. */
export const MIN_SESSIONS = 50;

export interface DropOffCount {
  leftAt: DropOffPoint;
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

export interface ShownDropOff {
  leftAt: DropOffPoint;
  sessions: number;
  /** Groups that add up to `sessions`, each with at least fifty sessions. */
  groups: ShownGroup[];
}

/**
 * Groups the counts for display. Each step at which visitors leave is shown separately, and omitted
 * if it has fewer than fifty sessions; there is no total for all steps. The sessions of a step are
 * broken down by language, and each language by device. The groups do not overlap, so adding or
 * subtracting their numbers yields only the sizes of whole groups. Totals by device are not shown,
 * because they would cut across these groups.
 */
export function showDropOffs(counts: readonly DropOffCount[]): ShownDropOff[] {
  return DROP_OFF_POINTS.map((leftAt) => {
    const here = counts.filter((count) => count.leftAt === leftAt);
    return { leftAt, sessions: sizeOf(here), groups: groupsOf(here) };
  }).filter(({ sessions }) => sessions >= MIN_SESSIONS);
}

const groupsOf = (counts: readonly DropOffCount[]): ShownGroup[] =>
  splitByName(counts, ({ language }) => language).flatMap((part) =>
    splitByName(part.counts, ({ device }) => device, DEVICE_CLASSES.length).map((each) => ({
      language: part.name,
      device: each.name as ShownGroup['device'],
      sessions: sizeOf(each.counts),
    })),
  );

/**
 * Breaks counts down by name, largest first, and merges small groups into `other`. A name without
 * sessions counts as a small group: otherwise there might be no `other`, and its absence would
 * reveal that it has no sessions. If the small groups together are still too small, the smallest
 * shown group is merged into `other` too.
 * @param counts the counts, of fifty sessions or more in total
 * @param names the number of possible names; there is no `other` if all of them are shown
 */
function splitByName(
  counts: readonly DropOffCount[],
  nameOf: (count: DropOffCount) => string,
  names = Infinity,
): { name: string; counts: DropOffCount[] }[] {
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

const sizeOf = (counts: readonly DropOffCount[]): number =>
  counts.reduce((sum, { value }) => sum + value, 0);
