// The facts behind scopes, with their values, as the consent page and the list of sites show them. What sites
// really receive is decided at userinfo; a test compares the two.
import type { Account } from '../../domain/accounts/account.ts';
import { AGE_BRACKETS } from '../../domain/terms/age-bracket.ts';
import type { VerifiedAge } from '../../domain/verified-ages/verified-age.ts';
import type { TextKey, Texts } from '../../http/pages/texts.ts';

export interface Fact {
  label: string;
  value: string;
  /** For the mark beside it. */
  means?: 'yes' | 'no';
}

interface KnownFacts {
  account: Pick<Account, 'subject' | 'displayName' | 'email' | 'emailVerified'>;
  verifiedAge: VerifiedAge | undefined;
  /** Including the requesting site. */
  connectedSites: number;
  /** For dates. */
  timeZone: string;
}

/** @returns exactly what the scopes share, in the order of spec 2.4 */
export function factsOf(t: Texts, scope: readonly string[], known: KnownFacts): Fact[] {
  const { account, verifiedAge, connectedSites } = known;
  const isAsked = (name: string): boolean => scope.includes(name);
  return [
    { label: t('fact.identifier'), value: account.subject },
    ...(isAsked('profile')
      ? [{ label: t('fact.display_name'), value: account.displayName ?? t('fact.none') }]
      : []),
    ...(isAsked('email') ? emailFacts(t, account) : []),
    ...(isAsked('age_verification') ? ageFacts(t, verifiedAge, known.timeZone) : []),
    ...(isAsked('connections')
      ? [{ label: t('fact.connected_sites'), value: formatNumber(t, connectedSites) }]
      : []),
  ];
}

function emailFacts(t: Texts, { email, emailVerified }: KnownFacts['account']): Fact[] {
  if (email === undefined) return [{ label: t('fact.email'), value: t('fact.none') }];
  return [
    { label: t('fact.email'), value: email },
    answer(t, t('fact.email_verified'), emailVerified),
  ];
}

function ageFacts(t: Texts, verified: VerifiedAge | undefined, timeZone: string): Fact[] {
  if (verified?.bracket === undefined) return [answer(t, t('fact.age_verified'), false)];
  const { bracket, level, verifiedAtMs } = verified;
  return [
    ...AGE_BRACKETS.map((age) => answer(t, t('fact.over', { age }), bracket >= age)),
    { label: t('fact.age_level'), value: t(`level.${level}`) },
    { label: t('fact.age_date'), value: formatDate(t, verifiedAtMs, timeZone) },
  ];
}

const answer = (t: Texts, label: string, isSo: boolean): Fact => ({
  label,
  value: t(isSo ? 'yes' : 'no'),
  means: isSo ? 'yes' : 'no',
});

/** @returns what sites with these scopes do not get, most private first */
export function hiddenFrom(t: Texts, scope: readonly string[]): string[] {
  const ifNotAsked: readonly (readonly [scope: string, text: TextKey])[] = [
    ['profile', 'hidden.display_name'],
    ['email', 'hidden.email'],
    ['age_verification', 'hidden.age'],
  ];
  return [
    ...(scope.includes('age_verification') ? [t('hidden.birth_date')] : []),
    t('hidden.pictures'),
    t('hidden.sites'),
    ...ifNotAsked.filter(([name]) => !scope.includes(name)).map(([, text]) => t(text)),
  ];
}

const formatNumber = (t: Texts, value: number): string =>
  new Intl.NumberFormat(t.locale).format(value);

/** @returns a day, such as `21 November 2026` */
export function formatDate(t: Texts, ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone }).format(ms);
}
