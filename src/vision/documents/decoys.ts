// Texts to compare with a known text: some differ from it in one character, and some only share its
// shape. The random numbers have a fixed seed, so the same text always gets the same decoys. Pure.

/** The number of random decoys generated for a known text or date. */
const RANDOM_TEXTS = 12;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

const kindOf = (character: string): string => (DIGITS.includes(character) ? DIGITS : LETTERS);

/** Returns random texts of the same shape: letters replace letters, and digits replace digits. */
export function otherTexts(text: string): string[] {
  const next = series();
  return Array.from({ length: RANDOM_TEXTS }, () =>
    Array.from(text, (character) => {
      const from = kindOf(character);
      return from[next() % from.length] ?? character;
    }).join(''),
  ).filter((other) => other !== text);
}

/**
 * Returns all texts that differ from `text` in one character. O and 0 count as the same character,
 * and so do I and 1.
 */
export const nearTexts = (text: string): string[] =>
  Array.from(text).flatMap((character, at) =>
    Array.from(kindOf(character))
      .filter((other) => other !== character && !looksAlike(other, character))
      .map((other) => text.slice(0, at) + other + text.slice(at + 1)),
  );

/** Returns whether the field reader treats two different characters as the same. */
const looksAlike = (a: string, b: string): boolean => ['0O', 'O0', '1I', 'I1'].includes(a + b);

export function otherDates(date: string): string[] {
  const next = series();
  return Array.from({ length: RANDOM_TEXTS }, () => {
    const year = Number(date.slice(0, 4)) - 20 + (next() % 40);
    return `${year}-${two(1 + (next() % 12))}-${two(1 + (next() % 28))}`;
  }).filter((other) => other !== date);
}

/**
 * Returns the dates that differ from `date` only in the day of the month, only in the month, or
 * only in one of the last two digits of the year.
 */
export function nearDates(date: string): string[] {
  const [year = '', month = '', day = ''] = date.split('-');
  const days = Array.from({ length: 31 }, (_, i) => `${year}-${month}-${two(i + 1)}`);
  const months = Array.from({ length: 12 }, (_, i) => `${year}-${two(i + 1)}-${day}`);
  const years = nearTexts(year.slice(2)).map(
    (other) => `${year.slice(0, 2)}${other}-${month}-${day}`,
  );
  return [...days, ...months, ...years].filter((other) => other !== date);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A linear congruential generator (Knuth and Lewis); only its upper bits are used. */
function series(): () => number {
  let state = 20_261_127;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
