// What a face check says instead of a check of an age (D-97): loaded for those checks only, all languages at once.
import type { Messages } from './translate.ts';

const files = import.meta.glob<Messages>('../../locales/face/*.json', {
  import: 'default',
  eager: true,
});

/** Of a check that keeps a template. */
const ENROLL = 'enroll.';

/** @returns in place of the page's texts of the same keys */
export function faceTexts(language: string, use: 'enroll' | 'verify'): Messages {
  const texts = Object.entries(files[`../../locales/face/${language}.json`] ?? {});
  const enroll = texts
    .filter(([key]) => use === 'enroll' && key.startsWith(ENROLL))
    .map(([key, text]) => [key.slice(ENROLL.length), text]);
  return { ...Object.fromEntries(texts), ...Object.fromEntries(enroll) } as Messages;
}
