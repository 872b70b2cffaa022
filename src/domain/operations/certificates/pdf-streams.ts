// Finds the streams of a PDF and reads their dictionaries (ISO 32000-2 7.2, 7.3.8). PDF readers
// find objects by offset, even inside comments and other streams, so every `obj` is treated as the
// start of an object. Pure.

interface PdfStream {
  /** The whole dictionary; names are written without escapes. */
  head: string;
  /**
   * The tokens of the dictionary. A string is reduced to its first character, and an inner
   * dictionary to `<<`; comments are left out, and names are written without escapes.
   */
  tokens: string[];
  /** The index of the keyword `stream`. */
  at: number;
}

/**
 * The maximum number of characters to read in all, as a multiple of the text's length; ordinary
 * documents need less than 1.
 */
const MAX_READ_RATIO = 16;

const BLANK = '\\0\\t\\n\\f\\r ';
const NAME = `[^${BLANK}()<>[\\]{}/%]`;
/**
 * Matches blanks, a comment, a bracket, a hex string, a name or another word; otherwise one
 * character.
 */
const TOKEN = new RegExp(`[${BLANK}]+|%[^\\r\\n]*|<<|>>|<[^>]*>?|/${NAME}*|${NAME}+|[^]`, 'y');
/** Matches a backslash with the character that it escapes, or a parenthesis. */
const IN_STRING = /\\[^]|[()]/g;
const IS_BLANK = new RegExp(`^[${BLANK}%]`);

/** Decodes the escapes `#xx`, which may replace any character of a name (ISO 32000-2 7.3.5). */
export const withPlainNames = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/**
 * Finds each dictionary that is followed by a stream. A stream may be found with several
 * dictionaries, if one begins inside a comment or string of another.
 * @param text one character per byte
 * @returns undefined when dictionaries overlap so often that reading them would take too long
 */
export function findStreams(text: string): PdfStream[] | undefined {
  const found: PdfStream[] = [];
  let left = text.length * MAX_READ_RATIO;
  for (const { index } of text.matchAll(/obj/g)) {
    const begin = afterBlanks(text, index + 3);
    if (!text.startsWith('<<', begin)) continue;
    const { end, tokens } = readDictionary(text, begin);
    const at = afterBlanks(text, end);
    if (text.startsWith('stream', at))
      found.push({ head: withPlainNames(text.slice(begin, end)), tokens, at });
    left -= at - index;
    if (left < 0) return undefined;
  }
  return found;
}

/** @returns `end`: the index after the dictionary's end, or the text's length if it has none */
function readDictionary(text: string, begin: number): { end: number; tokens: string[] } {
  const tokens: string[] = [];
  let depth = 0;
  let at = begin;
  do {
    const token = tokenAt(text, at);
    at = token === '(' ? endOfString(text, at) : at + token.length;
    if (depth === 1 && !IS_BLANK.test(token)) tokens.push(plain(token));
    if (token === '<<') depth += 1;
    if (token === '>>') depth -= 1;
  } while (depth > 0 && at < text.length);
  return { end: at, tokens };
}

const plain = (token: string): string =>
  token.startsWith('<') && token !== '<<' ? '<' : withPlainNames(token);

function tokenAt(text: string, at: number): string {
  TOKEN.lastIndex = at;
  return TOKEN.exec(text)?.[0] ?? '';
}

/**
 * @param begin the index of the string's first parenthesis; inner parentheses are balanced or
 *   escaped
 */
function endOfString(text: string, begin: number): number {
  let depth = 0;
  IN_STRING.lastIndex = begin;
  for (let found = IN_STRING.exec(text); found !== null; found = IN_STRING.exec(text)) {
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0) return IN_STRING.lastIndex;
  }
  return text.length;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  for (let token = tokenAt(text, at); IS_BLANK.test(token); token = tokenAt(text, at))
    at += token.length;
  return at;
}
