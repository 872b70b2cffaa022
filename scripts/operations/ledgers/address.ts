// Finds the address of the service for `npm run backup` and `npm run restore`.
import { ROOT } from '../../bundle.ts';
import { readSettings } from '../../demo/settings.ts';
import { configuredBaseUrl } from '../../deployed.ts';

/**
 * @param named the option `--service`
 * @throws Error when the address of the service is not configured
 */
export function serviceAddress(
  named: string | undefined,
  remote: boolean,
  env: NodeJS.ProcessEnv,
): string {
  const address = named ?? (remote ? configuredBaseUrl(ROOT, true) : readSettings(env).baseUrl);
  if (!address || !URL.canParse(address))
    throw new Error('Say where the service is: --service=https://verify.example.com');
  return address.replace(/\/+$/, '');
}
