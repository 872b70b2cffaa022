// Chooses the page's language from a BCP 47 tag (RFC 4647 lookup: the longest supported prefix).

/** Languages with a file in widget/locales; a test checks that the list is complete. */
export const SUPPORTED_LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'ja',
  'zh',
  'hi',
  'ar',
] as const;

/** @returns the best supported match, or `en` if there is none */
export function matchLocale(tag: string): string {
  const parts = tag.trim().toLowerCase().replaceAll('_', '-').split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const range = parts.slice(0, length).join('-');
    const match = SUPPORTED_LOCALES.find((locale) => locale.toLowerCase() === range);
    if (match !== undefined) return match;
  }
  return 'en';
}
