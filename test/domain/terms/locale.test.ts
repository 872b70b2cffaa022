import { describe, expect, it } from 'vitest';
import { matchLocale } from '../../../src/domain/terms/locale.ts';

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
