// The texts of the document step. They are in separate files that are loaded with the step, and the
// English file determines their type.
import * as shared from '../../../src/language/translate.ts';
import english from '../../locales/document/en.json';

export type DocumentTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>(
  ['../../locales/document/*.json', '!../../locales/document/en.json'],
  { import: 'default' },
);

/**
 * Loads the texts of a language, or the English texts if they cannot be loaded.
 * @param locale the language with the visitor's region
 */
export async function loadDocumentTexts(language: string, locale: string): Promise<DocumentTexts> {
  const load = files[`../../locales/document/${language}.json`];
  const messages = await load?.().catch(() => undefined);
  return messages
    ? shared.translator(language, messages, locale)
    : shared.translator('en', english, language === 'en' ? locale : 'en');
}
