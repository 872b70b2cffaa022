// Turns paths of this installation that a page mentions in code, such as `/privacy`, into links.
import { addressOf } from './chapters.ts';
import type { Page } from './layout.ts';

/** Paths of an installation that are linked although they are not pages of the docs. */
const BESIDE = ['/docs/age-truth', '/openapi.json', '/status', '/privacy', '/dashboard', '/admin'];

const CODE = /<(a|h\d|pre)\b.*?<\/\1>|<code>(\/[\w./-]+)<\/code>/gs;

/** @returns the pages, with a link wherever a page contains the address of another page */
export function linkAddresses(pages: readonly Page[]): Page[] {
  const known = new Set([...BESIDE, ...pages.map(({ slug }) => addressOf(slug))]);
  return pages.map((page) => ({
    ...page,
    body: page.body.replaceAll(CODE, (whole: string, _: string, address?: string) =>
      address === undefined || !known.has(address) || address === addressOf(page.slug)
        ? whole
        : `<a href="${address}">${whole}</a>`,
    ),
  }));
}
