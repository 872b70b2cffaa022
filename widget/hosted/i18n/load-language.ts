// Chooses and loads a language: one chunk per file in locales/, described in languages.json.
import languages from '../../locales/languages.json';
import { type Messages, type Translate, translator } from './translate.ts';

export type Language = keyof typeof languages;

const files = import.meta.glob<Messages>(
  ['../../locales/*.json', '!../../locales/languages.json'],
  {
    import: 'default',
  },
);

/** The first wanted language that exists, by its primary subtag; English otherwise. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(primary)) return primary;
  }
  return 'en';
}

/** Loads the texts and turns the document to the language's direction. */
export async function loadLanguage(language: Language): Promise<Translate> {
  const load = files[`../../locales/${language}.json`];
  const messages = load ? await load() : {};
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
  return translator(language, messages);
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}
