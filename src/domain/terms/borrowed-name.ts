// Whether a name that people read when they are asked to trust it is another company's: well-known names, also written with
// letters that look alike. Pure. What it cannot know: descriptions ("Your bank"), names that are not listed, names in
// other languages, and logos.

/** Hardly a word of anything else: wherever they occur. */
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

/** Words of other names too ("Apple orchard"): only where nothing else is said. */
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

/** A letter, and the one that it looks like: Cyrillic, Greek, other letters with digits and signs. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    'аa вb сc ԁd еe һh іi јj кk ӏl мm пn оo рp ԛq гr ѕs тt уy ѵv ԝw хx нh',
    'αa βb εe ηn ιi κk νv οo ρp τt υu χx',
    'ıi ɡg ɑa łl øo đd ßb 0o 1l 3e 4a 5s 7t 8b 9g $s @a !l |l €e',
  ]
    .flatMap((pairs) => pairs.split(' '))
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Words that say nothing of their own beside a name. */
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

/**
 * @param reserved names that nobody may have, such as the service's own: as of a common word
 * @returns the name it borrows, as its owner writes it in an address (`google`)
 */
export function findBorrowedName(name: string, reserved: readonly string[]): string | undefined {
  const words = wordsOf(name).map(skeletonOf);
  const all = words.join('');
  const own = words.filter((word) => !EMPTY_WORDS.has(word)).join('');
  const isNamed = (known: string) => {
    const its = wordsOf(known).map(skeletonOf).join('');
    return own === its || all === its;
  };
  return (
    DISTINCT.find((known) => all.includes(skeletonOf(known))) ??
    [...COMMON, ...reserved].find(isNamed)
  );
}

/** A word of letters of several alphabets: to the eye it is of one. */
export const mixesAlphabets = (name: string): boolean =>
  name
    .split(/\P{L}+/u)
    .some(
      (word) =>
        [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((one) =>
          one.test(word),
        ).length > 1,
    );

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$@!|€]+/u)
    .filter((word) => word !== '');

/** What a word looks like: letters that are easily taken for one another become one. */
function skeletonOf(word: string): string {
  const plain = Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join('');
  return plain.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
