// Generates a page that shows the webhook receivers of examples/ unchanged. The guides' links to
// these files lead to this page.
import { RECEIVERS } from '../console-examples/receivers.ts';
import { addressOf } from './chapters.ts';
import type { Page } from './layout.ts';
import { renderMarkdown } from './markdown.ts';

const SLUG = 'webhooks/receivers';
const GUIDE = 'docs/webhooks.md';
const sourceOf = (name: string): string => `examples/receiver/${name}`;

export const RECEIVER_SOURCES = RECEIVERS.map(({ name }) => sourceOf(name));

/**
 * The URL of each receiver's section, by the path of the receiver's file from the root of the
 * repository.
 */
export const RECEIVER_ADDRESSES: ReadonlyMap<string, string> = new Map(
  RECEIVERS.map(({ name, language }) => [
    sourceOf(name),
    `${addressOf(SLUG)}#${language.toLowerCase()}`,
  ]),
);

/** @param read returns the text of a file, given its path from the root of the repository */
export function makeReceiverPage(
  read: (source: string) => string,
  findAddress: Parameters<typeof renderMarkdown>[2],
): Page {
  const markdown = [
    '# Receivers to copy',
    'Complete servers that return the challenge, verify the signature and print what arrives ' +
      '([webhooks](webhooks.md#prove-your-endpoint)).',
    ...RECEIVERS.flatMap(({ name, language, highlighted }) => [
      `## ${language}`,
      `\`${name}\``,
      `\`\`\`${highlighted}\n${read(sourceOf(name)).trimEnd()}\n\`\`\``,
    ]),
  ].join('\n\n');
  const { title, html, headings } = renderMarkdown(markdown, GUIDE, findAddress);
  return { slug: SLUG, title, body: html, headings };
}
