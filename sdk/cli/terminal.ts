// What a command may use of the world, so that tests can give it another one; and how it fails.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Writes a line to stdout. */
  print: (line: string) => void;
  /** Whether output is for programs: one JSON object a line. */
  json: boolean;
  /** Reads a line that is not shown while it is typed. */
  readSecret: (question: string) => Promise<string>;
  /** Writes a line to stderr: what is said beside the output. */
  note: (line: string) => void;
  /** Aborted by Ctrl-C. */
  stopped: AbortSignal;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after `ms`, or at once when stopped. */
  sleep: (ms: number) => Promise<void>;
}

/** The command was called wrongly; nothing was sent. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A variable of the environment is missing or wrong, whatever the command was called with. */
export class SettingsError extends UsageError {}

/** The command could not do what it was asked for. The message says what to do. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Prints what a command found: for programs as it is, for people as the line. */
export function tell({ json, print }: Terminal, found: object, line: string): void {
  print(json ? JSON.stringify(found) : line);
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  // A reader such as `head` that has enough closes the pipe: that is no fault.
  process.stdout.on('error', () => stop.abort());
  return {
    env: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    json: false,
    readSecret,
    note: (line) => void process.stderr.write(`${line}\n`),
    stopped: stop.signal,
    now: () => Date.now(),
    sleep: (ms) => sleepUntilStopped(ms, stop.signal),
  };
}

/** @param stopped ends the wait */
export async function sleepUntilStopped(ms: number, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    stopped.addEventListener('abort', finish);
  });
}

/** Reads the first line of stdin. What is typed at a terminal is not shown. */
function readSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  });
  return new Promise((resolve) => {
    let read = '';
    lines.once('line', (line) => {
      read = line;
      lines.close();
    });
    lines.once('close', () => {
      process.stderr.write('\n');
      resolve(read);
    });
  });
}
