// Email domains: which domains are allowed, and how the domain of an email address is determined.
// Pure.
import { isPublicHost } from '../../../network/public-host.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';

/** The maximum number of domains per customer, and for the operators. */
export const MAX_DOMAINS = 20;

/** The error text for invalid operator domains, to follow the field's name. */
export const DOMAINS_RULE = `must be one to ${MAX_DOMAINS} email domains such as company.example.`;

/** @returns the domain in ASCII and lower case; undefined when it is not a public email domain */
export function parseDomain(text: string): string | undefined {
  const normalized = parseEmailAddress(`a@${text.trim()}`)?.normalized;
  const domain = normalized?.slice(2);
  const isName = domain !== undefined && !/\.\d+$/.test(domain) && isPublicHost(domain);
  return isName ? domain : undefined;
}

/** @param emailNormalized as returned by parseEmailAddress */
export const domainOf = (emailNormalized: string): string =>
  emailNormalized.slice(emailNormalized.lastIndexOf('@') + 1);
