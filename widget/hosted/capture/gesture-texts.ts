// The texts of gestures (challenge.ts), in all languages at once, because only sites that ask for
// more than usual need them.
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
export const sayGesture = (language: string, key: string): string | undefined =>
  files[`../../locales/gestures/${language}.json`]?.[key];
