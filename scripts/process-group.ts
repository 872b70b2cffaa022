// Runs a program and its children as one process group, so that stopping it leaves nothing running,
// even if the program does not forward signals.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessGroup {
  name: string;
  /** Resolves when the program has ended; its children may still be running. */
  ended: Promise<Ending>;
  /** Returns the program's output, which is buffered until `announce` is called. */
  unseen(): string;
  /** Prints the program's output from now on, each line prefixed with the program's name. */
  announce(): void;
  /** Stops the whole group: SIGTERM, then SIGKILL after `GRACE_MS`. */
  stop(): Promise<void>;
  /** Kills the whole group without waiting, for the exit handler of this process. */
  kill(): void;
}

interface Ending {
  /** The program's exit code; null when a signal ended the program. */
  exitCode: number | null;
  /** The buffered output that has not been printed. */
  output: string;
}

/**
 * Lines of Wrangler's access log, which are dropped because their paths contain tokens; the service
 * writes its own log, without tokens.
 */
const REQUEST_LINE = /^\[wrangler:info\] [A-Z]+ \//;
const GRACE_MS = 5000;
const LAST_LINES_MS = 1000;

/** @param cwd the working directory; defaults to this process's own */
export function startGroup(
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): ProcessGroup {
  const child = spawn(command, args, {
    detached: true,
    env,
    ...(cwd !== undefined && { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const held: string[] = [];
  let shown = false;
  const unseen = (): string => held.join('\n');
  const show = (line: string): void => {
    if (!shown) held.push(line);
    else if (line.trim() !== '' && !REQUEST_LINE.test(line)) console.log(`${name} | ${line}`);
  };
  readLines(child.stdout, show);
  readLines(child.stderr, show);
  // Reports the group's id to the parent process, which kills the group if this process crashes.
  if (child.pid !== undefined) process.send?.({ group: child.pid });
  return {
    name,
    ended: new Promise((resolve) => {
      child.on('error', (error) => resolve({ exitCode: null, output: error.message }));
      const end = (exitCode: number | null): void => resolve({ exitCode, output: unseen() });
      child.on('close', end);
      // A grandchild can keep the pipes open, so wait only this long for the last lines.
      child.on('exit', (exitCode) => void setTimeout(end, LAST_LINES_MS, exitCode));
    }),
    unseen,
    announce: () => {
      shown = true;
      held.length = 0;
    },
    stop: async () => {
      const deadline = Date.now() + GRACE_MS;
      let alive = signalGroup(child.pid, 'SIGTERM');
      while (alive && Date.now() < deadline) {
        await delay(50);
        alive = signalGroup(child.pid, 0);
      }
      signalGroup(child.pid, 'SIGKILL');
    },
    kill: () => void signalGroup(child.pid, 'SIGKILL'),
  };
}

/**
 * Stops all groups before this process ends, whether `end` is called or a signal arrives. Only the
 * first call or signal has an effect.
 *
 * @param groups a live list: whichever groups it contains when the process ends are stopped
 */
export function endTogether(groups: readonly ProcessGroup[]) {
  let ending: Promise<void> | undefined;
  const end = (exitCode: number): Promise<void> => {
    ending ??= Promise.all(groups.map((group) => group.stop())).then(() => process.exit(exitCode));
    return ending;
  };
  // A terminal sends Ctrl-C to the whole process group, and npm forwards it once more, so repeated
  // signals have no effect.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(0));
  process.on('exit', () => {
    for (const group of groups) group.kill();
  });
  return { end, isEnding: () => ending !== undefined };
}

/** @returns whether the group still had a process that could receive the signal */
function signalGroup(group: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (group === undefined) return false;
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function readLines(stream: Readable, take: (line: string) => void): void {
  createInterface({ input: stream }).on('line', take);
}
