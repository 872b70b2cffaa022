// The texts of a face check, which replace the texts of an age check (D-97). They are loaded only
// for face checks, in all languages at once.
import { type FaceTerms, describeFaceTerms } from '../texts/face-terms.ts';
import type { Messages } from '../../../src/language/translate.ts';

const files = import.meta.glob<Messages>('../../locales/face/*.json', {
  import: 'default',
  eager: true,
});

/** The key prefix of the texts that are only for checks that enrol a face. */
const ENROLL = 'enroll.';

/**
 * @param words the wording, as returned by wordsOf
 * @param messages the page's texts
 * @returns the texts that override the page's texts for the same keys
 */
export function ownTexts(language: string, words: string, messages: Messages): Messages {
  if (words === 'enroll' || words === 'verify') return faceTexts(language, words);
  const faces = JSON.parse(words) as FaceTerms;
  const own = faces.use ? faceTexts(language, faces.use) : {};
  const said = describeFaceTerms(faces, language);
  const consents = Object.entries({ ...messages, ...own })
    .filter(([key]) => key.startsWith('welcome.consent'))
    .map(([key, text]) => [key, text + said.beyond]);
  return {
    ...own,
    ...Object.fromEntries(consents),
    'outcome.failed.title': said.title,
    'outcome.failed.text': said.text,
  } as Messages;
}

/** @returns the texts that override the page's texts for the same keys */
export function faceTexts(language: string, use: 'enroll' | 'verify'): Messages {
  const texts = Object.entries(files[`../../locales/face/${language}.json`] ?? {});
  const enroll = texts
    .filter(([key]) => use === 'enroll' && key.startsWith(ENROLL))
    .map(([key, text]) => [key.slice(ENROLL.length), text]);
  return { ...Object.fromEntries(texts), ...Object.fromEntries(enroll) } as Messages;
}
