import { expect, it } from 'vitest';
import { returnAddress } from '../../../../widget/hosted/site/return-address.ts';

it('accepts web addresses', () => {
  expect(returnAddress('https://shop.example/done?a=1')).toBe('https://shop.example/done?a=1');
  expect(returnAddress('http://localhost:8788/done')).toBe('http://localhost:8788/done');
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'shop.example', ''])(
  'does not accept %s',
  (url) => {
    expect(returnAddress(url)).toBeUndefined();
  },
);
