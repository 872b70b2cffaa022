// The typographic rules of each language, as far as they can be checked automatically. They apply
// to all folders of texts.

/**
 * The quotation marks of each language. All other quotation marks, including straight ones, are
 * mistakes in that language's texts.
 */
export const QUOTES: Record<string, string> = {
  en: '“”',
  de: '„“',
  fr: '«»',
  es: '«»',
  it: '«»',
  pt: '“”',
  nl: '‘',
  pl: '„”',
  tr: '“”',
  ja: '「」',
  zh: '“”',
  hi: '“”',
  ar: '«»',
};

/**
 * The script of each language that is not written in Latin script. A text without a single letter
 * in its language's script has not been translated.
 */
export const SCRIPTS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
};

/** Patterns that a language's typography forbids, each with an explanation for the translator. */
export const MISTAKES: Record<string, readonly [mistake: RegExp, rule: string][]> = {
  fr: [
    [/[^\u202F][;!?]/, 'a narrow no-break space (U+202F) before ; ! ?'],
    [/[^\u00A0]:/, 'a no-break space (U+00A0) before :'],
    [/«[^\u00A0]|[^\u00A0]»/, 'no-break spaces (U+00A0) inside « »'],
  ],
  es: [
    [/^[^¿]*\?/, 'an opening ¿ for every ?'],
    [/^[^¡]*!/, 'an opening ¡ for every !'],
  ],
  ja: [[/[,;:!?()]|[^\w]\./, 'full-width punctuation']],
  zh: [[/[,;:!?()]|[^\w]\./, 'full-width punctuation']],
  ar: [[/[,;?]/, 'the Arabic comma, semicolon and question mark']],
  hi: [[/\p{Script=Devanagari}\.(?:\s|$)/u, 'a danda (।) at the end of a sentence']],
};

export const EVERYWHERE: readonly [mistake: RegExp, rule: string][] = [
  [/["']/, 'typographic quotation marks and apostrophes'],
  [/\.\.\./, 'one … instead of three points'],
  [/^\s|\s$|[ \u00A0]{2}|[\t\n\uFFFD]/, 'no stray spaces'],
  [/<|>|&\w+;/, 'plain text, no markup'],
];

/** Returns the English equivalent of the punctuation mark that ends the text, or `none`. */
export function ending(text: string): string {
  const marks: Record<string, string> = { '。': '.', '।': '.', '？': '?', '؟': '?', '：': ':' };
  const last = text.at(-1) ?? '';
  const mark = marks[last] ?? last;
  return '.?!…:'.includes(mark) ? mark : 'none';
}
