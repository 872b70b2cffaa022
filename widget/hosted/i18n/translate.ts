// The hosted page's texts, with key types derived from the English file. src/language/translate.ts
// inserts the values into the texts.
import * as shared from '../../../src/language/translate.ts';
import type english from '../../locales/en.json';

/** A key of locales/en.json, without the plural category if it has one. */
export type MessageKey = shared.KeyOf<typeof english>;
export type HostedTranslate = shared.Translate<MessageKey>;

/**
 * @param language the BCP 47 tag of the messages; its grammar determines the plural form
 * @param locale the same language with the visitor's region, for digits and number formats
 */
export function translator(
  language: string,
  messages: shared.Messages,
  locale = language,
): HostedTranslate {
  return shared.translator(language, messages, locale);
}
