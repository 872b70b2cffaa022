// The variable words of mails about law: countries, contexts, and the requirements of a rule. Pure.
import type { MailLanguage, MailTextKey } from './texts.ts';

const CONTEXTS: Readonly<Record<string, MailTextKey>> = {
  adult_content: 'law.context_adult_content',
  social_media: 'law.context_social_media',
  gambling: 'law.context_gambling',
  alcohol: 'law.context_alcohol',
  tobacco_vape: 'law.context_tobacco_vape',
  app_store: 'law.context_app_store',
  chat: 'law.context_chat',
  general: 'law.context_general',
};

const ASKS: Readonly<Record<string, MailTextKey>> = {
  age: 'law.ask_age',
  sure: 'law.ask_sure',
  ways: 'law.ask_ways',
  double_anonymous: 'law.ask_double_anonymous',
  non_document: 'law.ask_non_document',
  access: 'law.ask_access',
  contest: 'law.ask_contest',
  proof: 'law.ask_proof',
  bracket: 'law.ask_bracket',
  device: 'law.ask_device',
  retention: 'law.ask_retention',
  more: 'law.ask_more',
};

/**
 * @param details values of a mail: `jurisdiction` is an ISO 3166 code, `context` one of the
 *   contexts, and `asks` words separated by spaces, some with a number after a colon. Other mails
 *   lack them
 * @returns texts for the names `place`, `context` and `asks`
 */
export function lawWords(
  { jurisdiction, context, asks, place = '' }: Readonly<Record<string, string>>,
  { code, texts }: Pick<MailLanguage, 'code' | 'texts'>,
): Record<string, string> {
  if (jurisdiction === undefined || context === undefined || asks === undefined) return {};
  const asked = asks.split(' ').flatMap((ask) => {
    const [name = '', n = ''] = ask.split(':');
    const key = ASKS[name];
    return key === undefined ? [] : [texts[key].replace('{n}', n)];
  });
  const contextKey = CONTEXTS[context];
  return {
    place: nameOf(jurisdiction, code) ?? place,
    context: contextKey === undefined ? context : texts[contextKey],
    asks: asked.length > 0 ? asked.join('; ') : texts['law.ask_nothing'],
  };
}

/** Intl only names countries and unions; states are named in their own files. */
function nameOf(jurisdiction: string, code: string): string | undefined {
  if (jurisdiction.length !== 2) return undefined;
  const names = new Intl.DisplayNames(code, { type: 'region', fallback: 'none' });
  return names.of(jurisdiction);
}
