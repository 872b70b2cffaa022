// The decisions as pages of the site: 25 on each, since one page of all grew without end, and an overview at its old address.
// Numbers are permanent, and so is the page that a decision is on.
import { addressOf } from './chapters.ts';
import type { Page } from './layout.ts';
import type { Heading } from './markdown.ts';

export const DECISIONS = 'docs/decisions.md';

const ON_A_PAGE = 25;
const IN_ORDER = /^d-(\d+)-/;
const SECTION = /(?=<h[23] id=")/;
const ID = /^<h[23] id="([^"]+)"/;

/** @returns the page with the decision @param anchor of its heading; the overview for any other */
export const decisionAddress = (overview: string, anchor: string): string =>
  `${addressOf(pageOf(overview, anchor))}#${anchor}`;

/** @param all of the decisions, as one page @returns the overview, then the pages with the decisions */
export function splitDecisions(all: Page): Page[] {
  const [opening = '', ...sections] = all.body.split(SECTION);
  const entries = sections.map((html) => ({ html, heading: headingOf(all, html) }));
  const decisions = entries.filter(({ heading }) => IN_ORDER.test(heading.id));
  const pages = Map.groupBy(decisions, ({ heading }) => pageOf(all.slug, heading.id));
  const list = entries.map(({ heading }) => outline(all.slug, heading)).join('\n');
  return [
    { ...all, body: opening + list, headings: all.headings.filter(({ level }) => level === 2) },
    ...[...pages].map(([slug, parts]): Page => {
      const title = `Decisions ${rangeOf(slug)}`;
      const body = parts.map(({ html }) => html.replaceAll(/(?<=<\/?h)3\b/g, '2')).join('');
      return {
        slug,
        title,
        body: `<h1 id="decisions">${title}</h1>\n<p><a href="${addressOf(all.slug)}">All decisions</a></p>\n${linked(body, all.slug)}`,
        headings: parts.map(({ heading }) => ({ ...heading, level: 2 })),
      };
    }),
  ];
}

function headingOf({ headings, title }: Page, section: string): Heading {
  const id = ID.exec(section)?.[1];
  const heading = headings.find((each) => each.id === id);
  if (heading === undefined) throw new Error(`"${title}" has a section without a heading.`);
  return heading;
}

function pageOf(overview: string, anchor: string): string {
  const number = Number(IN_ORDER.exec(anchor)?.[1] ?? 0);
  if (number === 0) return overview;
  const last = Math.ceil(number / ON_A_PAGE) * ON_A_PAGE;
  return `${overview}/${last - ON_A_PAGE + 1}-${last}`;
}

const rangeOf = (slug: string): string => slug.replace(/^.*\/(\d+)-(\d+)$/, 'D-$1 to D-$2');

/** A line of the overview has the anchor that the decision had there, and leads on to it. */
function outline(overview: string, { id, level, text }: Heading): string {
  if (level === 2) return `<h2 id="${id}">${text}</h2>`;
  return `<p><a id="${id}" href="${decisionAddress(overview, id)}">${text}</a></p>`;
}

/** Links from decision to decision, which were within one page. */
const linked = (html: string, overview: string): string =>
  html.replaceAll(/(?<=<a href=")#([^"]+)/g, (_, anchor: string) =>
    decisionAddress(overview, anchor),
  );
