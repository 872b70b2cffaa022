// The texts of passes, in files of their own: they are loaded with the part. Typed after English.
import * as shared from '../../../src/language/translate.ts';
import english from '../../locales/passes/en.json';

export type PassTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>(
  ['../../locales/passes/*.json', '!../../locales/passes/en.json'],
  { import: 'default' },
);

/** English where a language cannot be fetched. @param locale the language with the visitor's region */
export async function loadPassTexts(language: string, locale: string): Promise<PassTexts> {
  const load = files[`../../locales/passes/${language}.json`];
  const messages = await load?.().catch(() => undefined);
  return messages
    ? shared.translator(language, messages, locale)
    : shared.translator('en', english, language === 'en' ? locale : 'en');
}

/** How many there are, and until when the last of them is good. */
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
