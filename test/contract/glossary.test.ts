// Checks that the texts in three languages use the word that docs/glossary.md defines for each
// term, and none of the words that the glossary rejects.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPage } from './documents.ts';

const FOLDERS = [
  ...['widget/locales', 'widget/console/locales'].flatMap((root) => [
    root,
    ...readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${root}/${name}`),
  ]),
  'src/http/pages/locales',
  'src/domain/platform/mail/locales',
];
const LANGUAGES = ['en', 'de', 'ar'] as const;
type Language = (typeof LANGUAGES)[number];

interface Text {
  /** The file's folder and the text's key; the same in every language. */
  id: string;
  text: string;
}

interface Word {
  language: Language;
  word: string;
  rejected: readonly string[];
}

const textsIn = (language: Language): Text[] =>
  FOLDERS.flatMap((folder) => {
    const file = `${folder}/${language}.json`;
    if (!existsSync(file)) return [];
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    return Object.entries(texts).map(([key, text]) => ({ id: `${folder} ${key}`, text }));
  });

/**
 * Reads the glossary's table: each row has, for each language, a word and the words rejected in its
 * favour.
 */
function readWords(): Word[] {
  const rows = readPage('docs/glossary.md').matchAll(/^\|(.+)\|$/gm);
  const cells = Array.from(rows, ([, row = '']) => row.split('|').map((cell) => cell.trim()));
  return cells.slice(2).flatMap((row) =>
    LANGUAGES.map((language, place) => ({
      language,
      word: (row[place * 2] ?? '').replace(/ \(.*\)$/, ''),
      rejected: (row[place * 2 + 1] ?? '').split(', ').filter((word) => word !== ''),
    })),
  );
}

const words = readWords();
const english = new Map(textsIn('en').map(({ id, text }) => [id, text]));

/**
 * Removes quotations, because they are button labels of other programs, and placeholders and names
 * with underscores, because they are not prose.
 */
const proseOf = (text: string): string =>
  text.replace(/[“«„][^”»“]*[”»“]/g, '').replace(/\{\w+\}|\w*_\w+/g, '');

const englishSaysSite = (id: string): boolean => {
  const text = english.get(id) ?? '';
  return /\bsites?\b/i.test(text) && !/\bpages?\b/i.test(text);
};

/** German compounds that are right although they begin with a rejected word. */
const COMPOUNDS = ['Ausweisdokument'];

/**
 * Returns a pattern that matches a word and its inflections, but not inside another word. Arabic
 * attaches articles to a word, so in Arabic any occurrence matches. A word that ends with … also
 * matches at the beginning of compounds, but not as a verb: “sich ausweisen”.
 */
function patternOf(language: Language, word: string): RegExp {
  if (language === 'ar') return new RegExp(word);
  if (word.endsWith('…')) {
    const allowed = COMPOUNDS.map((compound) => String.raw`${compound}(?:e?[ns])?e?(?!\p{L})`);
    return new RegExp(String.raw`(?<!\p{L})(?!${allowed.join('|')})${word.slice(0, -1)}`, 'u');
  }
  const end = language === 'en' ? 's?' : '(?:e?[ns])?e?';
  return new RegExp(String.raw`(?<!\p{L})${word}${end}(?!\p{L})`, 'iu');
}

describe('the glossary', () => {
  it('has sixty words in each of the three languages', () => {
    expect(words.filter(({ word }) => word !== '')).toHaveLength(180);
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    const texts = textsIn(language);
    const ours = words.filter((each) => each.language === language);

    it('lists no word that no text uses', () => {
      const all = texts.map(({ text }) => text.toLowerCase()).join('\n');
      expect(ours.filter(({ word }) => !all.includes(word.toLowerCase()))).toEqual([]);
    });

    it('rejects no word that a text still uses', () => {
      const used = ours.flatMap(({ word, rejected }) =>
        rejected.flatMap((entry) => {
          const pattern = patternOf(language, entry.replaceAll('_', ''));
          return texts
            .filter(
              ({ id, text }) =>
                pattern.test(proseOf(text)) && (!entry.startsWith('_') || englishSaysSite(id)),
            )
            .map(({ id }) => `${id}: "${entry}", which is "${word}"`);
        }),
      );
      expect(used).toEqual([]);
    });
  });

  it('finds a rejected word in every form, and ignores words that only look similar', () => {
    const find = (language: Language, word: string, text: string) =>
      patternOf(language, word).test(proseOf(text));
    expect(find('en', 'log in', 'Log in here.')).toBe(true);
    expect(find('de', 'Mandant', 'Alle Mandanten.')).toBe(true);
    for (const text of ['Ihr Ausweis', 'zwei Ausweise', 'Ausweisnummer', 'Ausweisbilder'])
      expect(find('de', 'Ausweis…', text)).toBe(true);
    for (const text of ['Ausweisdokumente', 'Personalausweis', 'sich ausweisen'])
      expect(find('de', 'Ausweis…', text)).toBe(false);
    expect(find('ar', 'مستند', 'صور مستندك')).toBe(true);
    expect(find('en', 'website', 'Press “Website Settings”.')).toBe(false);
    expect(find('en', 'tenant', '{tenant} may use it, as pending_tenant_review.')).toBe(false);
    expect(find('en', 'color', 'Colorado')).toBe(false);
  });
});
