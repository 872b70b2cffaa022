// What can be said about translations without reading them: script, punctuation, quotation marks.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, englishOf, LOCALES, texts } from './locale-files.ts';

/** Quotation marks of each language; all others, and the typewriter's, are mistakes in it. */
const QUOTES: Record<string, string> = {
  en: '“”',
  de: '„“',
  fr: '«»',
  es: '«»',
  it: '«»',
  pt: '“”',
  nl: '‘',
  pl: '„”',
  tr: '“”',
  ja: '「」',
  zh: '“”',
  hi: '“”',
  ar: '«»',
};

/** Languages in a script of their own. A text without a letter of it was left untranslated. */
const SCRIPTS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
};

/** Per language what its typography rules out, with the reason a translator reads. */
const MISTAKES: Record<string, readonly [mistake: RegExp, rule: string][]> = {
  fr: [
    [/[^\u202F][;!?]/, 'a narrow no-break space (U+202F) before ; ! ?'],
    [/[^\u00A0]:/, 'a no-break space (U+00A0) before :'],
    [/«[^\u00A0]|[^\u00A0]»/, 'no-break spaces (U+00A0) inside « »'],
  ],
  es: [
    [/^[^¿]*\?/, 'an opening ¿ for every ?'],
    [/^[^¡]*!/, 'an opening ¡ for every !'],
  ],
  ja: [[/[,;:!?()]|[^\w]\./, 'full-width punctuation']],
  zh: [[/[,;:!?()]|[^\w]\./, 'full-width punctuation']],
  ar: [[/[,;?]/, 'the Arabic comma, semicolon and question mark']],
  hi: [[/\p{Script=Devanagari}\.(?:\s|$)/u, 'a danda (।) at the end of a sentence']],
};

const EVERYWHERE: readonly [mistake: RegExp, rule: string][] = [
  [/["']/, 'typographic quotation marks and apostrophes'],
  [/\.\.\./, 'one … instead of three points'],
  [/^\s|\s$|[ \u00A0]{2}|[\t\n\uFFFD]/, 'no stray spaces'],
  [/<|>|&\w+;/, 'plain text, no markup'],
];

/** The end of a sentence, as the mark English would use. */
function ending(text: string): string {
  const marks: Record<string, string> = { '。': '.', '।': '.', '？': '?', '؟': '?', '：': ':' };
  const last = text.at(-1) ?? '';
  const mark = marks[last] ?? last;
  return '.?!…:'.includes(mark) ? mark : 'none';
}

const entries = (code: string) =>
  Object.entries(texts[code] ?? {}).map(([key, text]) => ({ key, text }));

describe.each(codes)('texts in %s', (code) => {
  it('follow the typography of the language', () => {
    const rules = [...EVERYWHERE, ...(MISTAKES[code] ?? [])];
    const found = entries(code).flatMap(({ key, text }) => {
      // Placeholders are not prose.
      const prose = text.replaceAll(/\{\w+\}/g, 'x');
      return rules.filter(([mistake]) => mistake.test(prose)).map(([, rule]) => ({ key, rule }));
    });
    expect(found).toEqual([]);
  });

  it('use the quotation marks of the language', () => {
    const foreign = new RegExp(
      `[${'“”„«»「」『』‘‚‹›'.replaceAll(new RegExp(`[${QUOTES[code]}]`, 'g'), '')}]`,
    );
    expect(QUOTES[code]).toBeDefined();
    expect(entries(code).filter(({ text }) => foreign.test(text))).toEqual([]);
  });

  it('are stored in composed form, so that searching finds them', () => {
    expect(entries(code).filter(({ text }) => text !== text.normalize('NFC'))).toEqual([]);
  });

  it('end as the English text ends: a sentence, a question, or no mark at all', () => {
    const others = entries(code).filter(({ key, text }) => ending(text) !== ending(englishOf(key)));
    expect(others).toEqual([]);
  });

  it('are short enough where they are read at a glance: two lines on the smallest phone', () => {
    const long = entries(code).filter(
      ({ key, text }) => key.startsWith('guide.') && text.length > 38,
    );
    expect(long).toEqual([]);
  });

  it('name left and right, up and down with four different texts', () => {
    const names = ['turn_left', 'turn_right', 'look_up', 'look_down'];
    expect(new Set(names.map((name) => texts[code]?.[`guide.${name}`])).size).toBe(4);
  });
});

describe.each(codes.filter((code) => code !== 'en'))('the translation to %s', (code) => {
  it('is no copy of the English text', () => {
    expect(entries(code).filter(({ key, text }) => text === englishOf(key))).toEqual([]);
  });

  it('is written in the script of the language', () => {
    const script = SCRIPTS[code] ?? /\p{Script=Latin}/u;
    expect(entries(code).filter(({ text }) => !script.test(text))).toEqual([]);
  });

  it('is neither cut short nor padded', () => {
    // Han and kana say more per letter, so the lower bound is for alphabets.
    const least = ['ja', 'zh'].includes(code) ? 0.12 : 0.5;
    const odd = entries(code).filter(({ key, text }) => {
      const ratio = text.length / englishOf(key).length;
      return !key.includes('#') && englishOf(key).length > 30 && (ratio < least || ratio > 2);
    });
    expect(odd).toEqual([]);
  });
});

describe('the translator’s page', () => {
  it('names the movements as the page does', async () => {
    const page = await readFile(join(LOCALES, 'README.md'), 'utf8');
    for (const code of codes) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${code}\``)) ?? '';
      const cells = row.split('|').map((cell) => cell.trim());
      expect(cells.slice(2, 6)).toEqual(
        ['turn_left', 'turn_right', 'look_up', 'look_down'].map(
          (name) => texts[code]?.[`guide.${name}`],
        ),
      );
    }
  });
});
