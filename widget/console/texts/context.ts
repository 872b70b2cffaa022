// Hands the language to the components.
import { createContext, useContext } from 'react';
import { translator } from '../../../src/language/translate.ts';
import type { Language, Texts } from './languages.ts';
import type { TextKey } from './text-key.ts';

interface Spoken {
  t: Texts;
  language: Language;
  /** Loads and keeps it. */
  choose: (language: Language) => void;
}

export const SpokenLanguage = createContext<Spoken>({
  t: translator<TextKey>('en', {}),
  language: 'en',
  choose: () => undefined,
});

export const useTexts = (): Texts => useContext(SpokenLanguage).t;
export const useLanguage = (): Spoken => useContext(SpokenLanguage);
