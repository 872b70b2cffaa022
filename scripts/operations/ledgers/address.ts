// The address at which `npm run backup` and `npm run restore` find the service.
import { ROOT } from '../../bundle.ts';
import { readSettings } from '../../demo/settings.ts';
import { configuredBaseUrl } from '../../deployed.ts';

/**
 * @param named the option `--service`
 * @throws Error when nothing says where the service is
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
