// Full-text search over the docs, in the browser: nothing that a reader types leaves the browser.
import MiniSearch from 'minisearch';

interface Section {
  id: number;
  address: string;
  page: string;
  heading: string;
  text: string;
  /** Additional words that people use to search for this section. */
  asks?: string;
}

export interface FoundPage {
  address: string;
  page: string;
  heading: string;
  /** The text around the first match. */
  excerpt: string;
}

export interface Search {
  find: (query: string) => FoundPage[];
}

const BEFORE = 40;
const EXCERPT = 140;
const SLICE = 20;

/**
 * Question words, which carry no information about the topic. They are searched for only if the
 * query contains nothing else.
 */
const ASKING = new Set(
  'a about an and any are at be by can could do does for from get gets happen happened happens has have how i if in into is it its long make makes many may me mean means much must my need needs of on one or our should that the their there they this to use using was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/**
 * The weight of a section in the results, by the beginning of its URL: guides answer questions,
 * while only a few readers look for decisions and for the calls that our own pages make.
 */
const WORTH: readonly (readonly [beginning: string, factor: number])[] = [
  ['/docs/decisions/', 0.4],
  ['/docs/changelog', 0.4],
  ['/docs/reference/hosted-', 0.3],
  ['/docs/reference/consoles', 0.3],
  ['/docs/reference/admin', 0.4],
  ['/docs/reference/dashboard', 0.5],
  ['/docs/reference/', 0.7],
  ['/docs/errors#', 0.4],
  ['/docs/errors/', 0.5],
  ['/docs/interface', 0.6],
  ['/docs/glossary', 0.6],
];
/**
 * The section before a page's first heading weighs more than the page's other sections, because it
 * describes what the page is about.
 */
const WORTH_OF_BEGINNING = 1.3;

/** @throws when the sections cannot be loaded */
export async function loadSearch(): Promise<Search> {
  const response = await fetch('/docs/sections.json');
  if (!response.ok) throw new Error(`status ${response.status}`);
  return await makeSearch((await response.json()) as Section[]);
}

/**
 * Builds the index in slices, between which the page stays responsive.
 * @returns a search whose results are sorted by relevance: headings weigh more than text, and
 *   prefixes and misspelled words also match
 */
export async function makeSearch(sections: readonly Section[]): Promise<Search> {
  const index = new MiniSearch<Section>({
    fields: ['heading', 'page', 'text', 'asks'],
    tokenize: tokensOf,
    processTerm: stemOf,
    searchOptions: {
      boost: { heading: 4, page: 2, asks: 5 },
      boostDocument: (id) => worthOf(sections[Number(id)]),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.15 : false),
      combineWith: 'OR',
    },
  });
  await index.addAllAsync(sections, { chunkSize: SLICE });
  return {
    find: (query) =>
      searchAll(index, query).flatMap(({ id, terms }) => {
        const section = sections[Number(id)];
        return section === undefined ? [] : [{ ...section, excerpt: excerptOf(section, terms) }];
      }),
  };
}

/**
 * Searches the index. Sections that contain more of the query's significant words rank higher, and
 * every result contains at least half of these words.
 */
function searchAll(index: MiniSearch<Section>, query: string) {
  const words = tokensOf(query).filter((word) => !ASKING.has(word.toLowerCase()));
  const asked = words.length === 0 ? query : words.join(' ');
  const wanted = new Set(tokensOf(asked).map(stemOf).filter(Boolean)).size;
  return index
    .search(asked)
    .map((found) => ({ ...found, share: found.queryTerms.length / wanted }))
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => other.score * other.share ** 2 - one.score * one.share ** 2);
}

function worthOf(section: Section | undefined): number {
  if (section === undefined) return 1;
  const { address, heading, page } = section;
  const [, factor = 1] = WORTH.find(([beginning]) => address.startsWith(beginning)) ?? [];
  return heading === page ? factor * WORTH_OF_BEGINNING : factor;
}

/** @returns the word without its ending, so that "expires" and "expired" match each other */
function stemOf(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 4 || /[^a-z]/.test(lower)) return lower;
  const single = lower.replace(/ies$/, 'y').replace(/([^suiy])s$/, '$1');
  const plain = single.replace(/ied$/, 'y').replace(/([a-z]{3})(?:ing|ed)$/, '$1');
  return plain.replace(/([bdfgmnprt])\1$/, '$1').replace(/([a-z]{3})e$/, '$1');
}

/** Splits a text into words. An identifier matches as a whole and by its parts. */
const tokensOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]));

function excerptOf({ text }: Section, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const end = start + EXCERPT;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
