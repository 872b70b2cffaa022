// The interface through which commands use their environment, so that tests can replace it, and the
// errors that commands throw.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Writes a line to stdout. */
  print: (line: string) => void;
  /** Whether output is for programs: one JSON object per line. */
  json: boolean;
  /** Reads a line without showing what is typed. */
  readSecret: (question: string) => Promise<string>;
  /** Writes a line to stderr, for messages that are not part of the output. */
  note: (line: string) => void;
  /** Aborted on Ctrl-C or SIGTERM, or when stdout can no longer be written. */
  stopped: AbortSignal;
  /** Returns the current time, in milliseconds since the epoch. */
  now: () => number;
  /** Resolves after `ms`, or immediately when stopped. */
  sleep: (ms: number) => Promise<void>;
}

/** The arguments were wrong, so nothing has been sent. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * A setting, such as an environment variable or the stored key, is missing or wrong, regardless of
 * the arguments.
 */
export class SettingsError extends UsageError {}

/** The command failed. The message explains what to do. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Prints a result: as JSON for programs, as a line for people. */
export function tell({ json, print }: Terminal, found: object, line: string): void {
  print(json ? JSON.stringify(found) : line);
}

export function processTerminal(): Terminal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  // A reader such as `head` closes the pipe when it has enough, which is not an error.
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

/** @param stopped ends the wait when aborted */
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

/** Reads the first line of stdin. Text that is typed at a terminal is not shown. */
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
