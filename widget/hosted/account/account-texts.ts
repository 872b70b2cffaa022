// What an account can do for a check, in words: loaded where it can do something, all languages at once.
import type { Messages } from '../../../src/language/translate.ts';

const files = import.meta.glob<Messages>('../../locales/account/*.json', {
  import: 'default',
  eager: true,
});

export const accountTexts = (language: string): Messages =>
  files[`../../locales/account/${language}.json`] ?? {};
