// The decisions as pages of the site: one for each theme, and an index whose entries have the anchors of the decisions.
import { addressOf } from './chapters.ts';
import type { Page } from './layout.ts';

const DECISIONS = 'decisions';

/** A page for each file of docs/decisions, besides the index. */
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
const NUMBER = /<(a|code|h\d)\b.*?<\/\1>|<[^>]+>|\bD-(\d+)\b/gs;

/**
 * @param pages all written pages
 * @returns them with anchors in the index, so that `/docs/decisions#d-1-…` leads on, and with a link for each number
 * (`D-26`) that a decision names
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
    const overview = `<p><a href="${addressOf(DECISIONS)}">All decisions</a></p>`;
    return { ...page, body: body.replace('</h1>', `</h1>\n${overview}`) };
  });
}

const withAnchors = (body: string): string =>
  body.replaceAll(ENTRY, (link: string, _: string, anchor: string) =>
    link.replace('<a ', `<a id="${anchor}" `),
  );
