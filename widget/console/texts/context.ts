// The React context that provides components with the language and its texts.
import { createContext, useContext } from 'react';
import { translator } from '../../../src/language/translate.ts';
import type { ConsoleLanguage, ConsoleTexts } from './languages.ts';
import type { ConsoleTextKey } from './text-key.ts';

interface Spoken {
  t: ConsoleTexts;
  language: ConsoleLanguage;
  /** Loads a language and remembers the choice. */
  choose: (language: ConsoleLanguage) => void;
}

export const SpokenLanguage = createContext<Spoken>({
  t: translator<ConsoleTextKey>('en', {}),
  language: 'en',
  choose: () => undefined,
});

export const useTexts = (): ConsoleTexts => useContext(SpokenLanguage).t;
export const useLanguage = (): Spoken => useContext(SpokenLanguage);
