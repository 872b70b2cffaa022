// The folder of one installation, in which `npm run deploy` keeps its settings, its secrets and the
// configurations that it generates for wrangler. Git ignores the folder; DEPLOYMENT_DIR selects a
// different one.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const deploymentFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env['DEPLOYMENT_DIR'] || '.agate/deployment');

/**
 * @returns the command-line options that point wrangler at the deployed database; empty until `npm
 *   run deploy` has been run
 */
export function deployedConfig(env: NodeJS.ProcessEnv = process.env): string[] {
  const file = join(deploymentFolder(env), 'wrangler.toml');
  return existsSync(file) ? [`--config=${file}`] : [];
}

/**
 * @returns the service's URL: with `remote`, the URL of the deployed service if there is one;
 *   otherwise BASE_URL of wrangler.toml
 */
export function configuredBaseUrl(root: string, remote: boolean): string | undefined {
  const generated = join(deploymentFolder(), 'wrangler.toml');
  const file = remote && existsSync(generated) ? generated : join(root, 'wrangler.toml');
  return /^BASE_URL = "([^"]+)"/m.exec(readFileSync(file, 'utf8'))?.[1];
}
