// The ten wings of src/domain, and the figures for a diagram of them: rooms, floors, arrows and
// cycles.
import type { SourceFile } from './source-files.ts';

/**
 * The wings from bottom to top. A wing may only import wings that are listed before it, even for
 * types.
 */
export const WINGS = [
  'terms',
  'platform',
  'faces',
  'accounts',
  'openid',
  'verification',
  'signing-in',
  'customers',
  'integration',
  'operations',
] as const;

/**
 * Wings whose folders are not domain concepts but journeys, each of which spans several concepts
 * (docs/architecture.md). Their files may therefore import the stores of their own wing and of all
 * lower wings.
 */
export const JOINING: readonly (typeof WINGS)[number][] = [
  'signing-in',
  'customers',
  'integration',
  'operations',
];

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** @returns the index of the path's wing in WINGS; -1 for a path outside all wings */
export function floorOf(path: string): number {
  const wings: readonly string[] = WINGS;
  return wings.indexOf(wingOf(path));
}

/**
 * @returns one sentence for every import of a higher wing, and for every file outside all wings
 */
export function findClimbs(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isDomain(path))
    .flatMap(({ path, imports }) => [
      ...(floorOf(path) === -1 ? [`${path} stands in no wing`] : []),
      ...imports
        .filter(({ to }) => isDomain(to) && floorOf(to) > floorOf(path))
        .map(({ to }) => `${path} climbs to ${to}`),
    ]);
}

/** Computes the figures for a diagram of the wings, in which type imports count, too. */
export function measureWings(files: readonly SourceFile[]) {
  const arrows = arrowsBetween(files, wingOf, () => true);
  const rooms = new Set(files.filter(({ path }) => isDomain(path)).map(({ path }) => wingOf(path)));
  return {
    rooms: rooms.size,
    floors: Math.max(0, ...Array.from(rooms, (room) => heightOf(room, arrows))),
    arrows: [...arrows.values()].reduce((sum, { size }) => sum + size, 0),
    circles: circlesIn(arrows),
  };
}

/**
 * Finds cycles of value imports between the folders of src/domain, which are at most two levels
 * deep, such as `verification/rules`.
 * @returns one path for every cycle, as `a > b > a`
 */
export const findFolderCircles = (files: readonly SourceFile[]): string[] =>
  circlesIn(arrowsBetween(files, folderOf, ({ typeOnly }) => !typeOnly));

function arrowsBetween(
  files: readonly SourceFile[],
  roomOf: (path: string) => string,
  counts: (found: SourceFile['imports'][number]) => boolean,
): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { path, imports } of files.filter((file) => isDomain(file.path)))
    for (const found of imports.filter(({ to }) => isDomain(to)))
      if (counts(found) && roomOf(path) !== roomOf(found.to))
        arrows.set(roomOf(path), (arrows.get(roomOf(path)) ?? new Set()).add(roomOf(found.to)));
  return arrows;
}

/**
 * @returns the number of rooms on the longest import path that starts at `room`, with each room in
 *   a cycle counted once
 */
function heightOf(room: string, arrows: Arrows, passed: readonly string[] = []): number {
  const below = [...(arrows.get(room) ?? [])].filter((next) => !passed.includes(next));
  return 1 + Math.max(0, ...below.map((next) => heightOf(next, arrows, [...passed, room])));
}

function circlesIn(arrows: Arrows): string[] {
  const circles = [...arrows.keys()].map((room) => wayBack(room, arrows));
  // Each cycle is found from every room on it, but is reported only from the alphabetically first
  // one.
  return circles.filter((way) => way.length > 0 && way[0] === way.toSorted()[0]).map(showWay);
}

const showWay = (way: readonly string[]): string => [...way, way[0]].join(' > ');

/**
 * @returns the shortest path from a room back to itself, without the last step; empty if there is
 *   none
 */
function wayBack(start: string, arrows: Arrows): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift())
    for (const next of arrows.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return [];
}

const isDomain = (path: string): boolean => path.startsWith('src/domain/');

const wingOf = (path: string): string => path.split('/')[2] ?? '';

/** The folder as `wing/folder`, or the wing itself for a file at its top level. */
const folderOf = (path: string): string => path.split('/').slice(2, -1).slice(0, 2).join('/');
