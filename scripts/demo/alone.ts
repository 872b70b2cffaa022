// Starts a service with its own fresh data, for a program that calls it and then stops it. The
// demo's data and shop are not used.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startGroup, type ProcessGroup } from '../process-group.ts';
import { requireFreePort } from './ports.ts';
import { prepareState } from './prepare-state.ts';
import type { PreparedState } from './prepared-state.ts';
import { quietWrangler, startService, waitUntilItAnswers } from './servers.ts';

/** The origin of the sites that use this service. Nothing listens there. */
const SITE = 'http://localhost:9876';
/** A limit that one machine cannot reach. It must differ from every limit in wrangler.toml. */
const NO_LIMIT = 100_000_000;

interface Alone {
  /** The folder for the service's data; its subfolder `state` is removed before each start. */
  folder: string;
  port: number;
  /**
   * Returns the command that runs the calling program with a different port, for the error message.
   */
  command: (port: number) => string;
  /** Adds data before the service starts. */
  fill?: (state: PreparedState, stateDirectory: string) => Promise<void>;
  /**
   * Lifts the request limits and sets the given variables. A deployed service has no setting that
   * lifts the request limits.
   */
  unlimited?: { variables: Readonly<Record<string, string>> };
}

export interface ServiceAlone {
  origin: string;
  /** The demo's keys and accounts, which the calling program may use. */
  state: PreparedState;
  stateDirectory: string;
}

/**
 * Starts the service, and waits until it responds.
 * @param groups receives the started process groups, which the caller must stop
 * @returns the service
 * @throws Error when the port is taken, the build fails, or the service does not respond
 */
export async function startAlone(
  { folder, port, command, fill, unlimited }: Alone,
  groups: ProcessGroup[],
): Promise<ServiceAlone> {
  const stateDirectory = join(resolve(folder), 'state');
  const origin = `http://localhost:${port}`;
  await requireFreePort(port, command);
  Object.assign(process.env, quietWrangler(stateDirectory));
  rmSync(stateDirectory, { recursive: true, force: true });
  mkdirSync(stateDirectory, { recursive: true });
  const state = await prepareState({ stateDirectory, shopUrl: SITE }, []);
  await fill?.(state, stateDirectory);
  await buildPages(groups);
  const service = startService(
    {
      servicePort: port,
      baseUrl: origin,
      stateDirectory,
      ...(unlimited && { configuration: liftLimits(resolve(folder)) }),
    },
    [
      '--ip=localhost',
      ...Object.entries(unlimited?.variables ?? {}).map(
        ([name, value]) => `--var=${name}:${value}`,
      ),
    ],
  );
  groups.push(service);
  const ended = service.ended.then(({ output }) => {
    throw new Error(`The service ended by itself.\n${output}`);
  });
  await Promise.race([ended, waitUntilItAnswers(origin, service)]);
  ended.catch(() => undefined);
  return { origin, state, stateDirectory };
}

async function buildPages(groups: ProcessGroup[]): Promise<void> {
  const build = startGroup('build', process.execPath, ['scripts/build.ts'], process.env);
  groups.push(build);
  const { exitCode, output } = await build.ended;
  if (exitCode !== 0) throw new Error(`The build failed.\n${output}`);
}

/**
 * @returns the path of a copy of wrangler.toml, next to the data, with unreachable request limits
 */
function liftLimits(folder: string): string {
  const text = readFileSync('wrangler.toml', 'utf8')
    .replaceAll(/^simple = \{ limit = \d+/gm, `simple = { limit = ${NO_LIMIT}`)
    .replace(/^main = "(.*)"$/m, (_line, file: string) => `main = ${JSON.stringify(resolve(file))}`)
    .replace(
      /^directory = "(.*)"$/m,
      (_line, file: string) => `directory = ${JSON.stringify(resolve(file))}`,
    );
  const file = join(folder, 'wrangler.toml');
  writeFileSync(file, text);
  return file;
}
