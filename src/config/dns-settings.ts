// The DNS resolver that is used to verify which domains belong to a customer.
import { isLoopback } from '../network/public-host.ts';
import { ConfigError, readOptional, type Vars } from './setting-readers.ts';

const USUAL = 'https://cloudflare-dns.com/dns-query';

/**
 * @param isLocal whether http on this machine is allowed in addition to https
 * @returns the address of a resolver with a JSON API like those of Cloudflare and Google
 * @throws ConfigError
 */
export function readDnsOverHttps(vars: Vars, isLocal: boolean): string {
  const text = readOptional(vars, 'DNS_OVER_HTTPS') ?? USUAL;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOwn = isLocal && url?.protocol === 'http:' && isLoopback(url.hostname);
  if (url === undefined || (url.protocol !== 'https:' && !isOwn) || url.search + url.hash !== '')
    throw new ConfigError('The setting DNS_OVER_HTTPS must be an https URL without a query.');
  return text;
}
