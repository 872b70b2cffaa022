// The texts of age keys, in files of their own: they are loaded with the part. Typed after English.
import * as shared from '../../../src/language/translate.ts';
import english from '../../locales/key/en.json';

export type KeyTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>(
  ['../../locales/key/*.json', '!../../locales/key/en.json'],
  { import: 'default' },
);

/** English where a language cannot be fetched. @param locale the language with the visitor's region */
export async function loadKeyTexts(language: string, locale: string): Promise<KeyTexts> {
  const messages = await files[`../../locales/key/${language}.json`]?.().catch(() => undefined);
  return messages
    ? shared.translator(language, messages, locale)
    : shared.translator('en', english, language === 'en' ? locale : 'en');
}
