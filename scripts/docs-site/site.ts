// Builds the docs as a set of pages: the guides from their Markdown, the reference from the OpenAPI
// description. It writes no files.
import { html } from 'hono/html';
import { addressOf, GUIDES, REFERENCE, type ReferencePage } from './chapters.ts';
import { DECISION_PAGES, linkDecisions } from './decisions.ts';
import { ERROR_STATUS } from '../../src/http/error-status.ts';
import {
  ERROR_TEXTS,
  linkErrors,
  makeErrorPages,
  parseErrorTexts,
  questionsOfErrors,
} from './error-pages.ts';
import { groupEndpoints, type ApiDocument } from './description.ts';
import { layOut, type Files, type Page } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { renderOperation } from './operation.ts';
import { linkAddresses } from './own-addresses.ts';
import { renderProse, textOf } from './prose.ts';
import { QUESTIONS } from './questions.ts';
import { makeReceiverPage, RECEIVER_ADDRESSES } from './receivers.ts';
import { sectionsOf, type Section } from './search-index.ts';

export interface Site {
  /** The HTML of each page, by its slug (chapters.ts). */
  documents: ReadonlyMap<string, string>;
  sections: readonly Section[];
}

const HOME = { source: 'docs/README.md', slug: '' };

/** Every page that has a Markdown source, the home page first. */
export const WRITTEN_PAGES = [HOME, ...GUIDES.flatMap(({ pages }) => pages), ...DECISION_PAGES];

/**
 * @param read returns the text of a file, given its path from the root of the repository
 * @throws Error when a tag of the description has no page, or a page has no operation
 */
export function makeSite(
  description: ApiDocument,
  files: Files,
  read: (source: string) => string,
): Site {
  const written = WRITTEN_PAGES.map(({ source, slug }): Page => {
    const { title, html: body, headings } = renderMarkdown(read(source), source, findAddress);
    return { slug, title, body, headings };
  });
  const texts = parseErrorTexts(read(ERROR_TEXTS));
  const pages = linkAddresses(
    linkErrors(
      [
        ...linkDecisions(written),
        ...makeErrorPages(texts, ERROR_STATUS, findAddress),
        makeReceiverPage(read, findAddress),
        ...referencePages(description),
      ],
      texts,
      findAddress,
    ),
  );
  const labels = new Map(written.map(({ slug, title }) => [slug, title]));
  return {
    documents: new Map(pages.map((page) => [page.slug, layOut(page, labels, files)])),
    sections: sectionsOf(pages, { ...QUESTIONS, ...questionsOfErrors(texts) }),
  };
}

const SLUGS = new Map(WRITTEN_PAGES.map(({ source, slug }) => [source, slug]));

function findAddress(source: string, anchor: string | undefined): string | undefined {
  const slug = SLUGS.get(source);
  if (slug === undefined) return RECEIVER_ADDRESSES.get(source);
  return anchor === undefined ? addressOf(slug) : `${addressOf(slug)}#${anchor}`;
}

function referencePages(description: ApiDocument): Page[] {
  const groups = groupEndpoints(description);
  const listed = REFERENCE.flatMap(({ title, pages }) =>
    pages.map((page) => ({ ...page, title: `${title}: ${page.label}` })),
  );
  const known = new Set(listed.map(({ tag }) => tag));
  for (const [tag, endpoints] of groups)
    if (endpoints.length > 0 && !known.has(tag)) throw new Error(`No page shows the tag "${tag}".`);
  return listed.map((page) => referencePage(description, page, groups.get(page.tag) ?? []));
}

function referencePage(
  description: ApiDocument,
  { tag, slug, title }: ReferencePage & { title: string },
  endpoints: Parameters<typeof renderOperation>[1][],
): Page {
  if (endpoints.length === 0) throw new Error(`The tag "${tag}" has no operation.`);
  const about = description.tags?.find(({ name }) => name === tag)?.description ?? '';
  const body = html`<h1 id="${slug.replace('/', '-')}">${title}</h1>
    ${renderProse(about)} ${endpoints.map((endpoint) => renderOperation(description, endpoint))}`;
  const headings = endpoints.map(({ operation: { operationId, summary } }) => ({
    id: operationId,
    level: 2,
    text: textOf(html`${summary}`),
  }));
  return { slug, title, body: textOf(body), headings };
}
