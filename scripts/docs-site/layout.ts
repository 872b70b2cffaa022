// The layout of every docs page: head, top bar with search, menu, and table of contents.
import { html, raw } from 'hono/html';
import { addressOf, GUIDES, REFERENCE } from './chapters.ts';
import { textOf } from './prose.ts';
import type { Heading } from './markdown.ts';

export interface Files {
  /** The URLs of the script and the style sheet that all pages use. */
  script: string;
  style: string;
}

export interface Page {
  slug: string;
  title: string;
  /** The content of the page, including its title, as HTML. */
  body: string;
  headings: readonly Heading[];
}

/** The menu labels of the written pages, by slug. */
type Labels = ReadonlyMap<string, string>;

/**
 * @param labels the menu labels of the written pages, by slug
 * @returns the whole document
 */
export function layOut(page: Page, labels: Labels, files: Files): string {
  const title = page.slug === '' ? 'Agate docs' : `${page.title} · Agate docs`;
  return textOf(
    html`<!doctype html>
      <html lang="en" data-theme="system">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="${files.style}" />
          <script type="module" src="${files.script}"></script>
        </head>
        <body>
          <a class="skip" href="#content">Skip to the content</a>
          ${topBar()}
          <div class="frame">
            <nav class="menu" aria-label="Docs">${menu(page.slug, labels)}</nav>
            <main id="content" tabindex="-1">${raw(bodyOf(page))}</main>
            ${contents(page.headings)}
          </div>
        </body>
      </html> `,
  );
}

const topBar = () =>
  html`<header class="top">
    <a class="brand" href="/docs">Agate docs</a>
    <button class="menu-button" type="button" aria-expanded="false" hidden>Menu</button>
    <search class="search" hidden>
      <label class="unseen" for="search">Search the docs</label>
      <input
        id="search"
        type="search"
        placeholder="Search"
        autocomplete="off"
        spellcheck="false"
        role="combobox"
        aria-expanded="false"
        aria-controls="found"
        aria-autocomplete="list"
      />
      <kbd aria-hidden="true">/</kbd>
      <div class="found" hidden>
        <p class="found-count" role="status"></p>
        <ul id="found" role="listbox" tabindex="0" aria-label="Search results"></ul>
      </div>
    </search>
  </header>`;

function menu(current: string, labels: Labels) {
  const isCurrent = (slug: string) => {
    if (slug === current) return raw('aria-current="page"');
    return current.startsWith(`${slug}/`) ? raw('aria-current="true"') : '';
  };
  const link = (slug: string, label: string) =>
    html`<li>
      <a href="${addressOf(slug)}" ${isCurrent(slug)}>${label}</a>
    </li>`;
  const part = (title: string, items: unknown) =>
    html`<h2>${title}</h2>
      <ul>
        ${items}
      </ul>`;
  const guides = GUIDES.map(({ title, pages }) =>
    part(
      title,
      pages.map(({ slug, label }) => link(slug, label ?? labels.get(slug) ?? slug)),
    ),
  );
  const reference = REFERENCE.map(({ title, pages }) =>
    part(
      title,
      pages.map(({ slug, label }) => link(slug, label)),
    ),
  );
  const more = [
    html`<li><a href="/docs/age-truth">How true is the age?</a></li>`,
    html`<li><a href="/openapi.json">OpenAPI 3.1</a></li>`,
    html`<li><a href="/status">Status</a></li>`,
    html`<li><a href="/privacy">Privacy</a></li>`,
  ];
  return [...guides, ...reference, part('This installation', more)];
}

/** Lists the page's sections next to its text, if there are at least two. */
function contents(headings: readonly Heading[]) {
  const shown = headings.filter(isSection);
  if (shown.length < 2) return '';
  return html`<nav class="contents" aria-labelledby="contents-title">
    <h2 id="contents-title">On this page</h2>
    ${listOf(shown)}
  </nav>`;
}

/**
 * Lists the page's sections in a collapsed list below the title, for screens that have no room for
 * a list next to the text.
 */
function foldedContents(headings: readonly Heading[]) {
  const shown = headings.filter(isSection);
  if (shown.length < WORTH_FOLDING) return '';
  return textOf(
    html`<details class="folded-contents">
      <summary>On this page</summary>
      ${listOf(shown)}
    </details>`,
  );
}

const WORTH_FOLDING = 4;
const isSection = ({ level }: Heading): boolean => level === 2;

const listOf = (headings: readonly Heading[]) =>
  html`<ul class="sections">
    ${headings.map(({ id, text }) => html`<li><a href="#${id}">${raw(withoutLinks(text))}</a></li>`)}
  </ul>`;

const bodyOf = ({ body, headings }: Page): string =>
  withBreaks(withWholeNames(body)).replace('</h1>', (end) => `${end}\n${foldedContents(headings)}`);

/**
 * Keeps a name in code on one line, even in a narrow table, which then scrolls. Names that are
 * wider than a phone may still break.
 */
const withWholeNames = (body: string): string =>
  body.replaceAll(/<code>([\w.*$[\]{}:@-]{1,32})<\/code>/g, '<code class="name">$1</code>');

/** Lets a heading that is one long name, such as an error's code, break at its underscores. */
const withBreaks = (body: string): string =>
  body.replaceAll(
    /(<h[1-4] id="[^"]*"[^>]*>)(.*?)(?=<\/h[1-4]>)/gs,
    (_, begin: string, text: string) =>
      `${begin}${text.replaceAll(/_(?=[^<>]*(?:<|$))/g, '_<wbr>')}`,
  );

const withoutLinks = (text: string): string => text.replaceAll(/<\/?a\b[^>]*>/g, '');
