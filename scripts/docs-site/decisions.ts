// The decisions as pages of the site: one page for each theme, and an index whose entries have the
// anchors of the decisions.
import type { Page } from './layout.ts';

const DECISIONS = 'decisions';

/** A page for each file of docs/decisions, except for the index. */
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

const ENTRY = /<a href="([^"#]+)#(d-(\d+)-[^"]*)"/g;
/** The line break before a reason, which is on a line of its own in the Markdown. */
const REASON = /\n(?=<strong>(?:Why|Instead of):)/g;
const NUMBER = /<(a|code|h\d)\b.*?<\/\1>|<[^>]+>|\bD-(\d+)\b/gs;

/**
 * @param pages all written pages
 * @returns the pages: the index has anchors, so that `/docs/decisions#d-1-…` finds the entry; the
 *   decisions link each number (`D-26`) that they name, and have each reason in its own paragraph
 */
export function linkDecisions(pages: readonly Page[]): Page[] {
  const index = pages.find(({ slug }) => slug === DECISIONS)?.body ?? '';
  const places = new Map(
    [...index.matchAll(ENTRY)].map(([, path, anchor, number]) => [number, `${path}#${anchor}`]),
  );
  return pages.map((page) => {
    if (page.slug === DECISIONS) return { ...page, body: withAnchors(page.body) };
    if (!page.slug.startsWith(`${DECISIONS}/`)) return page;
    const body = page.body.replaceAll(NUMBER, (whole: string, _: string, number?: string) => {
      const place = places.get(number);
      return place === undefined ? whole : `<a href="${place}">${whole}</a>`;
    });
    return { ...page, body: body.replaceAll(REASON, '</p>\n<p>') };
  });
}

const withAnchors = (body: string): string =>
  body.replaceAll(ENTRY, (link: string, _: string, anchor: string) =>
    link.replace('<a ', `<a id="${anchor}" `),
  );
