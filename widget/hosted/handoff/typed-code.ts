// Parses the hand-off code that a visitor types or pastes. Pure.

export const CODE_DIGITS = 4;

/**
 * The character codes of the digit zero in the scripts that visitors may type the code in: Latin,
 * Arabic, Persian, Hindi, full-width.
 */
const ZEROS = ['0', '٠', '۰', '०', '０'].map((zero) => zero.charCodeAt(0));

/**
 * @returns the code as four Latin digits, or undefined if the text is not a code; spaces, hyphens
 *   and direction marks are ignored
 */
export function readCode(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069-]/g, '');
  const latin = Array.from(digits, toLatin).join('');
  return /^\d{4}$/.test(latin) ? latin : undefined;
}

function toLatin(character: string): string {
  const code = character.charCodeAt(0);
  const zero = ZEROS.find((one) => code >= one && code < one + 10);
  return zero === undefined ? character : String(code - zero);
}
