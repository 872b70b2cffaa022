// Reads from /proc how much resident memory a process uses, and which databases it has open. Linux
// only.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Resident memory in megabytes of 1,000,000 bytes. */
export interface Resident {
  all: number;
  /** Memory that belongs to no file, such as heaps and stacks. */
  anonymous: number;
  /**
   * The part of `anonymous` that belongs to V8's heaps: JavaScript objects of all Workers in the
   * process.
   */
  v8: number;
  /** The program itself and other files that are mapped into memory, which the kernel can drop. */
  files: number;
}

/** @throws when there is no such process */
export function residentOf(pid: number): Resident {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const [, kibibytes = '0'] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
    return (Number(kibibytes) * 1024) / 1e6;
  };
  return {
    all: read('VmRSS'),
    anonymous: read('RssAnon'),
    v8: v8HeapsOf(pid),
    files: read('RssFile'),
  };
}

/**
 * Sums the resident memory of V8's heaps, in MB. V8 keeps all heaps of a process in one reserved
 * range of 4 GiB, so that pointers take 32 bits. The range is recognised by its unused remainder, a
 * large mapping without any access permission.
 * @returns 0 when there is no such mapping, or when the kernel does not list it
 */
function v8HeapsOf(pid: number): number {
  const mappings = mappingsOf(pid);
  const reserve = mappings.find(({ size, access }) => access === '---p' && size > CAGE / 2);
  if (reserve === undefined) return 0;
  const inside = mappings.filter(({ start }) => isInSameCage(start, reserve.start));
  return inside.reduce((sum, { resident }) => sum + resident, 0) / 1e6;
}

interface Mapping {
  start: number;
  access: string;
  /** The size of the mapping in bytes; `resident` is the size of its resident part. */
  size: number;
  resident: number;
}

const CAGE = 2 ** 32;
const isInSameCage = (one: number, other: number): boolean =>
  Math.floor(one / CAGE) === Math.floor(other / CAGE);

function mappingsOf(pid: number): Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const [, from, to, access = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+) /.exec(line) ?? [];
    const start = Number.parseInt(from ?? '', 16);
    if (from !== undefined)
      mappings.push({ start, access, size: Number.parseInt(to ?? '', 16) - start, resident: 0 });
    const last = mappings.at(-1);
    const [, kibibytes] = /^Rss:\s+(\d+) kB$/.exec(line) ?? [];
    if (kibibytes !== undefined && last !== undefined) last.resident = Number(kibibytes) * 1024;
  }
  return mappings;
}

/**
 * Counts the SQLite databases that the process has open, by folder. Each object in memory has its
 * own database.
 */
export function openDatabases(pid: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of filesOf(pid)) {
    if (!path.endsWith('.sqlite')) continue;
    const folder = path.split('/').at(-2) ?? '';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** Lists the paths of open files, except files that are closed while the list is being read. */
function filesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      return [];
    }
  });
}
