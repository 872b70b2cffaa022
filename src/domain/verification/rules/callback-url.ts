// The rule for addresses a visitor is sent back to (spec 1.1, D-8).
import { isLoopback } from '../../../public-host.ts';

const MAX_LENGTH = 2048;

/** https, or http on this machine; no credentials, no fragment, at most 2048 characters. */
export function isCallbackUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || text !== text.trim() || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.includes('#')) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname);
}
