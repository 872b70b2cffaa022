// The texts around Turnstile's widget, in every language of the page.
import { expect, it } from 'vitest';
import languages from '../../../../widget/locales/languages.json' with { type: 'json' };
import texts from '../../../../widget/hosted/texts/bot-check.json' with { type: 'json' };

const ADDRESS = 'challenges.cloudflare.com';

it('the Turnstile texts exist in all languages of the page, with the same keys', () => {
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(languages).toSorted());
  for (const words of Object.values(texts)) {
    expect(Object.keys(words)).toEqual(Object.keys(texts.en));
    expect(words.failed).toContain(ADDRESS);
    expect(Object.values(words).join('')).not.toMatch(/["'{}]/);
  }
});
