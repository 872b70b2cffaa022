// What a page of the build has inline, named by hash for the content security policy.
import { encodeBase64 } from '../crypto/encoding.ts';

export interface InlineHashes {
  styles: string[];
  scripts: string[];
}

const STYLE = /<style>(.*?)<\/style>/gs;
const SCRIPT = /<script(?: type="module")?>(.*?)<\/script>/gs;

/** Of the document that this isolate read last; another one comes with another deployment only. */
let known: { tag: string; hashes: InlineHashes } | undefined;

/**
 * @param page of our own build, unread
 * @returns its text and its hashes; the text stays a stream once its hashes are known
 */
export async function readPage(
  page: Response,
): Promise<{ body: BodyInit | null; inline: InlineHashes }> {
  const tag = page.headers.get('ETag');
  if (tag !== null && tag === known?.tag) return { body: page.body, inline: known.hashes };
  const html = await page.text();
  const hashes = await inlineHashes(html);
  if (tag !== null && page.ok) known = { tag, hashes };
  return { body: html, inline: hashes };
}

/**
 * @param html of our own build: any text of somebody else's in it would be let through as well
 * @returns source expressions for `style-src` and `script-src` (CSP 3, 2.3.1)
 */
export async function inlineHashes(html: string): Promise<InlineHashes> {
  const [styles, scripts] = await Promise.all([hashAll(STYLE, html), hashAll(SCRIPT, html)]);
  return { styles, scripts };
}

const hashAll = (element: RegExp, html: string): Promise<string[]> =>
  Promise.all(Array.from(html.matchAll(element), ([, content = '']) => hashOf(content)));

async function hashOf(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return `'sha256-${encodeBase64(digest)}'`;
}
