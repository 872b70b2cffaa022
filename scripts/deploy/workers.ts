// Deploys the Workers in their order, and takes them back to the versions before.
import { join } from 'node:path';
import type { Cloudflare } from './cloudflare.ts';
import { withKeysFile } from './secrets.ts';
import type { Surroundings } from './surroundings.ts';
import { readVersion, returnTo } from './versions.ts';

interface DeployedWorker {
  worker: string;
  /** The version before; undefined where there was none. */
  before: string | undefined;
}

/** Names of the Workers, by their configurations. */
const workerOf = (configuration: string): string =>
  configuration === 'wrangler.toml'
    ? 'agate'
    : `agate-${configuration.replace(/^wrangler\.|\.toml$/g, '')}`;

/**
 * @param configurations names of files in the folder, the service last @param keys secrets that the service lacks
 * @throws Error when one could not be deployed, after those before it were taken back
 */
export async function deployWorkers(
  cloudflare: Cloudflare,
  accountId: string,
  configurations: readonly string[],
  keys: Record<string, string>,
  { folder, wrangler, print }: Surroundings,
): Promise<DeployedWorker[]> {
  const deployed: DeployedWorker[] = [];
  try {
    for (const configuration of configurations) {
      const worker = workerOf(configuration);
      const before = await readVersion(cloudflare, accountId, worker);
      print(`Deploying ${worker} ...`);
      // Wrangler may fail after the new version serves, as at the queues' consumers.
      deployed.push({ worker, before });
      const args = ['deploy', `--config=${join(folder, configuration)}`];
      await withKeysFile(folder, worker === 'agate' ? keys : {}, (more) =>
        wrangler([...args, ...more]),
      );
    }
  } catch (error) {
    await returnAll(cloudflare, accountId, deployed, print);
    throw error;
  }
  return deployed;
}

/** The service first, since it calls the others. Never throws: what it could not do it prints. */
export async function returnAll(
  cloudflare: Cloudflare,
  accountId: string,
  deployed: readonly DeployedWorker[],
  print: (line: string) => void,
): Promise<void> {
  for (const { worker, before } of deployed.toReversed()) {
    if (before === undefined) {
      print(`${worker} has no version before: it stays as it is until the next deployment.`);
      continue;
    }
    try {
      if ((await readVersion(cloudflare, accountId, worker)) === before) continue;
      await returnTo(cloudflare, accountId, worker, before);
      print(`${worker} is back at the version before (${before}).`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      print(`${worker} could not be taken back to ${before}: ${why}`);
    }
  }
  print(
    'Migrations of the database go forward only: they stay, and the version before works with them.',
  );
}
