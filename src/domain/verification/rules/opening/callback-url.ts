// The rule for addresses a visitor is sent back to (spec 1.1, D-8).
import { isLoopback } from '../../../../network/public-host.ts';

const MAX_LENGTH = 2048;

/**
 * https, or http on this machine; no credentials, no fragment, at most 2048 characters. Nothing that programs read in two
 * ways: spaces, control characters, backslashes, a scheme without exactly two slashes (`https://evil.example\@good.example`).
 */
export function isCallbackUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(text)) return false;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.includes('#')) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname);
}
