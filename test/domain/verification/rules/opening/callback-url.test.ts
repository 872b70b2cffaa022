import { describe, expect, it } from 'vitest';
import { isCallbackUrl } from '../../../../../src/domain/verification/rules/opening/callback-url.ts';

describe('isCallbackUrl (spec 1.1)', () => {
  it.each([
    'https://shop.example',
    'https://shop.example:8443/a?b=c',
    'http://localhost',
    'http://localhost:3000/x',
    'http://127.0.0.1:9/',
    'http://[::1]/',
    'HTTPS://SHOP.EXAMPLE/',
  ])('accepts %s', (url) => expect(isCallbackUrl(url)).toBe(true));

  it.each([
    'http://shop.example',
    'http://127.0.0.2/',
    'http://localhost.shop.example/',
    'https://a@shop.example',
    'https://shop.example#',
    'shop://x',
    '',
    '/return',
    'https://',
    '\thttps://shop.example',
    'https://evil.example\\@good.example',
    'https:\\\\evil.example',
    'https://good.example/\\evil.example',
    'https://shop.example/a b',
    'https://shop.example/\r\nX: y',
    'https://shop.example/\u0000',
    'https://user:word@shop.example',
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
  ])('refuses %j', (url) => expect(isCallbackUrl(url)).toBe(false));
});
