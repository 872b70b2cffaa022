import { expect, it } from 'vitest';
import { isThisMachine } from '../../../../widget/hosted/browser/this-machine.ts';

it.each([
  ['http://localhost:8787/v/xho_a', true],
  ['http://LOCALHOST/v/xho_a', true],
  ['http://127.0.0.1:8787/', true],
  ['http://[::1]:8787/', true],
  ['https://verify.example.com/v/xho_a', false],
  ['https://localhost.example.com/', false],
  ['http://192.168.1.20:8787/', false],
])('whether %s is an address of the local machine: %s', (url, expected) => {
  expect(isThisMachine(new URL(url))).toBe(expected);
});
