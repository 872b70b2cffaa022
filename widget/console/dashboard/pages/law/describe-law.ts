// Describes what the law of a place requires, how it changes a session, and what is missing from
// the customer's settings for them to comply with it.
import type { WireLaw } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

type Place = WireLaw['places'][number];
type Session = NonNullable<Place['session']>;

/** @returns at least one sentence */
export function asksOf(asks: Place['asks'], t: ConsoleTexts): string[] {
  const isSure = asks.min_assurance === 'document' || asks.min_assurance === 'wallet';
  const said = [
    asks.min_age !== undefined && t('law.asks_age', { age: asks.min_age }),
    isSure && t('law.asks_sure'),
    asks.liveness_level === 'strict' && t('law.asks_strict'),
    asks.methods !== undefined && t('law.asks_methods', { ways: waysOf(asks.methods, t) }),
    asks.refuse_methods !== undefined &&
      t('law.asks_refused', { ways: waysOf(asks.refuse_methods, t) }),
    asks.max_proof_age_days !== undefined &&
      t('law.asks_proof_days', { days: asks.max_proof_age_days }),
    asks.recheck?.includes('next_bracket') === true && t('law.asks_next_bracket'),
    asks.recheck?.includes('new_device') === true && t('law.asks_new_device'),
    asks.offer_at_least !== undefined && t('law.asks_ways', { ways: asks.offer_at_least }),
    asks.must_offer.includes('double_anonymous') && t('law.asks_double_anonymous'),
    asks.must_offer.includes('non_document') && t('law.asks_non_document'),
    asks.per_access && t('law.asks_access'),
    asks.contest && t('law.asks_contest'),
    asks.retention_days_max !== undefined &&
      t('law.asks_retention', { days: asks.retention_days_max }),
  ].filter((sentence) => sentence !== false);
  return said.length > 0 ? said : [t('law.asks_nothing')];
}

const waysOf = (methods: Session['methods'], t: ConsoleTexts): string =>
  new Intl.ListFormat(t.locale).format(methods.map((method) => t(`methods.${method}_short`)));

export const describeSession = ({ min_age: age = 18, methods }: Session, t: ConsoleTexts): string =>
  t('law.session', { age, ways: waysOf(methods, t) });

const MISSING = {
  'policy.double_anonymous': 'law.missing_double_anonymous',
  'policy.non_document': 'law.missing_non_document',
  'policy.offer_at_least': 'law.missing_ways',
  'policy.contest': 'law.missing_contest',
  'policy.accept': 'law.missing_accept',
} as const;

/**
 * Describes what is missing from the customer's settings for them to comply with the law. If this
 * console does not know a field, the server's message is used.
 */
export const missingOf = (missing: Place['missing'], t: ConsoleTexts): string[] =>
  missing.map(({ field, message }) => {
    const key = Object.entries(MISSING).find(([name]) => name === field)?.[1];
    return key === undefined ? message : t(key);
  });
