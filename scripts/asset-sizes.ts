// The download sizes for visitors, for users of the consoles and for readers of the docs, measured
// on the built files, and the budgets of D-21.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleFiles } from './console-files.ts';

export const BUDGETS = {
  firstView: { label: 'First view (script and style, gzip)', limit: 60_000 },
  engine: { label: 'Engine (script and wasm, gzip)', limit: 300_000 },
  models: { label: 'Models', limit: 5_000_000 },
  capture: { label: 'Movements and age (script, gzip)', limit: 25_000 },
  document: { label: 'Document step (script and reader, gzip)', limit: 110_000 },
  embed: { label: 'embed.js (gzip)', limit: 6_000 },
  consoleSignIn: { label: 'Consoles, sign-in (all files, gzip)', limit: 120_000 },
  consolePage: { label: 'Consoles, largest page (all files, gzip)', limit: 300_000 },
  docs: { label: 'Largest page of the docs, with its files (gzip)', limit: 60_000 },
} as const;

const DOCUMENT_LANGUAGE = /^assets\/document-[a-z]{2}-[\w-]{8}\.js$/;
const CAPTURE_PART = /^assets\/capture-.*\.js$/;
const DOCUMENT_PART = /^assets\/(document-(take-)?[\w-]{8}\.js|reader-worker-.*|line-reader-.*)$/;
/**
 * Matches the chunk of a language, which Vite names after the language's file in widget/locales:
 * `en-….js`, `pt-br-….js`.
 */
const LANGUAGE_CHUNK = /^assets\/[a-z]{2}(-[a-z]{2})?-[\w-]{8}\.js$/;

export type AssetSizes = Record<keyof typeof BUDGETS, number>;

/**
 * @param assets path of the built static assets
 * @returns bytes per budget. The first view is the page with its script, its style and its largest
 *   language; the document step includes its own largest language as well
 * @throws when the page has not been built
 */
export async function measureAssets(assets: string): Promise<AssetSizes> {
  const built = (await readdir(join(assets, 'assets'))).map((name) => `assets/${name}`);
  const worker = built.filter((name) => /\/worker-[^/]+\.js$/.test(name));
  const chunks = built.filter((name) => LANGUAGE_CHUNK.test(name));
  const languages = await Promise.all(chunks.map((name) => gzipBytes(assets, [name])));
  const capture = built.filter((name) => CAPTURE_PART.test(name));
  const part = built.filter((name) => DOCUMENT_PART.test(name));
  const partLanguages = await Promise.all(
    built.filter((name) => DOCUMENT_LANGUAGE.test(name)).map((name) => gzipBytes(assets, [name])),
  );
  const models = (await readdir(join(assets, 'models'))).map((name) => `models/${name}`);
  const wasm = models.filter((name) => name.endsWith('.wasm'));
  const nets = models.filter((name) => !name.endsWith('.wasm'));
  const netBytes = await Promise.all(nets.map(async (n) => (await stat(join(assets, n))).size));
  return {
    firstView: (await gzipBytes(assets, ['hosted/index.html'])) + Math.max(0, ...languages),
    engine: await gzipBytes(assets, [...worker, ...wasm]),
    models: netBytes.reduce((sum, bytes) => sum + bytes, 0),
    capture: await gzipBytes(assets, capture),
    document: (await gzipBytes(assets, part)) + Math.max(0, ...partLanguages),
    embed: await gzipBytes(assets, ['embed.js']),
    ...(await measureConsoles(assets)),
    docs: await largestDocsPage(assets),
  };
}

/**
 * Measures the largest sign-in screen and the largest page, across both consoles and all languages.
 */
async function measureConsoles(assets: string) {
  const { signIn, pages } = await consoleFiles(assets);
  const sizesOf = (each: readonly string[][]) =>
    Promise.all(each.map((files) => gzipBytes(assets, files)));
  return {
    consoleSignIn: Math.max(...(await sizesOf(signIn))),
    consolePage: Math.max(...(await sizesOf(pages))),
  };
}

/**
 * Measures the largest page of the docs together with the docs' script and style sheet, but without
 * the search index, which is not loaded before the first search.
 */
async function largestDocsPage(assets: string): Promise<number> {
  const below = await readdir(join(assets, 'docs'), { recursive: true });
  const names = ['docs.html', ...below.map((name) => `docs/${name}`)];
  const pages = names.filter((name) => name.endsWith('.html'));
  const sizes = await Promise.all(pages.map((name) => gzipBytes(assets, [name])));
  const files = names.filter((name) => /^docs\/files\/docs-.*\.(js|css)$/.test(name));
  return Math.max(...sizes) + (await gzipBytes(assets, files));
}

async function gzipBytes(assets: string, names: readonly string[]): Promise<number> {
  const files = await Promise.all(names.map((name) => readFile(join(assets, name))));
  return files.reduce((sum, content) => sum + gzipSync(content).length, 0);
}
