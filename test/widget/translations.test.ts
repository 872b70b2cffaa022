// Automatic checks of translations: script, punctuation, quotation marks.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, englishOf, LOCALES, texts } from './locale-files.ts';
import { ending, EVERYWHERE, MISTAKES, QUOTES, SCRIPTS } from './typography.ts';

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

  it('are stored in composed Unicode form, so that searching finds them', () => {
    expect(entries(code).filter(({ text }) => text !== text.normalize('NFC'))).toEqual([]);
  });

  it('end as the English text ends: a sentence, a question, or no mark at all', () => {
    const others = entries(code).filter(({ key, text }) => ending(text) !== ending(englishOf(key)));
    expect(others).toEqual([]);
  });

  it('are short enough to read at a glance: two lines on the smallest phone', () => {
    const long = entries(code).filter(
      ({ key, text }) => key.startsWith('guide.') && text.length > 38,
    );
    expect(long).toEqual([]);
  });

  it('use four different texts for left, right, up and down', () => {
    const names = ['turn_left', 'turn_right', 'look_up', 'look_down'];
    expect(new Set(names.map((name) => texts[code]?.[`guide.${name}`])).size).toBe(4);
  });
});

describe.each(codes.filter((code) => code !== 'en'))('the translation to %s', (code) => {
  it('differs from the English text', () => {
    expect(entries(code).filter(({ key, text }) => text === englishOf(key))).toEqual([]);
  });

  it('is written in the script of the language', () => {
    const script = SCRIPTS[code] ?? /\p{Script=Latin}/u;
    expect(entries(code).filter(({ text }) => !script.test(text))).toEqual([]);
  });

  it('is neither truncated nor padded', () => {
    // Han and kana express more per character than alphabets do, so such a text may be shorter.
    const least = ['ja', 'zh'].includes(code) ? 0.12 : 0.5;
    const odd = entries(code).filter(({ key, text }) => {
      const ratio = text.length / englishOf(key).length;
      return !key.includes('#') && englishOf(key).length > 30 && (ratio < least || ratio > 2);
    });
    expect(odd).toEqual([]);
  });
});

describe('the translator’s page', () => {
  it('names the movements with the page’s own texts', async () => {
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
