// Hashes of the inline styles and scripts of a built page, for its content security policy.
import { encodeBase64 } from '../crypto/encoding.ts';

export interface InlineHashes {
  styles: string[];
  scripts: string[];
}

const STYLE = /<style>(.*?)<\/style>/gs;
const SCRIPT = /<script(?: type="module")?>(.*?)<\/script>/gs;

/**
 * The ETag and the hashes of the page that this isolate read last. A deployment has one page, so
 * one entry is enough.
 */
let cached: { tag: string; hashes: InlineHashes } | undefined;

/**
 * @param page a page from our own build, whose body has not been read yet
 * @returns its body and hashes; if the hashes are cached, the body is passed on as a stream
 */
export async function readPage(
  page: Response,
): Promise<{ body: BodyInit | null; inline: InlineHashes }> {
  const tag = page.headers.get('ETag');
  if (tag !== null && tag === cached?.tag) return { body: page.body, inline: cached.hashes };
  const html = await page.text();
  const hashes = await inlineHashes(html);
  if (tag !== null && page.ok) cached = { tag, hashes };
  return { body: html, inline: hashes };
}

/**
 * @param html a page from our own build only: injected content would also be hashed, and thus be
 *   allowed
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
