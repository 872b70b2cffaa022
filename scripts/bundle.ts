// Bundles a Worker as `npm run deploy` does, without deploying it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));
const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');

interface Bundle {
  /** The folder for the script, its source map and the modules that it imports. */
  folder: string;
  /** The name of the configuration file at the root. */
  config?: string;
  /** The module to bundle instead of the one that the configuration names. */
  main?: string;
}

/** @throws Error with wrangler's output when the build fails */
export async function bundleWorker({ folder, config = 'wrangler.toml', main }: Bundle) {
  const own = main === undefined ? [] : [main];
  const args = [
    'deploy',
    ...own,
    `--config=${join(ROOT, config)}`,
    '--dry-run',
    '--outdir',
    folder,
  ];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
  await promisify(execFile)(process.execPath, [WRANGLER, ...args], { cwd: ROOT, env });
}
