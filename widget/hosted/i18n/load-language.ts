// Chooses and loads a language from languages.json: one chunk per file in locales/. English is part
// of the page, so that it always has texts, even without a connection.
import english from '../../locales/en.json';
import languages from '../../locales/languages.json';
import type { SessionView } from '../requests/wire.ts';
import { pickTag, primarySubtag } from './pick-tag.ts';
import type { Messages } from '../../../src/language/translate.ts';
import { type HostedTranslate, translator } from './translate.ts';

/**
 * Identifies the wording of a session whose texts differ from the usual ones: a face check, or a
 * check for a site that uses faces for more than the check.
 */
export type Words = string | undefined;

export const wordsOf = (view: SessionView | undefined): Words =>
  view && (JSON.stringify(view.privacy.faces) ?? view.request.face);
export type HostedLanguage = keyof typeof languages;

const files = import.meta.glob<Messages>(
  ['../../locales/*.json', '!../../locales/languages.json', '!../../locales/en.json'],
  { import: 'default' },
);

/** Returns the first wanted language that is available, compared by primary subtag, or English. */
export function pickLanguage(wanted: readonly string[]): HostedLanguage {
  return pickTag(wanted, Object.keys(languages).filter(isLanguage)) ?? 'en';
}

/**
 * Returns the language with the visitor's preferred region, so that a reader in Morocco sees the
 * digits used there, not those used in Egypt.
 *
 * @param preferred the browser's languages, in order of preference
 */
export function localeOf(language: HostedLanguage, preferred: readonly string[]): string {
  return preferred.find((tag) => primarySubtag(tag) === language) ?? language;
}

/**
 * @param words the wording, if the session has its own
 * @throws if the texts cannot be loaded, which is impossible for English without `words`
 */
export async function loadLanguage(
  language: HostedLanguage,
  words?: Words,
): Promise<HostedTranslate> {
  const load = files[`../../locales/${language}.json`];
  const messages = load ? await load() : english;
  const own = words && (await import('./face-texts.ts')).ownTexts(language, words, messages);
  return translator(language, { ...messages, ...own }, localeOf(language, navigator.languages));
}

/** Sets the document's language and reading direction. */
export function markDocument(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = isLanguage(language) ? languages[language].dir : 'ltr';
}

function isLanguage(tag: string): tag is HostedLanguage {
  return Object.keys(languages).includes(tag);
}
