// The other Workers that the service binds in wrangler.toml. They are started and deployed together
// with the service.
import { readFileSync } from 'node:fs';

const CONFIGS = {
  FACE: 'wrangler.face.toml',
  DOCUMENTS: 'wrangler.documents.toml',
  WALLET: 'wrangler.wallet.toml',
} as const;
type Binding = keyof typeof CONFIGS;

/** @param configuration the content of wrangler.toml */
export function boundWorkers(configuration = readFileSync('wrangler.toml', 'utf8')): Binding[] {
  const isBound = (binding: string): boolean =>
    new RegExp(String.raw`^\s*binding\s*=\s*(["'])${binding}\1`, 'm').test(configuration);
  return (Object.keys(CONFIGS) as Binding[]).filter(isBound);
}

/**
 * Lists the configuration files of the Workers that wrangler.toml binds.
 * @param configuration the content of wrangler.toml
 */
export const boundConfigs = (configuration?: string): string[] =>
  boundWorkers(configuration).map((binding) => CONFIGS[binding]);

/**
 * Lists the configuration files in deployment order: a bound Worker must exist before the Worker
 * that binds it.
 * @param configuration the content of wrangler.toml
 */
export const configsToDeploy = (configuration?: string): string[] => [
  ...boundConfigs(configuration),
  'wrangler.toml',
];
