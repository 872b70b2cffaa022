// Writes the docs into the static assets: a page for each URL under /docs, and the search index.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { docsBuild } from '../../widget/vite.config.ts';
import { loadDescription } from '../load-description.ts';
import { ERROR_TEXTS } from './error-pages.ts';
import type { Files } from './layout.ts';
import { RECEIVER_SOURCES } from './receivers.ts';
import { makeSite, WRITTEN_PAGES } from './site.ts';

/**
 * @param root the path of the repository
 * @param assets the path of the built static assets
 * @throws Error when a page that the chapters name is missing, or the description has a tag without
 *   a page
 */
export async function buildDocs(root: string, assets: string): Promise<void> {
  await rm(join(assets, 'docs'), { recursive: true, force: true });
  const files = await buildClient(root, assets);
  const texts = new Map<string, string>();
  const written = WRITTEN_PAGES.map((page) => page.source);
  for (const source of [...written, ...RECEIVER_SOURCES, ERROR_TEXTS])
    texts.set(source, await readFile(join(root, source), 'utf8'));
  const read = (source: string) => texts.get(source) ?? '';
  const { documents, sections } = makeSite(await loadDescription(), files, read);
  for (const [slug, html] of documents) {
    const file = join(assets, slug === '' ? 'docs.html' : `docs/${slug}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
  }
  await writeFile(join(assets, 'docs/sections.json'), JSON.stringify(sections));
}

/** @returns the URLs of the site's script and style sheet */
async function buildClient(root: string, assets: string): Promise<Files> {
  const built = await build(docsBuild(join(root, 'widget'), assets));
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const script = files.find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
  const style = files.find(({ fileName }) => fileName.endsWith('.css'))?.fileName;
  if (script === undefined || style === undefined)
    throw new Error('The docs have no script or style.');
  return { script: `/${script}`, style: `/${style}` };
}
