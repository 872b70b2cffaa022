// The hosted page's texts, typed after English. How a text is filled in: src/language/translate.ts.
import * as shared from '../../../src/language/translate.ts';
import type english from '../../locales/en.json';

/** A key of locales/en.json, plural keys without their category. */
export type MessageKey = shared.KeyOf<typeof english>;
export type HostedTranslate = shared.Translate<MessageKey>;

/**
 * @param language BCP 47 tag of the messages; its grammar chooses the plurals
 * @param locale the same language with the visitor's region, for digits and number formats
 */
export function translator(
  language: string,
  messages: shared.Messages,
  locale = language,
): HostedTranslate {
  return shared.translator(language, messages, locale);
}
