// Mail domains: which may be named, and which one an address is of. Pure.
import { isPublicHost } from '../../../network/public-host.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';

/** @returns the domain in ASCII and lower case; undefined for what is no public mail domain */
export function parseDomain(text: string): string | undefined {
  const normalized = parseEmailAddress(`a@${text.trim()}`)?.normalized;
  const domain = normalized?.slice(2);
  const isName = domain !== undefined && !/\.\d+$/.test(domain) && isPublicHost(domain);
  return isName ? domain : undefined;
}

/** @param emailNormalized of parseEmailAddress */
export const domainOf = (emailNormalized: string): string =>
  emailNormalized.slice(emailNormalized.lastIndexOf('@') + 1);
