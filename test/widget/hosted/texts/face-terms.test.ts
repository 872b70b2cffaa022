// The texts about a site's use of faces (D-100), which are in a separate file from the page's
// texts.
import { describe, expect, it } from 'vitest';
import texts from '../../../../widget/hosted/texts/face-terms.json' with { type: 'json' };
import { codes } from '../../locale-files.ts';
import { ending, EVERYWHERE, MISTAKES, SCRIPTS } from '../../typography.ts';

type Texts = (typeof texts)['en'];
const said: Record<string, Texts> = texts;
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
const entries = (code: string) => Object.entries(said[code] ?? {});
const english = Object.entries(texts.en);

it('the terms of face checks exist in every language', () => {
  expect(Object.keys(texts).toSorted()).toEqual(codes.toSorted());
});

describe.each(codes)('in %s', (code) => {
  it('have the keys of English, with the same values and endings', () => {
    const shapeOf = (all: [string, string][]) =>
      all.map(([key, text]) => [key, placeholders(text), ending(text)]);
    expect(shapeOf(entries(code))).toEqual(shapeOf(english));
  });

  it('are not copied from English', () => {
    const copied = entries(code).filter(([key, text]) => text === texts.en[key as keyof Texts]);
    expect(copied).toHaveLength(code === 'en' ? english.length : 0);
  });

  it('follow the script and typography of the language', () => {
    const rules = [...EVERYWHERE, ...(MISTAKES[code] ?? [])];
    const script = SCRIPTS[code] ?? /\p{Script=Latin}/u;
    const odd = entries(code).filter(([, text]) => {
      const prose = text.replaceAll(/\{\w+\}/g, 'x');
      return !script.test(text) || rules.some(([mistake]) => mistake.test(prose));
    });
    expect(odd).toEqual([]);
  });
});
