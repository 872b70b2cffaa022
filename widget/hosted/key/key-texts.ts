// The texts about age keys, with types derived from the English file. They are in separate files,
// which are loaded only with the script for age keys.
import * as shared from '../../../src/language/translate.ts';
import english from '../../locales/key/en.json';

export type KeyTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>(
  ['../../locales/key/*.json', '!../../locales/key/en.json'],
  { import: 'default' },
);

/**
 * Loads the texts of a language, or the English ones when that language cannot be loaded.
 * @param locale the language with the visitor's region
 */
export async function loadKeyTexts(language: string, locale: string): Promise<KeyTexts> {
  const messages = await files[`../../locales/key/${language}.json`]?.().catch(() => undefined);
  return messages
    ? shared.translator(language, messages, locale)
    : shared.translator('en', english, language === 'en' ? locale : 'en');
}
