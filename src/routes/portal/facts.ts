// The data that each scope shares, with its values, as shown on the consent page and in the list of
// sites. userinfo determines what sites actually receive; a test checks that the two agree.
import type { Account } from '../../domain/accounts/account.ts';
import { shownBrackets, type AgeBracket } from '../../domain/terms/age-bracket.ts';
import type { VerifiedAge } from '../../domain/accounts/verified-ages/kept-age.ts';
import type { TextKey, Texts } from '../../http/pages/texts.ts';

export interface Fact {
  label: string;
  value: string;
  /** Selects the mark next to the fact. */
  means?: 'yes' | 'no';
}

interface KnownFacts {
  account: Pick<Account, 'subject' | 'displayName' | 'email' | 'emailVerified'>;
  verifiedAge: VerifiedAge | undefined;
  /** The thresholds that the site may see. */
  ageThresholds: readonly AgeBracket[];
  /** The number of connected sites, including the requesting site. */
  connectedSites: number;
  /** The time zone for dates. */
  timeZone: string;
}

/** @returns exactly what the scopes share, in the order of spec 2.4 */
export function factsOf(t: Texts, scope: readonly string[], known: KnownFacts): Fact[] {
  const { account, connectedSites } = known;
  const isRequested = (name: string): boolean => scope.includes(name);
  return [
    { label: t('fact.identifier'), value: account.subject },
    ...(isRequested('profile')
      ? [{ label: t('fact.display_name'), value: account.displayName ?? t('fact.none') }]
      : []),
    ...(isRequested('email') ? emailFacts(t, account) : []),
    ...(isRequested('age_verification') ? ageFacts(t, known) : []),
    ...(isRequested('connections')
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

/**
 * Leaves out thresholds that are not met or that this site may not see, so that the site learns
 * nothing about them (D-56).
 */
function ageFacts(
  t: Texts,
  { verifiedAge: verified, ageThresholds, timeZone }: KnownFacts,
): Fact[] {
  const shown = shownBrackets(verified?.bracket, ageThresholds);
  if (verified === undefined || shown.length === 0)
    return [{ label: t('fact.age_verified'), value: t('fact.nothing_shared') }];
  const { level, verifiedAtMs } = verified;
  return [
    ...shown.map((age): Fact => {
      return { label: t('fact.over', { age }), value: t('fact.shared'), means: 'yes' };
    }),
    { label: t('fact.age_level'), value: t(`level.${level}`) },
    { label: t('fact.age_date'), value: formatDate(t, verifiedAtMs, timeZone) },
  ];
}

const answer = (t: Texts, label: string, isSo: boolean): Fact => ({
  label,
  value: t(isSo ? 'yes' : 'no'),
  means: isSo ? 'yes' : 'no',
});

/** @returns the data that sites with these scopes do not get, most private first */
export function hiddenFrom(t: Texts, scope: readonly string[]): string[] {
  const ifNotRequested: readonly (readonly [scope: string, text: TextKey])[] = [
    ['profile', 'hidden.display_name'],
    ['email', 'hidden.email'],
    ['age_verification', 'hidden.age'],
  ];
  return [
    ...(scope.includes('age_verification') ? [t('hidden.birth_date')] : []),
    t('hidden.pictures'),
    t('hidden.sites'),
    ...ifNotRequested.filter(([name]) => !scope.includes(name)).map(([, text]) => t(text)),
  ];
}

/** @returns text such as `12, 15, 18`, with the digits and separators of the language */
export const listAges = (t: Texts, ages: readonly number[]): string =>
  new Intl.ListFormat(t.locale, { type: 'unit', style: 'short' }).format(
    ages.map((age) => formatNumber(t, age)),
  );

const formatNumber = (t: Texts, value: number): string =>
  new Intl.NumberFormat(t.locale).format(value);

/** @returns a date such as `21 November 2026` */
export function formatDate(t: Texts, ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone }).format(ms);
}
