// The rule for addresses to which a visitor may be redirected (spec 1.1, D-8).
import { isLoopback } from '../../../../network/public-host.ts';

const MAX_LENGTH = 2048;

/**
 * Accepts an https URL, or an http URL on the local machine, with no credentials, no fragment and
 * at most 2048 characters. Refuses everything that programs may parse in different ways: spaces,
 * control characters, backslashes (`https://evil.example\@good.example`), and a scheme that is not
 * followed by exactly two slashes.
 */
export function isCallbackUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(text)) return false;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.includes('#')) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname);
}
