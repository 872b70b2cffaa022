// The real service and the demo shop, started as `npm start` starts them, with their own data.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isPortTaken } from '../../../scripts/demo/ports.ts';
import { ROOT } from '../puppet/cache.ts';

/** The content of the file that `npm start` writes for the person who runs the demo. */
export interface Demo {
  base_url: string;
  shop_url: string;
  wallet_url: string;
  tenant: { id: string; name: string; secret_key: string; test_secret_key: string };
  oauth_client: { client_id: string; client_secret: string; redirect_uris: string[] };
  account: { email: string; password: string };
  admin: { email: string; password: string; totp_secret: string };
  dashboard: { email: string; password: string };
}

/**
 * The demo's data folder and ports. A demo that is started again in the same place continues with
 * its data.
 */
interface DemoPlace {
  folder: string;
  port: number;
  shopPort: number;
  walletPort: number;
}

export interface RunningDemo {
  demo: Demo;
  place: DemoPlace;
  /** Returns the demo's output so far. */
  printed: () => string;
  /** Kills `npm start` and all its processes, as a power cut would, and keeps the data. */
  kill: () => Promise<void>;
  /** Stops the demo with a signal, waits until its processes are gone, and removes its data. */
  stop: () => Promise<void>;
}

const BUILD_ONCE = new URL('build-once.mjs', import.meta.url).href;
/**
 * How long the demo may take to become ready. This is longer than `npm start` waits for its
 * servers, so that `npm start` can report a failure itself.
 */
const READY_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 15_000;

/**
 * @param place the data folder and ports of a demo that was killed, to continue with its data
 * @param settings settings of the service, in addition to the usual ones
 * @throws Error with the demo's whole output if the demo does not become ready
 */
export async function startDemo(
  place?: DemoPlace,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningDemo> {
  const { folder, port, shopPort, walletPort } = place ?? (await findPlace());
  const demoFile = join(folder, 'demo.json');
  await rm(demoFile, { force: true });
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      // Puppets are bent photographs, so they would raise the risk band of each check.
      BENT_PICTURES: 'off',
      ...settings,
      PORT: String(port),
      SHOP_PORT: String(shopPort),
      WALLET_PORT: String(walletPort),
      STATE_DIR: join(folder, 'state'),
      DEMO_FILE: demoFile,
      NODE_OPTIONS: `--import=${BUILD_ONCE}`,
      // Makes the process exit when its parent has exited, as it does under npm.
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Starts a separate process group, so that `kill` can kill the whole group.
    detached: true,
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => said.push(String(chunk)));
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const kill = (): Promise<void> => killAll(child, [port, shopPort, walletPort]);
  try {
    await waitForFile(demoFile, child);
    const demo = JSON.parse(await readFile(demoFile, 'utf8')) as Demo;
    const printed = () => said.join('');
    return { demo, place: { folder, port, shopPort, walletPort }, printed, kill, stop };
  } catch (error) {
    await stop();
    const words = said.join('').trim();
    // Puts the last line of output first, because reports print only one line of an error.
    const [reason, last] = [(error as Error).message, words.split('\n').at(-1)];
    throw new Error(`npm start did not get ready. ${reason} ${last}\n${words}`, { cause: error });
  }
}

/**
 * Waits for the file that `npm start` writes last, once the service, the shop and the wallet
 * respond.
 */
async function waitForFile(file: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    if (Date.now() > deadline) throw new Error('It took too long.');
    await delay(100);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(impatience);
}

async function findPlace(): Promise<DemoPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-browser-tests-'));
  const [port, shopPort, walletPort] = await freePorts();
  return { folder, port, shopPort, walletPort };
}

/**
 * Kills the process group of `npm start` and those of the servers, which are found by their ports.
 */
async function killAll(child: ChildProcess, ports: readonly number[]): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,args=']);
  const servers = stdout
    .split('\n')
    .filter((line) => ports.some((port) => line.includes(`--port=${port} `)))
    .map((line) => Number.parseInt(line, 10));
  const groups = new Set([child.pid ?? Number.NaN, ...servers]);
  for (const group of groups) process.kill(-group, 'SIGKILL');
  while (await isRunning(groups)) await delay(20);
}

/**
 * Whether any thread of these process groups remains. A killed process keeps its ports and files
 * until its last thread is gone. A zombie may remain forever, so it counts as gone.
 */
async function isRunning(groups: ReadonlySet<number>): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-L', '-o', 'pgid=,stat=']);
  return stdout.split('\n').some((line) => {
    const [group, state = 'Z'] = line.trim().split(/\s+/);
    return groups.has(Number(group)) && !state.startsWith('Z');
  });
}

/**
 * The lowest port that a demo may use. The range is below the ephemeral ports, so that the ports of
 * a demo are still free when it is restarted.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** @returns three consecutive ports that nothing listens on */
export async function freePorts(): Promise<[number, number, number]> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const ports = [port, port + 1, port + 2] as [number, number, number];
    const taken = await Promise.all(ports.map(isPortTaken));
    if (!taken.includes(true)) return ports;
  }
}
