// Full-text search over the docs, in the browser: nothing that a reader types leaves it.
import MiniSearch from 'minisearch';

interface Section {
  id: number;
  address: string;
  page: string;
  heading: string;
  text: string;
  /** Other words that people search for when they need this section. */
  asks?: string;
}

export interface FoundPage {
  address: string;
  page: string;
  heading: string;
  /** Some words around the first match. */
  excerpt: string;
}

export interface Search {
  find: (query: string) => FoundPage[];
}

const BEFORE = 40;
const EXCERPT = 140;
const SLICE = 20;

/**
 * Question words, which say nothing about the topic. If the query has nothing else, they are
 * searched for too.
 */
const ASKING = new Set(
  'a an and are at be by can could do does for from get has have how i if in is it its me my of on or our should that the there this to use using was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** @throws when the sections cannot be loaded */
export async function loadSearch(): Promise<Search> {
  const response = await fetch('/docs/sections.json');
  if (!response.ok) throw new Error(`status ${response.status}`);
  return await makeSearch((await response.json()) as Section[]);
}

/**
 * Builds the index in slices, between which the page stays responsive.
 * @returns a search whose results are sorted by relevance: headings weigh more, prefixes and typos
 *   match
 */
export async function makeSearch(sections: readonly Section[]): Promise<Search> {
  const index = new MiniSearch<Section>({
    fields: ['heading', 'page', 'text', 'asks'],
    tokenize: tokensOf,
    searchOptions: {
      boost: { heading: 4, page: 2, asks: 5 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.15 : false),
      combineWith: 'AND',
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

/** All significant words must match; if no section has all of them, any may. */
function searchAll(index: MiniSearch<Section>, query: string) {
  const words = tokensOf(query).filter((word) => !ASKING.has(word.toLowerCase()));
  const asked = words.length === 0 ? query : words.join(' ');
  const all = index.search(asked);
  return all.length > 0 ? all : index.search(asked, { combineWith: 'OR' });
}

/** An identifier matches as a whole and by its parts. */
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
