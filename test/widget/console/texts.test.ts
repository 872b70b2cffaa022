// The consoles' texts are complete in every offered language and follow that language's typography.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../widget/console/texts/languages.ts';
import { EVERYWHERE, MISTAKES, QUOTES } from '../typography.ts';

const PARTS = ['shared', 'sso', 'dashboard', 'admin'] as const;
const codes = Object.keys(LANGUAGES);
const read = (part: string, code: string) =>
  JSON.parse(readFileSync(`widget/console/locales/${part}/${code}.json`, 'utf8')) as Record<
    string,
    string
  >;
const baseOf = (key: string) => key.split('#')[0] ?? key;
const basesOf = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(baseOf))];
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

it('no key is defined in two files', () => {
  const keys = PARTS.flatMap((part) => Object.keys(read(part, 'en')));
  expect(keys.length).toBe(new Set(keys).size);
});

describe('terms are consistent', () => {
  const all = (code: string) =>
    PARTS.flatMap((part) =>
      Object.entries(read(part, code)).map(([key, text]) => [part, key, text]),
    );

  it('the customers’ console is called dashboard, as in the docs', () => {
    const others = ['en', 'de'].flatMap((code) =>
      all(code).filter(
        ([, key, text = '']) =>
          /\b(console|konsole)\b/i.test(text) && key !== 'rings.of_admin_text',
      ),
    );
    expect(others).toEqual([]);
  });

  it('Arabic uses one word for webhook, as in the mails', () => {
    const others = all('ar').filter(([, , text = '']) =>
      /خطاف|webhooks|Webhooks|(?<![A-Za-z])webhook(?!-signature)/u.test(text),
    );
    expect(others).toEqual([]);
  });
});

describe.each(codes.flatMap((code) => PARTS.map((part) => [code, part] as const)))(
  'texts in %s, %s',
  (code, part) => {
    const english = read(part, 'en');
    const texts = read(part, code);

    it('are exactly those of English, in its order, and none is empty', () => {
      expect(basesOf(texts)).toEqual(basesOf(english));
      expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
    });

    it('have every plural category of the language', () => {
      const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
      for (const base of Object.keys(english).filter((key) => key.endsWith('#other'))) {
        const forms = Object.keys(texts).filter((key) => key.startsWith(`${baseOf(base)}#`));
        expect([base, forms.map((key) => key.split('#')[1]).toSorted()]).toEqual([
          base,
          pluralCategories.toSorted(),
        ]);
      }
    });

    it('fill in the same values as English', () => {
      for (const [key, text] of Object.entries(texts)) {
        const source = english[key] ?? english[`${baseOf(key)}#other`] ?? '';
        const named = (names: (string | undefined)[]) =>
          names.filter((name) => !key.includes('#') || name !== 'count');
        expect([key, named(placeholders(text))]).toEqual([key, named(placeholders(source))]);
      }
    });

    it('follow the typography of the language', () => {
      const rules = [...EVERYWHERE, ...(MISTAKES[code] ?? [])];
      const found = Object.entries(texts).flatMap(([key, text]) => {
        // Placeholders, addresses and machine-readable values are not prose.
        const prose = text.replaceAll(/\{\w+\}|\/[\w/]+|\w+@[\w.]+\w/g, 'x');
        return rules.filter(([mistake]) => mistake.test(prose)).map(([, rule]) => [key, rule]);
      });
      expect(found).toEqual([]);
      const foreign = new RegExp(
        `[${'“”„«»「」『』‘‚‹›'.replaceAll(new RegExp(`[${QUOTES[code]}]`, 'g'), '')}]`,
      );
      expect(Object.entries(texts).filter(([, text]) => foreign.test(text))).toEqual([]);
    });
  },
);
