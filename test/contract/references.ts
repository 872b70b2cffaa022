// References to the project's own documents in comments, test titles and pages: `spec 4.4`, `D-26`,
// `S-46`, `architecture 3`, `docs/face.md` with or without a heading. References to RFCs and to
// other projects' issues are not checked.
import { targetExists, PAGES, readPage } from './documents.ts';

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
  // Kinds of reference that no longer have a target, so every match is a fault. A reference to
  // another project's issue does not match, because the project's name precedes it.
  /(?<!\b[a-z]+ )\b(?:[Dd]ecisions?|[Ii]ssue|[Bb]rief) (?:section )?\d+(?:\.\d+)*/g,
];

/** Finds every reference in a text; each number in a list counts as a separate reference. */
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
 * Collects the reference targets that the documents define in headings, numbered lists and tables.
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
   * The decision's text, including its heading. A decision without a heading is an item in the
   * page's list.
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
 * Lists the section numbers of a page: those of headings (`## 4. …`, `### 4.1 …`), and those of
 * list items under a numbered heading, such as `7.3.2`.
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
  if (text.startsWith('docs/')) return targetExists('README.md', text);
  return defined.has(text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
}
