import { describe, expect, it } from 'vitest';
import { looksLikeCredential } from '../../../src/crypto/token-prefixes.ts';
import { isCallbackUrl } from '../../../src/domain/verification/callback-url.ts';
import { matchLocale } from '../../../src/domain/terms/locale.ts';
import { returnUrl } from '../../../src/domain/verification/rules/result.ts';
import { sandboxOutcome } from '../../../src/domain/verification/rules/sandbox.ts';
import {
  drawActions,
  type SessionRecord,
  type SessionRequest,
} from '../../../src/domain/verification/rules/session.ts';
import { randomBelow } from '../../../src/crypto/random.ts';

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
  ])('refuses %j', (url) => expect(isCallbackUrl(url)).toBe(false));
});

describe('matchLocale', () => {
  it.each([
    ['en-GB', 'en'],
    ['AR', 'ar'],
    ['ar-Arab-EG', 'ar'],
    ['ar_EG', 'ar'],
    ['de-AT', 'de'],
    ['pt-BR', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['fil', 'en'],
    ['tlh', 'en'],
    ['', 'en'],
    ['-', 'en'],
  ])('%j → %s', (tag, locale) => expect(matchLocale(tag)).toBe(locale));
});

describe('looksLikeCredential', () => {
  it('knows our prefixes in any case and with spaces around', () => {
    for (const text of ['sk_live_1', ' PK_TEST_', 'xit_', 'xort_a', 'xocs_b'])
      expect(looksLikeCredential(text)).toBe(true);
    for (const text of ['u-1', 'sk', 'risk_live_1', 'x'])
      expect(looksLikeCredential(text)).toBe(false);
  });
});

describe('returnUrl (D-8, callback)', () => {
  const record = (status: SessionRecord['state'], request: Partial<SessionRequest> = {}) =>
    ({
      state: status,
      request: { callbackUrl: 'https://shop.example/back?order=7&x=a%20b', ...request },
    }) as SessionRecord;

  it('adds status, token and user_id to the query that was there', () => {
    const url = returnUrl(record({ status: 'success' }, { userId: 'a&b=c d' }), 'xtk_1');
    expect(url).toBe(
      'https://shop.example/back?order=7&x=a%20b&status=success&token=xtk_1&user_id=a%26b%3Dc+d',
    );
  });

  it('goes to the URL of the outcome; a cancel always to the callback', () => {
    const urls = { successUrl: 'https://shop.example/ok', failedUrl: 'https://shop.example/no' };
    const pathOf = (status: 'success' | 'failed' | 'canceled' | 'expired') => {
      const url = new URL(returnUrl(record({ status }, urls), 'xtk_1'));
      return `${url.pathname} ${url.searchParams.get('status')}`;
    };
    expect(pathOf('success')).toBe('/ok success');
    expect(pathOf('failed')).toBe('/no failed');
    expect(pathOf('canceled')).toBe('/back canceled');
    expect(pathOf('expired')).toBe('/no failed');
  });
});

describe('sandboxOutcome', () => {
  it.each([
    ['u+pass', 'success'],
    ['+fail', 'failed'],
    ['u+cancel', 'canceled'],
    ['u+expire', 'expired'],
    ['u+pass ', undefined],
    ['pass', undefined],
    [undefined, undefined],
  ] as const)('%s → %s', (userId, outcome) => expect(sandboxOutcome(userId)).toBe(outcome));
});

describe('drawActions', () => {
  it('draws 1, 2 or 3 different actions, each order as likely as another', () => {
    const seen = new Map<string, number>();
    for (let i = 0; i < 2_400; i += 1) {
      const actions = drawActions('medium', randomBelow);
      expect(new Set(actions).size).toBe(2);
      seen.set(actions.join(), (seen.get(actions.join()) ?? 0) + 1);
    }
    expect(seen.size).toBe(12);
    for (const count of seen.values()) expect(count).toBeGreaterThan(120);
    expect(drawActions('easy', randomBelow)).toHaveLength(1);
    expect(drawActions('hard', randomBelow)).toHaveLength(3);
  });
});
