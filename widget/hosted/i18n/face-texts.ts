// What a face check says instead of a check of an age (D-97): loaded for those checks only, all languages at once.
import { type FaceTerms, sayFaces } from '../texts/face-terms.ts';
import type { Messages } from '../../../src/language/translate.ts';

const files = import.meta.glob<Messages>('../../locales/face/*.json', {
  import: 'default',
  eager: true,
});

/** Of a check that keeps a template. */
const ENROLL = 'enroll.';

/** @param words as wordsOf has made them @param messages the page's @returns in place of its texts of the same keys */
export function ownTexts(language: string, words: string, messages: Messages): Messages {
  if (words === 'enroll' || words === 'verify') return faceTexts(language, words);
  const faces = JSON.parse(words) as FaceTerms;
  const own = faces.use ? faceTexts(language, faces.use) : {};
  const said = sayFaces(faces, language);
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

/** @returns in place of the page's texts of the same keys */
export function faceTexts(language: string, use: 'enroll' | 'verify'): Messages {
  const texts = Object.entries(files[`../../locales/face/${language}.json`] ?? {});
  const enroll = texts
    .filter(([key]) => use === 'enroll' && key.startsWith(ENROLL))
    .map(([key, text]) => [key.slice(ENROLL.length), text]);
  return { ...Object.fromEntries(texts), ...Object.fromEntries(enroll) } as Messages;
}
