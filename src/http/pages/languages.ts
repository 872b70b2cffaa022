// Chooses the language of a page: the person's choice, else the site's preference, else the
// browser's, else the account's (D-106). The available languages are the same as on the hosted
// page.
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import languages from '../../../widget/locales/languages.json';

export type PageLanguage = keyof typeof languages;

export const LANGUAGES = languages satisfies Record<PageLanguage, { name: string; dir: string }>;

const COOKIE = 'agate-language';
const YEAR_SECONDS = 365 * 86_400;
const MAX_PREFERENCES = 20;

/**
 * @param requested BCP 47 tags that the referring site requests, most preferred first
 * @param account the tag of the account's language, used if the browser's preferences include none
 *   of our languages
 * @returns the language, and the locale with the browser's region for numbers and dates
 */
export function chooseLanguage(
  c: HonoContext,
  requested: readonly string[],
  account?: string,
): { language: PageLanguage; locale: string } {
  const preferred = readPreferences(c.req.header('Accept-Language') ?? '');
  const wishes = [getCookie(c, COOKIE), ...requested, ...preferred, account];
  const language = firstKnown(wishes) ?? 'en';
  const locale = preferred.find((tag) => primarySubtag(tag) === language && isLocale(tag));
  return { language, locale: locale ?? language };
}

/**
 * @returns the person's choice, or the browser's preference; undefined when neither is one of our
 *   languages
 */
export const statedLanguage = (c: HonoContext): PageLanguage | undefined =>
  firstKnown([getCookie(c, COOKIE), ...readPreferences(c.req.header('Accept-Language') ?? '')]);

/**
 * @returns the browser's preference among our languages, chosen as on the hosted page; English when
 *   there is none
 */
export const browserLanguage = (c: HonoContext): PageLanguage =>
  firstKnown(readPreferences(c.req.header('Accept-Language') ?? '')) ?? 'en';

const firstKnown = (tags: readonly (string | undefined)[]): PageLanguage | undefined =>
  tags.map((tag) => (tag === undefined ? '' : primarySubtag(tag))).find(isLanguage);

/** @returns false when the tag is not one of our languages */
export function rememberLanguage(c: HonoContext, language: string): boolean {
  if (!isLanguage(language)) return false;
  setCookie(c, COOKIE, language, {
    path: '/',
    httpOnly: true,
    secure: new URL(c.req.url).protocol === 'https:',
    sameSite: 'Lax',
    maxAge: YEAR_SECONDS,
  });
  return true;
}

/** Parses `de-CH, fr;q=0.7` into tags by descending weight (RFC 9110 12.5.4). */
function readPreferences(header: string): string[] {
  return header
    .split(',', MAX_PREFERENCES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

const primarySubtag = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

const isLanguage = (tag: string): tag is PageLanguage => Object.hasOwn(languages, tag);

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
