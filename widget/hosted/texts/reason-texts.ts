// Why a check has failed, in words: loaded once one has. Typed after English.
import * as shared from '../../../src/language/translate.ts';
import type english from '../../locales/reason/en.json';

type ReasonTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>('../../locales/reason/*.json', {
  import: 'default',
});

/** @param locale the language with the visitor's region @returns undefined where they cannot be fetched: the plain outcome says it */
export async function loadReasonTexts(
  language: string,
  locale: string,
): Promise<ReasonTexts | undefined> {
  const messages = await files[`../../locales/reason/${language}.json`]?.().catch(() => undefined);
  return messages && shared.translator(language, messages, locale);
}
