// References to the project's own documents in comments, test titles and pages: `spec 4.4`, `D-26`,
// `S-46`, `architecture 3`, a page with or without a heading. RFCs and other projects' incidents
// are not checked.
import { leadsSomewhere, PAGES, readPage } from './documents.ts';

interface Reference {
  /** The reference as written, such as `spec 4.1`. */
  text: string;
  line: number;
}

const NUMBERS = String.raw`\d+(?:\.\d+)*(?:(?:,| and| to) \d+(?:\.\d+)*(?![\w°]))*`;
const PATTERNS = [
  new RegExp(String.raw`\b[Ss]pec ${NUMBERS}`, 'g'),
  new RegExp(String.raw`\b[Aa]rchitecture ${NUMBERS}`, 'g'),
  /\b[DS]-\d+\b/g,
  /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g,
  // Kinds of reference that no longer have a target, so each of them is a fault. A reference to
  // another project's issue is allowed, because it starts with that project's name.
  /(?<!\b[a-z]+ )\b(?:[Dd]ecisions?|[Ii]ssue|[Bb]rief) (?:section )?\d+(?:\.\d+)*/g,
];

/** Finds every reference in a text; each number of a list counts as a separate reference. */
export function referencesIn(text: string): Reference[] {
  return text.split('\n').flatMap((content, index) =>
    PATTERNS.flatMap((pattern) => content.match(pattern) ?? [])
      .flatMap(splitNumbers)
      .map((found) => ({ text: found, line: index + 1 })),
  );
}

/** Splits `spec 2.3, 2.6` into two references. */
function splitNumbers(found: string): string[] {
  const [, name, numbers] = /^(\w+) (\d.*)$/.exec(found) ?? [];
  if (name === undefined || numbers === undefined) return [found];
  return numbers.split(/, | and | to /).map((number) => `${name} ${number}`);
}

/**
 * Collects the targets of references that the documents define in headings, numbered lists and
 * tables.
 */
export function definedPlaces(): Set<string> {
  return new Set([
    ...sectionsOf('docs/interface.md').map((number) => `spec ${number}`),
    ...sectionsOf('docs/architecture.md').map((number) => `architecture ${number}`),
    ...decisions().map(({ number }) => `D-${number}`),
    ...Array.from(
      readPage('docs/oauth-checklist.md').matchAll(/^\| (S-\d+) +\|/gm),
      ([, id = '']) => id,
    ),
  ]);
}

interface Decision {
  page: string;
  number: number;
  /**
   * The text, including its heading. A decision without a heading is an item of the page's list.
   */
  text: string;
}

/** @returns every decision, page by page */
export const decisions = (): Decision[] =>
  PAGES.filter((page) => page.startsWith('docs/decisions/')).flatMap((page) =>
    readPage(page)
      .split(/^(?=## D-\d+\. |- <a id="d-)/m)
      .slice(1)
      .map((text) => ({ page, number: Number(/\bD-(\d+)\. /.exec(text)?.[1]), text })),
  );

/**
 * Lists the sections of a page: `## 4. …`, `### 4.1 …`, and the items of a numbered list under a
 * heading, such as `7.3.2`.
 */
function sectionsOf(page: string): string[] {
  let section = '';
  return readPage(page)
    .split('\n')
    .flatMap((line) => {
      const heading = /^#{2,3} (\d+(?:\.\d+)*)\.? /.exec(line)?.[1];
      if (heading !== undefined) section = heading;
      else if (line.startsWith('#')) section = '';
      const item = section === '' ? undefined : /^(\d+)\. /.exec(line)?.[1];
      return [
        ...(heading === undefined ? [] : [heading]),
        ...(item === undefined ? [] : [`${section}.${item}`]),
      ];
    });
}

/** @param defined the result of `definedPlaces` */
export function isResolved({ text }: Reference, defined: ReadonlySet<string>): boolean {
  if (text.startsWith('docs/')) return leadsSomewhere('README.md', text);
  return defined.has(text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
}
