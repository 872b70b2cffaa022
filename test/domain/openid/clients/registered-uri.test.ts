import { expect, test } from 'vitest';
import {
  faultOfRedirectUri,
  faultOfUri,
  isRegistered,
} from '../../../../src/domain/openid/clients/registered-uri.ts';

test.each([
  'https://rp.example/callback',
  'https://rp.example/callback?tenant=1',
  'https://rp.example:8443/',
  'http://localhost:9876/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:3000/callback',
])('registers %s', (uri) => {
  expect(faultOfUri(uri)).toBeUndefined();
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script in mixed case', 'JaVaScRiPt:alert(1)'],
  ['a script behind a tab', 'java\tscript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['vbscript', 'vbscript:x'],
  ['a blob', 'blob:https://rp.example/x'],
  ['a file', 'file:///etc/passwd'],
  ['an app scheme', 'com.example.app:/callback'],
  ['plain http elsewhere', 'http://rp.example/callback'],
  ['a host that only begins like loopback', 'http://127.0.0.1.evil.example/'],
  ['a fragment', 'https://rp.example/#x'],
  ['an empty fragment', 'https://rp.example/#'],
  ['a wildcard', 'https://*.rp.example/'],
  ['credentials (Pocket ID CVE-2026-28512)', 'https://good.example@evil.example/'],
  ['a backslash', 'https:\\\\rp.example/'],
  ['a backslash before the host', 'https://evil.example\\@good.example/'],
  ['one slash', 'https:/rp.example/'],
  ['three slashes', 'https:///rp.example/'],
  ['no slashes', 'https:rp.example/'],
  ['a space', 'https://rp.example/a b'],
  ['a line break', 'https://rp.example/\r\nX: y'],
  ['letters outside ASCII', 'https://b\u00fccher.example/'],
  ['a character that no URI has (RFC 3986 2)', 'https://rp.example/"'],
  ['a percent sign that begins nothing', 'https://rp.example/%a'],
  ['no host', 'https:rp'.slice(0, 6)],
  ['a relative address', '/callback'],
  ['nothing', ''],
  ['too much', `https://rp.example/${'a'.repeat(2048)}`],
])('refuses %s (S-04, BA GHSA-86j7-9j95-vpqj)', (_name, uri) => {
  expect(faultOfUri(uri)).toEqual(expect.any(String));
});

test.each(['code', 'state', 'iss', 'error'])(
  'refuses a redirect URI that contains %s, a parameter of the response (RFC 9207)',
  (name) => {
    expect(faultOfRedirectUri('https://rp.example/callback?tenant=1')).toBeUndefined();
    expect(faultOfRedirectUri(`https://rp.example/callback?tenant=1&${name}=x`)).toContain(name);
    expect(faultOfRedirectUri('https://rp.example/\\')).toEqual(expect.any(String));
  },
);

const V4 = 'http://127.0.0.1/callback?a=1';
const V6 = 'http://[::1]:8080/callback';
const REDIRECT_URIS = [V4, V6, 'http://localhost:8080/callback', 'https://rp.example/callback'];

test.each([
  'http://127.0.0.1:1/callback?a=1',
  'http://127.0.0.1:65535/callback?a=1',
  'http://[::1]/callback',
  'http://[::1]:49152/callback',
])('a native app may listen at %s (RFC 8252 7.3)', (uri) => {
  expect(isRegistered({ redirectUris: REDIRECT_URIS, isNative: true }, uri)).toBe(true);
  expect(isRegistered({ redirectUris: REDIRECT_URIS }, uri)).toBe(false);
});

test.each([
  ['another path (CVE-2020-15233)', 'http://127.0.0.1:80/other?a=1'],
  ['another query (CVE-2020-15233)', 'http://127.0.0.1:80/callback?a=2'],
  ['a query more', 'http://127.0.0.1:80/callback?a=1&b=2'],
  ['the other family', 'http://[::1]:80/callback?a=1'],
  ['localhost, which is a name (RFC 8252 8.3)', 'http://localhost:8081/callback'],
  ['another loopback address', 'http://127.0.0.2:80/callback?a=1'],
  ['a host that begins like it', 'http://127.0.0.1.evil.example/callback?a=1'],
  ['a host behind the port', 'http://127.0.0.1:80.evil.example/callback?a=1'],
  ['credentials that look like it', 'http://127.0.0.1:80@evil.example/callback?a=1'],
  ['credentials before it', 'http://evil@127.0.0.1:80/callback?a=1'],
  ['a backslash', 'http://127.0.0.1:80\\@evil.example/callback?a=1'],
  ['https', 'https://127.0.0.1:80/callback?a=1'],
  ['upper case', 'HTTP://127.0.0.1:80/callback?a=1'],
  ['port 0', 'http://127.0.0.1:0/callback?a=1'],
  ['a port beyond the last', 'http://127.0.0.1:65536/callback?a=1'],
  ['a port with a zero before it', 'http://127.0.0.1:080/callback?a=1'],
  ['an empty port', 'http://127.0.0.1:/callback?a=1'],
  ['a short form of the address', 'http://127.1:80/callback?a=1'],
  ['a decimal form of the address', 'http://2130706433:80/callback?a=1'],
  ['a long form of the address', 'http://[0:0:0:0:0:0:0:1]:80/callback'],
  ['a mapped form of the address', 'http://[::ffff:127.0.0.1]:80/callback?a=1'],
  ['a line break behind it', 'http://127.0.0.1:80/callback?a=1\n'],
  ['a port elsewhere', 'https://rp.example:8443/callback'],
])('does not redirect to %s, not even for a native app', (_what, uri) => {
  expect(isRegistered({ redirectUris: REDIRECT_URIS, isNative: true }, uri)).toBe(false);
});

test('an exactly registered address is accepted for either kind of client', () => {
  for (const isNative of [true, false])
    for (const uri of REDIRECT_URIS)
      expect(isRegistered({ redirectUris: REDIRECT_URIS, isNative }, uri)).toBe(true);
});
