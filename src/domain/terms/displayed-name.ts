// The appearance of a name: whether its characters hide or reverse others, and in which orders its
// letters may appear on a page (the parts of UAX #9 that short names need). Pure.

/** Letters of scripts whose spelling uses U+200C and U+200D between letters (UAX #31, 2.3). */
const JOINED_LETTER =
  /[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Nkoo}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}\p{scx=Tibt}]/u
    .source;

/**
 * Invisible characters that are part of a name's spelling; all other invisible characters hide
 * something.
 */
const SPELLING: readonly RegExp[] = [
  // Persian and Indic words: a joiner may end a word (in a Malayalam chillu); a non-joiner appears
  // between two letters.
  new RegExp(String.raw`(?<=${JOINED_LETTER})(?:\u200d|\u200c(?=${JOINED_LETTER}))`, 'gu'),
  // Joiners in emoji that consist of several parts, and emoji variation selectors.
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=[\p{Extended_Pictographic}\d#*])[\ufe0e\ufe0f]/gu,
  // Variation selectors: after ideographs, where they occur in names of people and towns, and after
  // Mongolian letters.
  /(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu,
  /(?<=\p{Script=Mongolian})[\u180b-\u180f]/gu,
];

/**
 * Control characters, directional marks and overrides, invisible characters, lone surrogates,
 * unassigned and private-use characters, and stacks of combining marks that cover their neighbours.
 */
const HIDES =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{8}/u;

/**
 * @returns the first character that hides or reverses letters of the name; undefined when there is
 *   none
 */
export function findHidingCharacter(name: string): string | undefined {
  const left = SPELLING.reduce((text, spelling) => text.replaceAll(spelling, ''), name);
  return HIDES.exec(left)?.[0];
}

/**
 * @returns the name without invisible characters, once for each left-to-right order in which a page
 *   of either direction may display its letters; the name's own order comes first
 */
export function displayedForms(name: string): string[] {
  const turned = turnOverridden(name).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const runs = directedRuns(turned);
  const leftToRight = runs.map(({ text, isRight }) => (isRight ? reverse(text) : text));
  return [...new Set([turned, leftToRight.join(''), leftToRight.toReversed().join('')])];
}

/**
 * Reverses text after U+202E, up to U+202C or U+2069, because such text is displayed from right to
 * left, whatever its letters.
 */
function turnOverridden(name: string): string {
  const shown: string[] = [];
  let rest = name;
  for (;;) {
    const at = rest.search(/\u202e/u);
    if (at === -1) return shown.join('') + rest;
    const end = rest.slice(at + 1).search(/[\u202c\u2069]/u);
    const inside = end === -1 ? rest.slice(at + 1) : rest.slice(at + 1, at + 1 + end);
    shown.push(rest.slice(0, at), reverse(inside));
    rest = end === -1 ? '' : rest.slice(at + 2 + end);
  }
}

interface Run {
  text: string;
  isRight: boolean;
}

const RIGHT =
  /[\p{Script=Adlm}\p{Script=Arab}\p{Script=Hebr}\p{Script=Mand}\p{Script=Nkoo}\p{Script=Rohg}\p{Script=Samr}\p{Script=Syrc}\p{Script=Thaa}]/u;
const LETTER = /\p{L}/u;

/**
 * Splits a name into runs of one direction. Characters without a direction belong to the preceding
 * run.
 */
function directedRuns(name: string): Run[] {
  const runs: Run[] = [];
  for (const character of name) {
    const last = runs.at(-1);
    const isRight = LETTER.test(character) ? RIGHT.test(character) : (last?.isRight ?? false);
    if (last?.isRight === isRight) last.text += character;
    else runs.push({ text: character, isRight });
  }
  return runs;
}

const reverse = (text: string): string => Array.from(text).toReversed().join('');
