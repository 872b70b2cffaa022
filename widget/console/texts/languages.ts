// Chooses a console's language and loads the texts in that language: the texts that both consoles
// share, and the console's own texts.
import { translator, type Messages, type Translate } from '../../../src/language/translate.ts';
import { keepStored, readStored } from '../browser/stored.ts';
import type { ConsoleTextKey } from './text-key.ts';

export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const;

export type ConsoleLanguage = keyof typeof LANGUAGES;
export type ConsoleTexts = Translate<ConsoleTextKey>;
export type LoadMessages = Record<string, () => Promise<Messages>>;

const shared = import.meta.glob<Messages>('../locales/shared/*.json', { import: 'default' });

/**
 * The language that was chosen in this browser, otherwise the first of the browser's languages that
 * the consoles support, otherwise English.
 */
export function firstLanguage(): ConsoleLanguage {
  const wanted = [readStored('language'), ...navigator.languages];
  for (const tag of wanted) {
    const language = tag?.split('-')[0]?.toLowerCase();
    if (language !== undefined && isLanguage(language)) return language;
  }
  return 'en';
}

export const keepLanguage = (language: ConsoleLanguage): void => keepStored('language', language);

/**
 * @param own the console's own text files, by path; without them, only the texts of the sign-in
 *   page and the frame are loaded
 * @throws when the texts cannot be loaded
 */
export async function loadTexts(
  language: ConsoleLanguage,
  own: LoadMessages = {},
): Promise<ConsoleTexts> {
  const loads = [shared, own].flatMap((each) =>
    Object.entries(each).flatMap(([path, load]) =>
      path.endsWith(`/${language}.json`) ? [load] : [],
    ),
  );
  const messages = await Promise.all(loads.map((load) => load()));
  const locale = navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language;
  return translator<ConsoleTextKey>(language, Object.assign({}, ...messages) as Messages, locale);
}

/** Sets the document's language and direction. */
export function markDocument(language: ConsoleLanguage): void {
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].dir;
}

const isLanguage = (tag: string): tag is ConsoleLanguage => Object.hasOwn(LANGUAGES, tag);
