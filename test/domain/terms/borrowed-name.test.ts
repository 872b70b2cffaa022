import { expect, test } from 'vitest';
import { findBorrowedName, mixesAlphabets } from '../../../src/domain/terms/borrowed-name.ts';

const find = (name: string) => findBorrowedName(name, ['Agate']);

test.each([
  ['Google', 'google'],
  ['GOOGLE Account Security', 'google'],
  ['Sign in with Google', 'google'],
  ['Go-ogle', 'google'],
  ['G o o g l e', 'google'],
  ['G00gle', 'google'],
  ['Gооgle', 'google'], // Cyrillic о
  ['Ｇｏｏｇｌｅ', 'google'],
  ['Goo\u200bgle', 'google'],
  ['Góogle', 'google'],
  ['PayPaI', 'paypal'], // capital i
  ['раураӏ', 'paypal'], // all Cyrillic
  ['Rnicrosoft', 'microsoft'],
  ['Apple', 'apple'],
  ['Apple ID', 'apple'],
  ['Amazon Pay Support', 'amazon'],
  ['V1SA', 'visa'],
  ['Agate', 'Agate'],
  ['Agate Login', 'Agate'],
])('%s borrows the name of %s', (name, owner) => {
  expect(find(name)).toBe(owner);
});

test.each([
  'Weinhaus Linden',
  'Apple Orchard Cider',
  'Visa photos at Miller’s',
  'Steam railway museum',
  'Uber den Wolken',
  'Verification',
  'My account',
  'Ägäis Reisen',
  'Кафе Пушкин',
  'カフェ',
  'Agate & Amber jewellery',
  '24/7',
])('%s does not resemble a protected name', (name) => {
  expect(find(name)).toBeUndefined();
});

test('mixed alphabets are refused within a word, and allowed within a name', () => {
  expect(mixesAlphabets('Gооgle')).toBe(true);
  expect(mixesAlphabets('Кафе Pushkin')).toBe(false);
  expect(mixesAlphabets('Αθήνα Cafe')).toBe(false);
});
