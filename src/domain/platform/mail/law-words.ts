// Texts that are inserted into emails about changes in the law: countries, contexts, and the
// requirements of a rule. Pure.
import { CONTEXTS } from '../../../config/law-contexts.ts';
import type { MailLanguage } from './texts.ts';

/** Requirements whose texts contain a number; the texts of `PLAIN` contain none. */
const NUMBERED = ['age', 'ways', 'proof', 'retention'] as const;
const PLAIN = [
  'sure',
  'double_anonymous',
  'non_document',
  'access',
  'contest',
  'bracket',
  'device',
  'more',
] as const;
/** One word of an email's `asks` value. */
export type RequirementWord = `${(typeof NUMBERED)[number]}:${number}` | (typeof PLAIN)[number];

/**
 * @param details the values of an email. In emails about changes in the law, `jurisdiction` is an
 *   ISO 3166 code, `context` is one of `CONTEXTS`, and `asks` contains words separated by spaces,
 *   some followed by a colon and a number. Other emails have none of these values
 * @returns texts for the placeholders `place`, `context` and `asks`
 */
export function lawWords(
  { jurisdiction, context, asks, place = '' }: Readonly<Record<string, string>>,
  { code, texts }: Pick<MailLanguage, 'code' | 'texts'>,
): Record<string, string> {
  if (jurisdiction === undefined || context === undefined || asks === undefined) return {};
  const asked = asks.split(' ').flatMap((ask) => {
    const [name = '', n = ''] = ask.split(':');
    const known = [...NUMBERED, ...PLAIN].find((one) => one === name);
    return known === undefined ? [] : [texts[`law.ask_${known}`].replace('{n}', n)];
  });
  const knownContext = CONTEXTS.find((one) => one === context);
  return {
    place: nameOf(jurisdiction, code) ?? place,
    context: knownContext === undefined ? context : texts[`law.context_${knownContext}`],
    asks: asked.length > 0 ? asked.join('; ') : texts['law.ask_nothing'],
  };
}

/**
 * Returns the name of a country or union, as provided by Intl; undefined for a state, whose name is
 * in the email's `place` value.
 */
function nameOf(jurisdiction: string, code: string): string | undefined {
  if (jurisdiction.length !== 2) return undefined;
  const names = new Intl.DisplayNames(code, { type: 'region', fallback: 'none' });
  return names.of(jurisdiction);
}
