// A program and everything it starts, as one process group: so that ending it leaves nothing behind, even
// when the program itself would not pass a signal on.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessGroup {
  name: string;
  /** Resolves when the program has ended; what it started may still run. */
  ended: Promise<Ending>;
  /** From now on what it prints is shown, line by line under its name; until then it is held back. */
  announce(): void;
  /** Ends the whole group: politely, then after `GRACE_MS` by force. */
  stop(): Promise<void>;
  /** At once and without waiting, for the last moment of this process. */
  kill(): void;
}

export interface Ending {
  /** Null when a signal ended it. */
  exitCode: number | null;
  /** What it printed and `announce` has not shown. */
  said: string;
}

/** Wrangler's line per request spells out the path, and with it tokens; the service logs its own without. */
const REQUEST_LINE = /^\[wrangler:info\] [A-Z]+ \//;
const GRACE_MS = 5000;
const LAST_LINES_MS = 1000;

export function startGroup(
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ProcessGroup {
  const child = spawn(command, args, { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const held: string[] = [];
  let shown = false;
  const show = (line: string): void => {
    if (!shown) held.push(line);
    else if (line.trim() !== '' && !REQUEST_LINE.test(line)) console.log(`${name} | ${line}`);
  };
  readLines(child.stdout, show);
  readLines(child.stderr, show);
  // The parent kills what is left of the group should this process crash.
  if (child.pid !== undefined) process.send?.({ group: child.pid });
  return {
    name,
    ended: new Promise((resolve) => {
      child.on('error', (error) => resolve({ exitCode: null, said: error.message }));
      const end = (exitCode: number | null): void => resolve({ exitCode, said: held.join('\n') });
      child.on('close', end);
      // A grandchild can hold the pipes open for ever: the last lines get this long to arrive.
      child.on('exit', (exitCode) => void setTimeout(end, LAST_LINES_MS, exitCode));
    }),
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

/** @returns whether the group still had a process to receive it */
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
