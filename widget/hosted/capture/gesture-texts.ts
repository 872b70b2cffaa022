// The texts of gestures (challenge.ts), in all languages at once. They are not in the page's own
// files, because only sites that require more than the usual check need them.
import type { Messages } from '../../../src/language/translate.ts';
import type english from '../../locales/gestures/en.json';

export type GestureKey = keyof typeof english;

const files = import.meta.glob<Messages>('../../locales/gestures/*.json', {
  import: 'default',
  eager: true,
});

/**
 * @param language the page's language
 * @returns undefined when the text is in the page's own files
 */
export const gestureText = (language: string, key: string): string | undefined =>
  files[`../../locales/gestures/${language}.json`]?.[key];
