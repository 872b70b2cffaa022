// Reads the project's Markdown pages, their links and their headings.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

/** The paths of all hand-written Markdown pages, relative to the repository's root. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'sdk/README.md',
  'sdk/python/README.md',
  'widget/locales/README.md',
  '.github/pull_request_template.md',
  ...pagesIn('docs'),
  ...pagesIn('docs/decisions'),
];

function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

export const readPage = (path: string): string => readFileSync(path, 'utf8');

/**
 * @returns the page without code blocks and inline code, in which `#` and `[` have other meanings
 */
export const proseOf = (markdown: string): string =>
  markdown.replace(/^ *```[^]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '');

/** @returns link and picture targets inside the repository, as written */
export function linksIn(markdown: string): string[] {
  const links = proseOf(markdown).matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g);
  return Array.from(links, ([, link, picture]) => link ?? picture ?? '').filter(
    (target) => !/^[a-z]+:/.test(target),
  );
}

/**
 * @returns the anchors that a page sets itself, and those that GitHub generates for its headings
 */
export function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set(
    Array.from(proseOf(markdown).matchAll(/<a id="([^"]+)"><\/a>/g), ([, id = '']) => id),
  );
  for (const [, heading = ''] of markdown
    .replace(/^ *```[^]*?^ *```/gm, '')
    .matchAll(/^#+ (.+)$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

/**
 * @param from the page that contains the link
 * @returns whether the target's file exists and, if the target has an anchor, contains that anchor
 */
export function targetExists(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : posix.join(posix.dirname(from), file);
  if (!existsSync(path) || path.startsWith('..')) return false;
  if (anchor === undefined) return true;
  return statSync(path).isFile() && path.endsWith('.md') && anchorsOf(readPage(path)).has(anchor);
}
