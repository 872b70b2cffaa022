// Texts for the offers to save a result to an account or to reuse one from it. They are loaded only
// when one of these offers is shown, in all languages at once.
import type { Messages } from '../../../src/language/translate.ts';

const files = import.meta.glob<Messages>('../../locales/account/*.json', {
  import: 'default',
  eager: true,
});

export const accountTexts = (language: string): Messages =>
  files[`../../locales/account/${language}.json`] ?? {};
