// The texts about passes, with types derived from the English file. They are in separate files,
// which are loaded only with the script for passes.
import * as shared from '../../../src/language/translate.ts';
import english from '../../locales/passes/en.json';

export type PassTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>(
  ['../../locales/passes/*.json', '!../../locales/passes/en.json'],
  { import: 'default' },
);

/**
 * Loads the texts of a language, or the English ones when that language cannot be loaded.
 * @param locale the language with the visitor's region
 */
export async function loadPassTexts(language: string, locale: string): Promise<PassTexts> {
  const load = files[`../../locales/passes/${language}.json`];
  const messages = await load?.().catch(() => undefined);
  return messages
    ? shared.translator(language, messages, locale)
    : shared.translator('en', english, language === 'en' ? locale : 'en');
}

/** States how many passes there are, and when the last one expires. */
export function countText(t: PassTexts, passes: readonly { untilMs: number }[]): string {
  const last = new Date(Math.max(...passes.map(({ untilMs }) => untilMs)) - 1);
  const date = new Intl.DateTimeFormat(t.locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(last);
  return t('passes.kept', { count: passes.length, date });
}
