// The ways in which a browser can reach a wallet. Ways that cannot work in that browser are not
// offered.
import { expect, it } from 'vitest';
import { waysOf } from '../../../../widget/hosted/wallet/ways.ts';

it.each([
  ['a computer', {}, ['other_device']],
  ['a computer whose browser asks wallets', { hasApi: true }, ['browser', 'other_device']],
  ['a phone', { isPhone: true }, ['same_device']],
  [
    'a phone whose browser asks wallets',
    { isPhone: true, hasApi: true },
    ['browser', 'same_device'],
  ],
  ['a frame on a computer', { isFramed: true }, ['other_device']],
  // A wallet app returns to a new page, which has no access to a session in a frame.
  ['a frame on a phone', { isPhone: true, isFramed: true }, []],
] as const)('the wallet ways are right on %s', (_place, here, ways) => {
  expect(waysOf({ hasApi: false, isPhone: false, isFramed: false, ...here })).toEqual(ways);
});
