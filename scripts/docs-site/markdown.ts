// Converts the project's Markdown to HTML: headings get GitHub's anchors, code is highlighted, and
// links to files become links to pages of the site.
import { dirname, posix } from 'node:path';
import hljs from 'highlight.js/lib/common';
import { Marked, type Tokens } from 'marked';
import { getHeadingList, gfmHeadingId, resetHeadings } from 'marked-gfm-heading-id';
import { markedHighlight } from 'marked-highlight';

export interface Heading {
  id: string;
  level: number;
  /** The heading's text as HTML. */
  text: string;
}

interface RenderedPage {
  title: string;
  html: string;
  headings: readonly Heading[];
}

/**
 * @param language the language of a code fence; code in an unknown language stays plain
 * @returns spans with the classes of highlight.js
 */
export function highlight(code: string, language: string): string {
  const known = hljs.getLanguage(language) ? language : 'plaintext';
  return hljs.highlight(code, { language: known }).value;
}

/**
 * Finds the URL of the page that shows a file, with the anchor of a heading if one is given.
 * @returns undefined when no page shows the file
 */
type FindAddress = (source: string, anchor: string | undefined) => string | undefined;

/**
 * @param text Markdown
 * @param source the page's path from the root of the repository, against which its links resolve
 * @throws Error when the page has no title
 */
export function renderMarkdown(
  text: string,
  source: string,
  findAddress: FindAddress,
): RenderedPage {
  resetHeadings();
  const marked = new Marked(
    markedHighlight({ langPrefix: 'language-', highlight }),
    gfmHeadingId(),
    { renderer: { link: linkRenderer(source, findAddress), code: renderCode } },
  );
  const html = marked.parse(text, { async: false });
  const [title, ...headings] = getHeadingList();
  if (title?.level !== 1) throw new Error(`${source} does not begin with a title.`);
  return {
    title: title.raw,
    html: scrollable(html),
    headings: headings.map(({ id, level, text: inner }) => ({ id, level, text: inner })),
  };
}

/**
 * Turns a link to a file of the repository into a link to the page of the docs that shows it. If
 * there is no such page, only the text remains.
 */
const linkRenderer = (source: string, findAddress: FindAddress) =>
  function renderLink(
    this: { parser: { parseInline: (tokens: Tokens.Generic[]) => string } },
    { href, tokens }: Tokens.Link,
  ): string {
    const words = this.parser.parseInline(tokens);
    const target = targetOf(href, source, findAddress);
    return target === undefined ? words : `<a href="${target}">${words}</a>`;
  };

function targetOf(href: string, source: string, findAddress: FindAddress): string | undefined {
  if (/^https?:|^#/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  return findAddress(posix.normalize(posix.join(dirname(source), path)), anchor);
}

/** Makes code focusable, so that long lines can be scrolled with the keyboard as well. */
function renderCode({ text, lang = '' }: Tokens.Code): string {
  const label = lang === '' ? 'Code' : `Code, ${lang}`;
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre></div>\n`;
}

const scrollable = (html: string): string =>
  html
    .replaceAll(
      '<table>',
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>',
    )
    .replaceAll('</table>', '</table></div>');
