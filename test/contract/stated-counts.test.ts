// The counts that README.md and docs/ state in words are those of the code.
import { expect, test } from 'vitest';
import { SUPPORTED_LOCALES } from '../../src/domain/terms/locale.ts';
import { ACCEPT_METHODS } from '../../src/domain/verification/rules/methods.ts';
import { DOCUMENT_TYPES } from '../../src/vision/documents/document-facts.ts';
import { readPage } from './documents.ts';

const NUMBERS: Readonly<Record<string, number>> = { four: 4, six: 6, thirteen: 13 };

test.each([
  ['README.md', /\b(\w+) ways to prove an age/i, ACCEPT_METHODS],
  ['docs/which-way.md', /can prove an age in (\w+) ways/, ACCEPT_METHODS],
  ['README.md', /\b(\w+) kinds of document are read/i, DOCUMENT_TYPES],
  ['README.md', /\bin (\w+) languages/, SUPPORTED_LOCALES],
  ['README.md', /\((\w+) languages so far\)/, SUPPORTED_LOCALES],
])('%s states the count of %s', (page, pattern, counted) => {
  const stated = pattern.exec(readPage(page))?.[1]?.toLowerCase() ?? '';
  expect(NUMBERS[stated] ?? Number(stated)).toBe(counted.length);
});
