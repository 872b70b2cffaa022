// SSRF protection (S-28): decides which customer-supplied URLs (webhooks, logout tokens) the
// service may send requests to. Each URL is checked when it is registered and again before every
// request.
import type { Config } from '../../config/config.ts';
import { isLoopback, isPublicHost } from '../../network/public-host.ts';

const MAX_LENGTH = 2048;

/**
 * Whether the URL is an https URL of a public host other than this service, without credentials or
 * a fragment, and has at most 2048 characters. In local development, loopback URLs are allowed as
 * well, even over http.
 */
export function isReceiverUrl(
  text: string,
  { baseUrl, isLocal }: Pick<Config, 'baseUrl' | 'isLocal'>,
): boolean {
  // The URL parser drops or rewrites whitespace, backslashes and control characters, so the stored
  // text would differ from the URL that is called.
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.includes('#')) return false;
  if (isSameHost(url.hostname, new URL(baseUrl).hostname) && !isLocal) return false;
  if (isLocal && isLoopback(url.hostname))
    return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && isPublicHost(url.hostname);
}

/** Compares two host names, ignoring a trailing dot, which does not change the host. */
const isSameHost = (a: string, b: string): boolean => a.replace(/\.$/, '') === b.replace(/\.$/, '');
