// The CPU time of a process, read from /proc, and the ids of child processes such as workerd. Linux
// only.
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, which is always 100 in /proc. */
const TICKS_PER_SECOND = 100;

/**
 * @returns the CPU seconds that all threads have spent in user and system mode
 * @throws when there is no such process
 */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The ids of this process's child processes with the given name. */
export function childrenNamed(name: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const isOurs = Number(statFields(pid)[1]) === process.pid;
        return isOurs && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name;
      } catch {
        return false;
      }
    });
}

/**
 * Reads the fields of /proc/<pid>/stat that follow the process name (state, parent, …, utime,
 * stime). The name itself may contain any character.
 */
function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
