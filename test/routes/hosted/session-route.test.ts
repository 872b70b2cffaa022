import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import type { SessionRequest } from '../../../src/domain/verification/rules/opening/session-request.ts';
import { returnUrl } from '../../../src/routes/hosted/session-route.ts';

describe('returnUrl (D-8, callback)', () => {
  const record = (status: SessionRecord['state'], request: Partial<SessionRequest> = {}) =>
    ({
      state: status,
      request: { callbackUrl: 'https://shop.example/back?order=7&x=a%20b', ...request },
    }) as SessionRecord;

  it('adds status, token and user_id to the query of the URL', () => {
    const url = returnUrl(record({ status: 'success' }, { userId: 'a&b=c d' }), 'xtk_1');
    expect(url).toBe(
      'https://shop.example/back?order=7&x=a%20b&status=success&token=xtk_1&user_id=a%26b%3Dc+d',
    );
  });

  it('drops preset status, token and user_id, so that no reader finds them first', () => {
    const callbackUrl =
      'https://shop.example/back?status=success&a=%20b&%74oken=xtk_0&user_id=eve&statusx=1&status';
    const url = returnUrl(record({ status: 'failed' }, { callbackUrl, userId: 'ada' }), 'xtk_1');
    expect(url).toBe(
      'https://shop.example/back?a=%20b&statusx=1&status=failed&token=xtk_1&user_id=ada',
    );
    const anonymous = returnUrl(record({ status: 'failed' }, { callbackUrl }), 'xtk_1');
    expect(new URL(anonymous).searchParams.getAll('user_id')).toEqual(['eve']);
  });

  it('is the URL for the outcome, and after a cancel always the callback', () => {
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
