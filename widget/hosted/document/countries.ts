// The countries that issue documents, by their names in the visitor's language. Pure.
import { ISSUING_COUNTRIES } from '../../../src/vision/documents/issuers.ts';

export interface Country {
  /** The country's code: ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

/** Returns the countries in the language's alphabetical order. */
export function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(locale);
  return ISSUING_COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted(
    (a, b) => compare(a.name, b.name),
  );
}

/**
 * Returns the countries with a word that starts with the typed text, followed by the other
 * countries that contain the text. Accents and case do not matter.
 */
export function countriesLike(countries: readonly Country[], typed: string): readonly Country[] {
  const wanted = plain(typed).trim();
  if (wanted === '') return countries;
  const begins = (name: string) =>
    plain(name)
      .split(/[\s-]+/)
      .some((word) => word.startsWith(wanted));
  const first = countries.filter(({ name }) => plain(name).startsWith(wanted) || begins(name));
  const rest = countries.filter((one) => !first.includes(one) && plain(one.name).includes(wanted));
  return [...first, ...rest];
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
