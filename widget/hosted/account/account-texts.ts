// The texts about an account's offer, loaded when there is one, in all languages at once.
import type { Messages } from '../../../src/language/translate.ts';

const files = import.meta.glob<Messages>('../../locales/account/*.json', {
  import: 'default',
  eager: true,
});

export const accountTexts = (language: string): Messages =>
  files[`../../locales/account/${language}.json`] ?? {};
