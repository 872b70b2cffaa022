// Addresses a site may register (S-04): exact ones only, since they are later compared byte for byte. Pure.
import { isLoopback } from '../../public-host.ts';

const MAX_LENGTH = 2048;

/** @returns what is wrong with the address, or undefined when it may be registered */
export function faultOfUri(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  // A parser would take these away, and the stored text would not be what browsers are sent to.
  if (/[\s\\\p{Cc}]/u.test(text) || !/^[\x21-\x7e]+$/.test(text))
    return 'must be written in plain ASCII, without spaces and backslashes';
  if (text.includes('*')) return 'must not have wildcards';
  if (text.includes('#')) return 'must not have a fragment';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not have credentials';
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isLocal)
    return 'must be https, or http on localhost during development';
  return undefined;
}
