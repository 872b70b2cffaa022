// Deploys the Workers in order, and rolls them back to their previous versions.
import { join } from 'node:path';
import type { Cloudflare } from './cloudflare.ts';
import { withPatience } from './patience.ts';
import { withKeysFile } from './secrets.ts';
import type { Surroundings } from './surroundings.ts';
import { readVersion, returnTo } from './versions.ts';

interface DeployedWorker {
  worker: string;
  /** The previous version; undefined when there was none. */
  before: string | undefined;
}

/** Returns the name of the Worker that a configuration file deploys. */
const workerOf = (configuration: string): string =>
  configuration === 'wrangler.toml'
    ? 'agate'
    : `agate-${configuration.replace(/^wrangler\.|\.toml$/g, '')}`;

/**
 * @param configurations the names of the configuration files in the folder; the service's is last
 * @param keys the secrets that the service lacks
 * @throws Error when a Worker could not be deployed; that Worker and those deployed before it have
 *   then been rolled back as far as possible
 */
export async function deployWorkers(
  cloudflare: Cloudflare,
  accountId: string,
  configurations: readonly string[],
  keys: Record<string, string>,
  surroundings: Surroundings,
): Promise<DeployedWorker[]> {
  const { folder, wrangler, print } = surroundings;
  const deployed: DeployedWorker[] = [];
  try {
    for (const configuration of configurations) {
      const worker = workerOf(configuration);
      const before = await readVersion(cloudflare, accountId, worker);
      print(`Deploying ${worker} ...`);
      // Recorded before wrangler runs, because wrangler may fail after the new version has gone
      // live, for example while it sets up the queue consumers.
      deployed.push({ worker, before });
      const args = ['deploy', `--config=${join(folder, configuration)}`];
      await withKeysFile(folder, worker === 'agate' ? keys : {}, (more) =>
        wrangler([...args, ...more]),
      );
    }
  } catch (error) {
    await returnAll(cloudflare, accountId, deployed, surroundings);
    throw error;
  }
  return deployed;
}

/**
 * Rolls back the service first, because it calls the other Workers. Never throws: prints the
 * Workers that it could not roll back.
 */
export async function returnAll(
  cloudflare: Cloudflare,
  accountId: string,
  deployed: readonly DeployedWorker[],
  { print, wait }: Pick<Surroundings, 'print' | 'wait'>,
): Promise<void> {
  for (const { worker, before } of deployed.toReversed()) {
    if (before === undefined) {
      print(
        `There is no earlier version of ${worker}: the new one stays until the next deployment.`,
      );
      continue;
    }
    try {
      // Retries both calls: if a response was lost, reading the version again shows whether the
      // rollback took effect.
      const isNew = await withPatience(wait, async () => {
        if ((await readVersion(cloudflare, accountId, worker)) === before) return false;
        await returnTo(cloudflare, accountId, worker, before);
        return true;
      });
      print(
        isNew
          ? `${worker} was rolled back to the previous version (${before}).`
          : `${worker} serves the previous version (${before}).`,
      );
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      print(
        `${worker} could not be rolled back to ${before}: ${why} Run "npx wrangler rollback ${before} --name ${worker}", or deploy again.`,
      );
    }
  }
  print('Database migrations are not undone: the previous version works with them.');
}
