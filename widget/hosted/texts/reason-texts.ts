// The texts that explain why a check has failed. They are loaded only after a failed check. The
// English file defines the type of their keys.
import * as shared from '../../../src/language/translate.ts';
import type english from '../../locales/reason/en.json';

type ReasonTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>('../../locales/reason/*.json', {
  import: 'default',
});

/**
 * @param locale the language with the visitor's region
 * @returns the texts; undefined if they cannot be loaded, in which case the page shows the plain
 *   outcome
 */
export async function loadReasonTexts(
  language: string,
  locale: string,
): Promise<ReasonTexts | undefined> {
  const messages = await files[`../../locales/reason/${language}.json`]?.().catch(() => undefined);
  return messages && shared.translator(language, messages, locale);
}
