// Detects names that could be mistaken for another company's: well-known names as they appear to
// people, even when written with lookalike or reversed letters. Pure. Does not detect descriptions
// ("Your bank"), names that are not listed, names in other languages, or logos.
import { displayedForms } from './displayed-name.ts';

/** Names that are hardly ever part of another word: matched wherever they occur. */
const DISTINCT = [
  'airbnb',
  'coinbase',
  'facebook',
  'github',
  'google',
  'instagram',
  'klarna',
  'linkedin',
  'mastercard',
  'microsoft',
  'netflix',
  'openai',
  'paypal',
  'pinterest',
  'revolut',
  'snapchat',
  'spotify',
  'telegram',
  'tiktok',
  'vodafone',
  'whatsapp',
  'youtube',
] as const;

/**
 * Names that are also ordinary words ("Apple orchard"): matched only if all other words are
 * EMPTY_WORDS.
 */
const COMMON = [
  'amazon',
  'apple',
  'binance',
  'booking',
  'discord',
  'ebay',
  'meta',
  'reddit',
  'signal',
  'steam',
  'stripe',
  'twitch',
  'twitter',
  'uber',
  'visa',
] as const;

/**
 * Ordinary words, written without diacritics, that begin like one of the names but are harmless
 * when they stand alone.
 */
const HARMLESS = /(?<= )(?:open ?air|revolut(?:ion|ie))\p{L}*(?= )/gu;

/**
 * Maps letters, digits and signs to the Latin letter that each looks like. Line by line: Cyrillic;
 * Greek; Armenian, Hebrew and Arabic; small capitals; other Latin letters, digits and signs;
 * Cherokee.
 */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    'аa вb сc ԁd еe һh іi јj кk ӏl мm пn оo рp ԛq гr ѕs тt уy ѵv ԝw хx нh',
    'αa βb εe ηn ιi κk νv οo ρp τt υu χx',
    'աw գq զq հh ոn սu օo ցg սu ןl וl סo יl اl هo ٥o ١l',
    'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
    'ıi ɡg ɑa łl øo đd ßb 0o 1l 3e 4a 5s 7t 8b 9g $s @a !l |l €e',
    '\uab70d \uab72t \uab75i \uab7aa \uab7ce \uab83w \uab84o \uab87m \uab8bh \uab8eo \uab90g \uaba9v \uabaas \uabael \uabafc \uabb2p',
  ]
    .flatMap((pairs) => pairs.split(' '))
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Words that add nothing to a name. */
const EMPTY_WORDS = new Set(
  `
  account accounts app authentication by center com corp corporation customer for
  from gmbh help id in inc llc log login ltd my official on online pay payments
  secure security service services sign signin support team the verification verify
  with
  `
    .trim()
    .split(/\s+/)
    .map(skeletonOf),
);

const DISTINCT_SKELETONS = DISTINCT.map((name) => [name, skeletonOf(name)] as const);

/**
 * @param reserved names that nobody may use, such as the service's own; matched like the names in
 *   COMMON
 * @returns the borrowed name, as its owner writes it in a domain name (`google`)
 */
export function findBorrowedName(name: string, reserved: readonly string[]): string | undefined {
  for (const form of displayedForms(name)) {
    const found = findInForm(form, reserved);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInForm(form: string, reserved: readonly string[]): string | undefined {
  const plain = wordsOf(form);
  const words = plain.map(skeletonOf);
  const all = words.join('');
  const own = words.filter((word) => !EMPTY_WORDS.has(word)).join('');
  const isNamed = (known: string) => {
    const its = wordsOf(known).map(skeletonOf).join('');
    return own === its || all === its;
  };
  const told = wordsOf(` ${plain.join(' ')} `.replaceAll(HARMLESS, ' '))
    .map(skeletonOf)
    .join('');
  return (
    DISTINCT_SKELETONS.find(([, skeleton]) => told.includes(skeleton))?.[0] ??
    [...COMMON, ...reserved].find(isNamed)
  );
}

/**
 * Alphabets whose letters can be mistaken for letters of another alphabet. Ideographs and kana are
 * omitted, because they appear next to Latin letters in legitimate names.
 */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
] as const;

/** Whether any word of a name mixes letters of alphabets that can be mistaken for one another. */
export const mixesAlphabets = (name: string): boolean =>
  name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1);

const wordsOf = (name: string): string[] =>
  Array.from(name, plainLetter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$@!|€]+/u)
    .filter((word) => word !== '');

/**
 * The first letter of each range of letters that no Unicode normalization form folds: flag letters,
 * and white letters in black circles and squares.
 */
const BOXED = [0x1_f1_e6, 0x1_f1_50, 0x1_f1_70] as const;

function plainLetter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const first = BOXED.find((start) => point >= start && point < start + 26);
  return first === undefined ? character : String.fromCodePoint(0x61 + point - first);
}

/**
 * Returns the appearance of a word: letters that are easily mistaken for one another are replaced
 * with the same letter.
 */
function skeletonOf(word: string): string {
  const plain = Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join('');
  return plain.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
