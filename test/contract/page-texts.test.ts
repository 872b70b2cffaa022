import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import languages from '../../widget/locales/languages.json' with { type: 'json' };
import { ending, EVERYWHERE, MISTAKES, QUOTES, SCRIPTS } from '../widget/typography.ts';

const FOLDER = 'src/http/pages/locales';
const codes = Object.keys(languages);
const texts = Object.fromEntries(
  codes.map((code) => [
    code,
    JSON.parse(readFileSync(`${FOLDER}/${code}.json`, 'utf8')) as Record<string, string>,
  ]),
);
const english = texts['en'] ?? {};
const baseOf = (key: string) => key.split('#')[0] ?? key;
const basesOf = (code: string) => [...new Set(Object.keys(texts[code] ?? {}).map(baseOf))];
const englishOf = (key: string) => english[key.includes('#') ? `${baseOf(key)}#other` : key] ?? '';
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const entries = (code: string) => Object.entries(texts[code] ?? {});

/** Keys whose texts may be identical to the English texts, by language. */
const SAME: Record<string, string[]> = { it: ['no'], es: ['no'], pt: [] };

it('has one file per language of the hosted page', () => {
  const files = readdirSync(FOLDER).map((name) => name.replace('.json', ''));
  expect(files.toSorted()).toEqual(codes.toSorted());
});

describe.each(codes)('texts in %s', (code) => {
  it('are exactly those of English, in its order, and none is empty', () => {
    expect(basesOf(code)).toEqual(basesOf('en'));
    expect(entries(code).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have every plural category of the language, and contain the number where a category covers several', () => {
    const rules = new Intl.PluralRules(code);
    const { pluralCategories } = rules.resolvedOptions();
    for (const base of Object.keys(english)
      .filter((key) => key.endsWith('#other'))
      .map(baseOf)) {
      const forms = entries(code).filter(([key]) => key.startsWith(`${base}#`));
      expect([base, ...forms.map(([key]) => key.split('#')[1]).sort()]).toEqual([
        base,
        ...pluralCategories.toSorted(),
      ]);
      const silent = forms.filter(([key, text]) => {
        const form = key.split('#')[1];
        const numbers = Array.from({ length: 200 }, (_, n) => n).filter(
          (n) => rules.select(n) === form,
        );
        return numbers.length !== 1 && !text.includes('{count}');
      });
      expect(silent).toEqual([]);
    }
  });

  it('fill in the same values as English', () => {
    for (const [key, text] of entries(code)) {
      const named = (names: (string | undefined)[]) =>
        names.filter((name) => !key.includes('#') || name !== 'count');
      expect([key, ...named(placeholders(text))]).toEqual([
        key,
        ...named(placeholders(englishOf(key))),
      ]);
    }
  });

  it('follow the typography of the language', () => {
    const rules = [...EVERYWHERE, ...(MISTAKES[code] ?? [])];
    const found = entries(code).flatMap(([key, text]) => {
      // Placeholders and example addresses are not prose.
      const prose = text.replaceAll(/\{\w+\}|\w+@[\w.]+\w/g, 'x');
      return rules.filter(([mistake]) => mistake.test(prose)).map(([, rule]) => ({ key, rule }));
    });
    expect(found).toEqual([]);
    const foreign = new RegExp(
      `[${'“”„«»「」『』‘‚‹›'.replaceAll(new RegExp(`[${QUOTES[code]}]`, 'g'), '')}]`,
    );
    expect(entries(code).filter(([, text]) => foreign.test(text))).toEqual([]);
    expect(entries(code).filter(([, text]) => text !== text.normalize('NFC'))).toEqual([]);
  });

  it('end as the English text ends: a sentence, a question, or no mark at all', () => {
    const odd = entries(code).filter(([key, text]) => ending(text) !== ending(englishOf(key)));
    expect(odd).toEqual([]);
  });
});

describe.each(codes.filter((code) => code !== 'en'))('the translation to %s', (code) => {
  it('differs from English, and is in the script of the language', () => {
    const same = entries(code).filter(
      ([key, text]) => text === englishOf(key) && !SAME[code]?.includes(key),
    );
    expect(same).toEqual([]);
    const script = SCRIPTS[code] ?? /\p{Script=Latin}/u;
    expect(entries(code).filter(([, text]) => !script.test(text))).toEqual([]);
  });
});

it('every text is used, by its name or by a prefix whose endings the code knows', () => {
  const folders = ['src/http', 'src/routes', 'src/domain'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => `${folder}/${String(name)}`)
      .filter((name) => /\.tsx?$/.test(name)),
  );
  const code = files.map((name) => readFileSync(name, 'utf8')).join('\n');
  const families = [...code.matchAll(/t\(\s*`([a-z_.]+)\$\{/g)].map(([, start]) => start ?? '');
  const unused = basesOf('en').filter((key) => {
    if (code.includes(`'${key}'`)) return false;
    const start = families.find((family) => key.startsWith(family));
    return start === undefined || !code.includes(`'${key.slice(start.length)}'`);
  });
  expect(unused).toEqual([]);
});
