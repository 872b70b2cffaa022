// Addresses a site may register (S-04): exact ones only, since they are later compared byte for byte. Pure.
import { isLoopback } from '../../../network/public-host.ts';
import { isWrittenAsUri } from '../../terms/written-uri.ts';

const MAX_LENGTH = 2048;

/** Parameters of our answers (RFC 6749 4.1.2, RFC 9207): a reader must not find another's first. */
const ANSWERS = ['code', 'state', 'iss', 'error', 'error_description'] as const;

/** As faultOfUri, for an address that gets authorization responses. */
export function faultOfRedirectUri(text: string): string | undefined {
  const fault = faultOfUri(text);
  if (fault !== undefined) return fault;
  const { searchParams } = new URL(text);
  const preset = ANSWERS.find((name) => searchParams.has(name));
  return preset === undefined ? undefined : `must not have the parameter ${preset}`;
}

/** @returns what is wrong with the address, or undefined when it may be registered */
export function faultOfUri(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  // A parser would take these away, and the stored text would not be what browsers are sent to.
  if (!isWrittenAsUri(text))
    return 'must be written in plain ASCII, with other characters percent-encoded';
  if (text.includes('*')) return 'must not have wildcards';
  if (text.includes('#')) return 'must not have a fragment';
  // Browsers take `https:rp.example` and `https:///rp.example` for `https://rp.example`; other programs do not.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not have credentials';
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isLocal)
    return 'must be https, or http on localhost during development';
  return undefined;
}
