// The first page's texts that depend on the session.
import { expect, test } from 'vitest';
import { returnsTo } from '../../../../widget/hosted/texts/welcome-texts.ts';

test('every return host is named, in the phrasing of the language', () => {
  const site = { name: 'Shop', host: 'shop.example' };
  expect(returnsTo('en', site)).toBe('shop.example');
  const both = { ...site, return_hosts: ['shop.example', 'pay.example'] };
  expect(returnsTo('en', both)).toBe('shop.example or pay.example');
  expect(returnsTo('de', both)).toBe('shop.example oder pay.example');
});
