import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/domain/terms/email-address.ts';

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['  ada@example.com ', 'ada@example.com'],
  ['ada@b\u00fccher.example', 'ada@xn--bcher-kva.example'],
  ['ADA+tag@example.com', 'ada+tag@example.com'],
  ['\uff41da@example.com', 'ada@example.com'],
])('takes %s for %s', (text, normalized) => {
  expect(parseEmailAddress(text)?.normalized).toBe(normalized);
});

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'a da@example.com',
  'ada@exa mple.com',
  'ada@example.com, eve@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  '"ada eve"@example.com',
  'ada@[127.0.0.1]',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(250)}.com`,
])('refuses %j', (text) => {
  expect(parseEmailAddress(text)).toBeUndefined();
});

test('refuses an address of 60 kB before reading it', () => {
  const endless = { length: 60_000, trim: () => expect.unreachable() } as unknown as string;
  expect(parseEmailAddress(endless)).toBeUndefined();
});
