// Splits texts into portions that fit into the bound values of an SQLite statement. Pure.

/** A bound value may be up to 2 MB, and a character takes at most three bytes. */
const MAX_CHARACTERS = 500_000;

/** Splits the texts, in order, into portions that each fit into one bound value. */
export function portionsOf(texts: readonly string[]): string[][] {
  const portions: string[][] = [];
  let length = MAX_CHARACTERS;
  for (const text of texts) {
    if (length + text.length > MAX_CHARACTERS) {
      portions.push([]);
      length = 0;
    }
    portions.at(-1)?.push(text);
    length += text.length + 1;
  }
  return portions;
}
