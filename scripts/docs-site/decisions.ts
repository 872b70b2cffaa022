// Adds the decisions to the site: one page for each theme, and an index in which each entry has the
// anchor of its decision.
import { addressOf } from './chapters.ts';
import type { Page } from './layout.ts';

const DECISIONS = 'decisions';

/** A page for each file in docs/decisions except the index. */
export const DECISION_PAGES = [
  'wire',
  'sessions',
  'measuring',
  'faces',
  'documents',
  'page',
  'sign-in',
  'accounts',
  'staff',
  'wallets',
  'operations',
  'law',
].map((theme) => ({ source: `docs/decisions/${theme}.md`, slug: `${DECISIONS}/${theme}` }));

/** The anchor of a decision: on its heading, or at the beginning of a list item. */
const ANCHOR = /<(?:h2|a) id="(d-(\d+)-[^"]*)">/g;
/** An entry of the index whose number is already a link. */
const ENTRY = /<a href="[^"#]+#(d-\d+-[^"]*)"/g;
const PARAGRAPH = /<p>.*?<\/p>/gs;
/**
 * The space before a decision's reason, which in the Markdown is part of the preceding paragraph.
 */
const REASON = /\s(?=<strong>(?:Why|Instead of):?<\/strong>)/g;
/**
 * Matches either content that must not change (titles, links, code, tags) or a decision's number,
 * which becomes a link.
 */
const NUMBER =
  /<a id="[^"]*"><\/a><strong>.*?<\/strong>|<(a|code|h\d)\b.*?<\/\1>|<[^>]+>|\bD-(\d+)\b/gs;

/**
 * @param pages all written pages
 * @returns the pages with links between the decisions. In the index, each number becomes a link and
 *   gets the anchor of its decision, so that `/docs/decisions#d-1-…` leads to the entry. On the
 *   pages of decisions, each number that is mentioned (`D-26`) becomes a link, and in decisions
 *   with a heading each reason gets its own paragraph
 */
export function linkDecisions(pages: readonly Page[]): Page[] {
  const anchors = new Map(pages.flatMap(anchorsOf));
  return pages.map((page) => {
    const isIndex = page.slug === DECISIONS;
    if (!isIndex && !page.slug.startsWith(`${DECISIONS}/`)) return page;
    const body = page.body.replaceAll(NUMBER, (whole: string, _: string, number?: string) => {
      const place = anchors.get(number);
      if (place === undefined) return whole;
      const id = isIndex ? `id="${place.anchor}" ` : '';
      return `<a ${id}href="${addressOf(place.slug)}#${place.anchor}">${whole}</a>`;
    });
    return { ...page, body: isIndex ? withIds(body) : withParagraphs(body) };
  });
}

/**
 * @returns the slug and the anchor of each decision on a page, by number, such as `26`; empty for
 *   pages without decisions
 */
const anchorsOf = ({ slug, body }: Page) =>
  Array.from(
    body.matchAll(ANCHOR),
    ([, anchor = '', number]) => [number, { slug, anchor }] as const,
  );

const withParagraphs = (body: string): string =>
  body.replaceAll(PARAGRAPH, (text) => text.replaceAll(REASON, '</p>\n<p>'));

const withIds = (index: string): string =>
  index.replaceAll(ENTRY, (link: string, anchor: string) =>
    link.replace('<a ', `<a id="${anchor}" `),
  );
