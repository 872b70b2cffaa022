import { expect, test } from 'vitest';
import {
  faultOfRedirectUri,
  faultOfUri,
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
  'refuses a redirect URI that presets %s, which an answer carries (RFC 9207)',
  (name) => {
    expect(faultOfRedirectUri('https://rp.example/callback?tenant=1')).toBeUndefined();
    expect(faultOfRedirectUri(`https://rp.example/callback?tenant=1&${name}=x`)).toContain(name);
    expect(faultOfRedirectUri('https://rp.example/\\')).toEqual(expect.any(String));
  },
);
