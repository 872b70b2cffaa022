// The texts of the pages the server renders, in every language.
import { translator, type KeyOf, type Messages, type Translate } from '../../language/translate.ts';
import type { Language } from './languages.ts';
import en from './locales/en.json';

export type TextKey = KeyOf<typeof en>;
export type Texts = Translate<TextKey>;

const MESSAGES: Partial<Record<Language, Messages>> = { en };

/** @param locale the language with the visitor's region, for digits and number formats */
export function textsIn(language: Language, locale: string): Texts {
  return translator(language, MESSAGES[language] ?? en, locale);
}
