import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { mailLanguage } from '../../src/domain/platform/mail/texts.ts';
import { SUPPORTED_LOCALES } from '../../src/domain/terms/locale.ts';
import languages from '../../widget/locales/languages.json' with { type: 'json' };

const FOLDER = 'src/domain/platform/mail/locales';
const read = (code: string) =>
  JSON.parse(readFileSync(`${FOLDER}/${code}.json`, 'utf8')) as Record<string, string>;
const english = read('en');
const placeholders = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('mails have texts in every language of the pages, and in no other', () => {
  const codes = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
  expect(codes.toSorted()).toEqual([...SUPPORTED_LOCALES].toSorted());
  const turned = SUPPORTED_LOCALES.filter((code) => mailLanguage(code).dir !== languages[code].dir);
  expect(turned).toEqual([]);
});

describe.each(SUPPORTED_LOCALES)('%s', (code) => {
  const texts = read(code);

  it('has exactly the texts of English, in its order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('fills in the same values as English', () => {
    for (const [key, text] of Object.entries(texts))
      expect([key, ...placeholders(text)]).toEqual([key, ...placeholders(english[key])]);
  });

  it('is in its own language, not in English', () => {
    if (code === 'en') return;
    const same = Object.entries(texts).filter(([key, text]) => text === english[key]);
    expect(same).toEqual([]);
  });
});

/**
 * Prefixes of the keys that the code builds by appending a legal context or a rule's requirement.
 */
const MADE_OF_WORDS = /^law\.(?:context|ask)_/;

test('every mail text is used by the template that it is named after, or named in the code', () => {
  const code = ['mail.ts', 'render-mail.ts', 'law-words.ts', '../../../config/law-contexts.ts']
    .map((file) => readFileSync(`src/domain/platform/mail/${file}`, 'utf8'))
    .join('\n');
  const unused = Object.keys(english).filter((key) => {
    const [template = '', part = ''] = key.split('.');
    const word = key.replace(MADE_OF_WORDS, '');
    const isTemplate = code.includes(`'${template}'`) && ['subject', 'text'].includes(part);
    return !isTemplate && !code.includes(`'${key}'`) && !code.includes(`'${word}'`);
  });
  expect(unused).toEqual([]);
});
