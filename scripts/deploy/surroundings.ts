// Everything that a deployment touches outside its own folder, in one place, so that tests can
// replace it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { deploymentFolder } from '../deployed.ts';
import { ROOT } from '../bundle.ts';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

export interface Surroundings {
  /** The folder for settings, secrets, generated configurations and backups. */
  folder: string;
  env: NodeJS.ProcessEnv;
  print: (line: string) => void;
  /**
   * Whether a person sees the output. If nobody does, it contains no secrets, because it may end up
   * in a log.
   */
  isSeen: boolean;
  /** Asks the person at the terminal; absent without a terminal. */
  ask?: (question: string) => Promise<string>;
  /** Asks for a secret, as `ask` does, without showing the typed text. */
  askHidden?: (question: string) => Promise<string>;
  /**
   * Runs wrangler non-interactively.
   * @returns wrangler's standard output
   * @throws Error with everything that wrangler printed when it fails
   */
  wrangler: (args: readonly string[]) => Promise<string>;
  /** Opens the browser for wrangler's login; absent without a terminal. */
  login?: () => Promise<void>;
  /** Builds the static assets. */
  build: () => Promise<void>;
  /** Calls Cloudflare's API. */
  fetchApi: typeof fetch;
  /** Calls the deployed service. */
  fetchService: typeof fetch;
  /** Whether a host name already resolves. */
  resolves: (hostname: string) => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
  now: () => number;
}

/**
 * The surroundings of a real deployment.
 * @param env the environment of this process
 */
export function realSurroundings(env: NodeJS.ProcessEnv): Surroundings {
  return {
    folder: deploymentFolder(env),
    env,
    print: (line) => console.log(line),
    isSeen: process.stdout.isTTY,
    ...(process.stdin.isTTY && {
      ask: askAtTerminal,
      askHidden: askInSecret,
      login: () => logIn(env),
    }),
    wrangler: (args) => runWrangler(args, env),
    build: async () => {
      const { buildAssets } = await import('../build.ts');
      await buildAssets();
    },
    fetchApi: fetch,
    fetchService: fetch,
    resolves: isResolvable,
    wait: (ms) => delay(ms),
    now: () => Date.now(),
  };
}

/**
 * Whether the host name resolves. Queries each record type separately, because many DNS servers do
 * not answer ANY (RFC 8482).
 */
async function isResolvable(hostname: string): Promise<boolean> {
  const { resolve4, resolve6, resolveCname } = await import('node:dns/promises');
  const found = await Promise.allSettled([
    resolve4(hostname),
    resolve6(hostname),
    resolveCname(hostname),
  ]);
  return found.some((each) => each.status === 'fulfilled' && each.value.length > 0);
}

async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

async function askInSecret(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

/**
 * Runs Wrangler without a terminal, so that it asks no questions: the deployment has already
 * checked everything that Wrangler would ask about.
 */
export function runWrangler(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [WRANGLER, ...args], {
    cwd: ROOT,
    env: { ...env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, all]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(String(chunk));
    all.push(String(chunk));
  });
  child.stderr.on('data', (chunk: Buffer) => all.push(String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(out.join(''));
      else
        reject(
          new Error(
            `wrangler ${nameOf(args)} failed.\n${stripVTControlCharacters(all.join('')).trim()}`,
          ),
        );
    });
  });
}

const nameOf = (args: readonly string[]): string =>
  args.filter((arg) => !arg.startsWith('-')).join(' ');

async function logIn(env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [WRANGLER, 'login'], { cwd: ROOT, env, stdio: 'inherit' });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve() : reject(new Error('wrangler login failed.')),
    );
  });
}
