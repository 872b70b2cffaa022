// Generates one page for each error code of the API, each OAuth error and each reason why a session
// did not succeed, under `/docs/errors/`, from docs/errors.json. Also links to these pages wherever
// a page names an error code of the API.
import { addressOf } from './chapters.ts';
import type { Page } from './layout.ts';
import { renderMarkdown } from './markdown.ts';

export const ERROR_TEXTS = 'docs/errors.json';

const INDEX = { source: 'docs/errors.md', slug: 'errors' };

/**
 * The titles and folders of the three groups. Each group has its own folder, because names in
 * different groups may differ only in case.
 */
const GROUPS = {
  api: { title: 'Errors of the API', folder: '', kind: '`error.code` of the API' },
  oauth: { title: 'Errors of sign-in', folder: 'oauth/', kind: '`error` of OAuth' },
  session: {
    title: 'Why a session did not succeed',
    folder: 'session/',
    kind: '`status` or `reason` of a session',
  },
} as const;
type Group = keyof typeof GROUPS;

interface ErrorText {
  /** What the error means, in Markdown, like every member except `asks`. */
  means: string;
  causes: string[];
  fixes: string[];
  /** Words that people may use when they search for the error. */
  asks: string;
}

type ErrorTexts = Record<Group, Record<string, ErrorText>>;
type FindAddress = Parameters<typeof renderMarkdown>[2];

/**
 * @param json the content of the file that ERROR_TEXTS names
 * @returns the texts
 */
export const parseErrorTexts = (json: string): ErrorTexts => JSON.parse(json) as ErrorTexts;

const GROUP_NAMES = ['api', 'oauth', 'session'] as const satisfies readonly Group[];
const slugOf = (group: Group, code: string): string =>
  `${INDEX.slug}/${GROUPS[group].folder}${code}`;

/**
 * @param statuses the HTTP statuses of the API's codes
 * @returns one page for each code
 */
export function makeErrorPages(
  texts: ErrorTexts,
  statuses: Readonly<Record<string, number>>,
  findAddress: FindAddress,
): Page[] {
  return GROUP_NAMES.flatMap((group) =>
    Object.entries(texts[group]).map(([code, text]): Page => {
      const status = group === 'api' ? `HTTP ${statuses[code]}, ` : '';
      const markdown = [
        `# ${code}`,
        `${status}${GROUPS[group].kind}. [All errors](errors.md)`,
        `**${text.means}**`,
        '## Why it happens',
        ...text.causes.map((cause) => `- ${cause}`),
        '',
        '## What to do',
        ...text.fixes.map((fix) => `- ${fix}`),
      ].join('\n\n');
      const { title, html, headings } = renderMarkdown(markdown, INDEX.source, findAddress);
      return { slug: slugOf(group, code), title, body: html, headings };
    }),
  );
}

/**
 * @returns the words that people may use when they search for each error, by the URL of its page
 */
export const questionsOfErrors = (texts: ErrorTexts): Record<string, string> =>
  Object.fromEntries(
    GROUP_NAMES.flatMap((group) =>
      Object.entries(texts[group]).map(([code, { means, asks }]) => [
        addressOf(slugOf(group, code)),
        `${means} ${asks}`,
      ]),
    ),
  );

/**
 * @returns the same pages, with a table for each group added to the index of errors, and the API's
 *   error codes on all other pages linked to their own pages
 */
export function linkErrors(
  pages: readonly Page[],
  texts: ErrorTexts,
  findAddress: FindAddress,
): Page[] {
  return pages.map((page) => {
    if (page.slug !== INDEX.slug) return { ...page, body: withLinks(page, texts) };
    const tables = GROUP_NAMES.map((group) => tableOf(group, texts));
    const made = renderMarkdown(
      `# -\n\n${tables.join('\n\n')}`,
      INDEX.source,
      (source, anchor) => findAddress(source, anchor) ?? source.replace(/^docs\//, '/docs/'),
    );
    return {
      ...page,
      body: page.body + made.html.replace(/<h1.*?<\/h1>/s, ''),
      headings: [...page.headings, ...made.headings],
    };
  });
}

const tableOf = (group: Group, texts: ErrorTexts): string =>
  [
    `## ${GROUPS[group].title}`,
    '',
    '| Name | Meaning |',
    '| --- | --- |',
    ...Object.entries(texts[group]).map(
      ([code, { means }]) => `| [\`${code}\`](${slugOf(group, code)}) | ${means} |`,
    ),
  ].join('\n');

const CODE = /<(a|h\d|pre)\b.*?<\/\1>|<code>([A-Z][A-Z_0-9]+)<\/code>/gs;

const withLinks = ({ slug, body }: Page, { api }: ErrorTexts): string =>
  body.replaceAll(CODE, (whole: string, _: string, code?: string) =>
    code === undefined || !Object.hasOwn(api, code) || slug === slugOf('api', code)
      ? whole
      : `<a href="${addressOf(slugOf('api', code))}">${whole}</a>`,
  );
