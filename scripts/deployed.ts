// Where `npm run deploy` keeps what belongs to one installation: its settings, its secrets and the configurations that it
// generates for wrangler. Git ignores the folder; DEPLOYMENT_DIR names another one.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const deploymentFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env['DEPLOYMENT_DIR'] || '.agate/deployment');

/** @returns the options by which wrangler finds the deployed database; none where `npm run deploy` has not been run */
export function deployedConfig(): string[] {
  const file = join(deploymentFolder(), 'wrangler.toml');
  return existsSync(file) ? [`--config=${file}`] : [];
}

/** @returns the address of the service: of the deployed one, where `remote` and there is one, or BASE_URL of wrangler.toml */
export function configuredBaseUrl(root: string, remote: boolean): string | undefined {
  const generated = join(deploymentFolder(), 'wrangler.toml');
  const file = remote && existsSync(generated) ? generated : join(root, 'wrangler.toml');
  return /^BASE_URL = "([^"]+)"/m.exec(readFileSync(file, 'utf8'))?.[1];
}
