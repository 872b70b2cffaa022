// Checks which URIs a site may register (S-04), and whether the redirect URI of a request is
// registered. URIs are compared byte for byte, except for the ports of native apps (S-03). Pure.
import { isLoopback } from '../../../network/public-host.ts';
import { isWrittenAsUri } from '../../terms/written-uri.ts';
import type { OAuthClient } from './oauth-client.ts';

const MAX_LENGTH = 2048;
const MAX_PORT = 65_535;

/**
 * Matches URIs whose host is a loopback IP literal (RFC 8252 7.3). The pattern is applied to the
 * unparsed URI, because a parser could normalise other spellings to these literals.
 */
const LOOPBACK_LITERAL =
  /^(?<host>http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(?<port>[1-9]\d{0,4}))?(?<rest>[/?].*)?$/;

/**
 * Parameters of our responses (RFC 6749 4.1.2, RFC 9207): if a redirect URI also contained one of
 * them, a client could read that value instead of ours.
 */
const ANSWERS = ['code', 'state', 'iss', 'error', 'error_description'] as const;

/** Like faultOfUri, for a URI that receives authorization responses. */
export function faultOfRedirectUri(text: string): string | undefined {
  const fault = faultOfUri(text);
  if (fault !== undefined) return fault;
  const { searchParams } = new URL(text);
  const preset = ANSWERS.find((name) => searchParams.has(name));
  return preset === undefined ? undefined : `must not have the parameter ${preset}`;
}

/**
 * Whether responses may be sent to the redirect URI of a request. RFC 9700 2.1 allows exact matches
 * only, except for ports of native apps on loopback addresses. Even for a native app, `localhost`
 * must match exactly: it is a name, which can resolve to another address (RFC 8252 8.3).
 */
export function isRegistered(
  { redirectUris, isNative }: Pick<OAuthClient, 'redirectUris' | 'isNative'>,
  uri: string,
): boolean {
  if (redirectUris.includes(uri)) return true;
  const asked = isNative === true ? withoutPort(uri) : undefined;
  return asked !== undefined && redirectUris.some((known) => withoutPort(known) === asked);
}

/** @returns the URI without its port; undefined unless its host is a loopback literal */
function withoutPort(uri: string): string | undefined {
  const { host, port = '80', rest = '' } = LOOPBACK_LITERAL.exec(uri)?.groups ?? {};
  return host === undefined || Number(port) > MAX_PORT ? undefined : `${host}${rest}`;
}

/** @returns what is wrong with the URI, or undefined when it may be registered */
export function faultOfUri(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  // A URL parser strips or encodes characters that RFC 3986 does not allow, so browsers would be
  // sent to an address that differs from the stored text.
  if (!isWrittenAsUri(text))
    return 'must be plain ASCII, with any other characters percent-encoded';
  if (text.includes('*')) return 'must not have wildcards';
  if (text.includes('#')) return 'must not have a fragment';
  // Browsers treat `https:rp.example` and `https:///rp.example` as `https://rp.example`; other
  // programs do not.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not have credentials';
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isLocal)
    return 'must be https, or http on localhost during development';
  return undefined;
}
