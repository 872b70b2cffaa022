// The three storeys of src/domain, as data, and the circles among its folders.
import type { SourceFile } from './source-files.ts';

/** From the ground up. A folder may import its own storey and those below; one in no list fails. */
export const STOREYS = [
  /** Shared terms: they see only one another. */
  ['terms'],
  /** Nouns: what the service keeps, each with its rules, use cases and store. */
  [
    'accounts',
    'admins',
    'analytics',
    'audit',
    'blocked-faces',
    'clients',
    'dead-letters',
    'email-changes',
    'face-templates',
    'grants',
    'login-history',
    'logout',
    'mail',
    'notifications',
    'passkeys',
    'request-log',
    'sessions',
    'signing-keys',
    'staff',
    'team',
    'tenants',
    'trusted-devices',
    'verification',
    'verified-ages',
  ],
  /** Journeys: what joins several nouns. They see every noun, its store included. */
  [
    'account-directory',
    'account-lifecycle',
    'age-sharing',
    'authentication',
    'authorization',
    'client-administration',
    'contesting',
    'face-2fa',
    'face-blocking',
    'health',
    'key-rotation',
    'sealed-secrets',
    'session-acts',
    'session-copies',
    'staff-authentication',
    'team-membership',
    'tenant-administration',
    'trying',
    'webhooks',
  ],
] as const satisfies readonly (readonly string[])[];

/** @returns 0 shared terms, 1 nouns, 2 journeys; -1 for a folder that no storey lists */
export function storeyOf(path: string): number {
  const folder = folderOf(path);
  return STOREYS.findIndex((folders: readonly string[]) => folders.includes(folder));
}

/** @returns folders below src/domain that no storey lists */
export function findHomelessFolders(files: readonly SourceFile[]): string[] {
  const folders = files.filter(({ path }) => isDomain(path) && storeyOf(path) === -1);
  return [...new Set(folders.map(({ path }) => folderOf(path)))];
}

/**
 * Folders below src/domain that import one another's values; `verification/rules` is part of `verification`.
 * @returns one way round for every circle, as `a > b > a`
 */
export function findFolderCircles(files: readonly SourceFile[]): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const { path, imports } of files.filter((file) => isDomain(file.path)))
    for (const { to } of imports.filter((one) => isDomain(one.to) && !one.typeOnly))
      if (folderOf(path) !== folderOf(to))
        arrows.set(folderOf(path), (arrows.get(folderOf(path)) ?? new Set()).add(folderOf(to)));
  const circles = [...arrows.keys()].map((folder) => wayBack(folder, arrows));
  // Each circle is found from every folder on it; report it once, from the alphabetically first one.
  return circles.filter((way) => way.length > 0 && way[0] === way.toSorted()[0]).map(showWay);
}

const showWay = (way: readonly string[]): string => [...way, way[0]].join(' > ');

/** @returns the shortest way from a folder to itself without the last step; empty when there is none */
function wayBack(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
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

const isDomain = (path: string): boolean => /^src\/domain\/[^/]+\//.test(path);

/** A folder lies in src/domain, or in a wing of it. */
function folderOf(path: string): string {
  const [, , outer = '', inner = ''] = path.split('/');
  const listed: readonly string[] = STOREYS.flat();
  return listed.includes(inner) ? inner : outer;
}
