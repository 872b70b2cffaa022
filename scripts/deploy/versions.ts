// Finds out which version of a Worker is serving requests, and rolls a Worker back to a given
// version.
import { CloudflareError, type Cloudflare } from './cloudflare.ts';

interface Deployment {
  versions: { version_id: string; percentage: number }[];
}

const pathOf = (accountId: string, worker: string): string =>
  `/accounts/${accountId}/workers/scripts/${worker}/deployments`;

/**
 * @returns the version that serves all requests, or most of them; undefined when the Worker does
 *   not exist yet
 */
export async function readVersion(
  cloudflare: Cloudflare,
  accountId: string,
  worker: string,
): Promise<string | undefined> {
  try {
    const { deployments } = await cloudflare.get<{ deployments?: Deployment[] }>(
      pathOf(accountId, worker),
      'scripts',
    );
    const versions = deployments?.[0]?.versions ?? [];
    return versions.toSorted((one, other) => other.percentage - one.percentage)[0]?.version_id;
  } catch (error) {
    if (error instanceof CloudflareError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Rolls a Worker back to a version. Skips the confirmation that Cloudflare requires if a secret has
 * changed since that version was deployed: it is not needed, because a deployment only ever adds
 * keys.
 */
export async function returnTo(
  cloudflare: Cloudflare,
  accountId: string,
  worker: string,
  version: string,
): Promise<void> {
  await cloudflare.post(`${pathOf(accountId, worker)}?force=true`, 'scripts', {
    strategy: 'percentage',
    versions: [{ version_id: version, percentage: 100 }],
    annotations: { 'workers/message': 'Rolled back because the next deployment failed.' },
  });
}
