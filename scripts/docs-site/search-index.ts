// The search index of the docs: each section of each page, as plain text.
import type { Page } from './layout.ts';
import { addressOf } from './chapters.ts';

export interface Section {
  id: number;
  address: string;
  /** The title of the page. */
  page: string;
  /** The title of the section, or the page's title for the text before the first heading. */
  heading: string;
  text: string;
  /** Words that people may use when they search for the section. */
  asks?: string;
}

const HEADING = /<h[1-4] id="([^"]+)"[^>]*>(.*?)<\/h[1-4]>/gs;
/** A list item with an anchor and a title. It is indexed as a section. */
const ITEM = /<a id="([^"]+)"><\/a><strong>(.*?)<\/strong>/gs;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

/**
 * @param questions the words that people may use when they search for a section, keyed by the
 *   result of `keyOf`
 * @returns the sections of all pages, numbered
 */
export function sectionsOf(
  pages: readonly Page[],
  questions: Readonly<Record<string, string>>,
): Section[] {
  const all = pages.flatMap(sectionsOfPage);
  return all.map((section, id) => {
    const asks = questions[keyOf(section)];
    return { id, ...section, ...(asks !== undefined && { asks }) };
  });
}

/**
 * @returns the section's URL; a page's first section, whose heading is the page's title, has the
 *   page's URL
 */
export const keyOf = ({ address, page, heading }: Omit<Section, 'id'>): string =>
  heading === page ? (address.split('#')[0] ?? address) : address;

function sectionsOfPage({ slug, title, body }: Page): Omit<Section, 'id'>[] {
  const address = addressOf(slug);
  // The page of an error is indexed as a single section.
  const marks = slug.startsWith('errors/') ? [] : marksIn(body);
  const starts = [{ index: 0, end: 0, id: '', heading: title }].concat(
    marks.map(({ index, 0: whole, 1: id = '', 2: inner = '' }) => ({
      index,
      end: index + whole.length,
      id,
      heading: plain(inner),
    })),
  );
  return starts
    .map(({ end, id, heading }, place) => ({
      address: id === '' ? address : `${address}#${id}`,
      page: title,
      heading,
      text: plain(body.slice(end, starts[place + 1]?.index)),
    }))
    .filter(({ text, heading }) => text !== '' || heading !== title);
}

const marksIn = (body: string) =>
  [...body.matchAll(HEADING), ...body.matchAll(ITEM)].toSorted(
    (one, other) => one.index - other.index,
  );

const plain = (markup: string): string =>
  markup
    .replaceAll(/<pre data-language="(?!curl)[^>]*>.*?<\/pre>/gs, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|#x27|amp);/g, (entity) => ENTITIES[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
