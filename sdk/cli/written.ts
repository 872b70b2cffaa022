/**
 * Escapes characters that a terminal would interpret or reorder, because the text may come
 * from an untrusted source.
 */
export const written = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
