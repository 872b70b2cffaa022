// `npm run build`: copies the models, builds the pages into dist/assets, and prints the download
// sizes and the legal sources that nobody has re-read for over a year. Parts whose inputs are
// unchanged are skipped; `--force` builds all parts.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import {
  consoleBuild,
  embedBuild,
  pageBuild,
  partBuild,
  type PartName,
  portalBuild,
} from '../widget/vite.config.ts';
import { readJurisdictions } from '../src/config/jurisdictions.ts';
import { PASSWORD_WORDS_PATH } from '../src/domain/terms/password-words.ts';
import { BUDGETS, measureAssets } from './asset-sizes.ts';
import { DOCS_INPUTS, PAGE_INPUTS } from './build-inputs.ts';
import { buildDocs } from './docs-site/main.ts';
import { hashFiles } from './hash-files.ts';
import { copyFaceModels, copyModels } from './models.ts';
import { oldSources } from './old-sources.ts';
import { passwordWordsJson } from './password-words.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ASSETS = join(ROOT, 'dist/assets');
/** The assets that wrangler.face.toml deploys. */
const FACE_MODELS = join(ROOT, 'dist/face-models');

/** A part of the build, which is skipped when its inputs are unchanged since the last build. */
interface Part {
  name: string;
  inputs: readonly string[];
  /**
   * Paths of built files and folders, relative to the static assets; if any is missing, the part is
   * always built.
   */
  outputs: readonly string[];
  build: () => Promise<void>;
}

const PAGES: Part = {
  name: 'pages',
  inputs: PAGE_INPUTS,
  outputs: [
    'hosted/index.html',
    'console/dashboard.html',
    'portal/portal.css',
    'embed.js',
    'password-words.json',
    '../face-models',
  ],
  build: buildPages,
};

const DOCS: Part = {
  name: 'docs',
  inputs: DOCS_INPUTS,
  outputs: ['docs.html', 'docs/sections.json'],
  build: () => buildDocs(ROOT, ASSETS),
};

/** Builds the static assets unless they are up to date with their inputs. */
export async function buildAssets({ force = false } = {}): Promise<'built' | 'unchanged'> {
  await mkdir(ASSETS, { recursive: true });
  const outcomes = [await buildPart(PAGES, force), await buildPart(DOCS, force)];
  return outcomes.includes('built') ? 'built' : 'unchanged';
}

async function buildPart(part: Part, force: boolean): Promise<'built' | 'unchanged'> {
  const hashFile = join(ROOT, `dist/.${part.name}-hash`);
  const hash = await hashFiles(ROOT, part.inputs);
  const previous = await readFile(hashFile, 'utf8').catch(() => '');
  const isThere = part.outputs.every((name) => existsSync(join(ASSETS, name)));
  if (!force && isThere && previous === hash) return 'unchanged';
  await asForProduction(part.build);
  await writeFile(hashFile, hash);
  return 'built';
}

/**
 * Runs a task with NODE_ENV set to production, which Vite and libraries read. In a build started by
 * a test, NODE_ENV would otherwise have a different value and the files would be larger.
 */
async function asForProduction(task: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await task();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

async function buildPages(): Promise<void> {
  for (const folder of ['assets', 'console', 'hosted', 'models']) {
    await rm(join(ASSETS, folder), { recursive: true, force: true });
  }
  const copied = await copyModels(join(ASSETS, 'models'));
  await copyFaceModels(FACE_MODELS);
  await writeFile(join(ASSETS, PASSWORD_WORDS_PATH), passwordWordsJson());
  const parts = {
    capture: await writePart('capture'),
    document: await writePart('document'),
    wallet: await writePart('wallet'),
    passes: await writePart('passes'),
    key: await writePart('key'),
  };
  await build(pageBuild(join(ROOT, 'widget'), ASSETS, copied, parts));
  await build(portalBuild(join(ROOT, 'widget'), ASSETS));
  await build(consoleBuild(join(ROOT, 'widget'), ASSETS));
  // The manifest only serves to measure download sizes, so it is moved out of the static assets.
  await rename(join(ASSETS, 'console/manifest.json'), join(ROOT, 'dist/console-manifest.json'));
  await build(embedBuild(join(ROOT, 'widget'), ASSETS));
}

/** @returns the URL of the part's script */
async function writePart(name: PartName): Promise<string> {
  const built = await build(partBuild(join(ROOT, 'widget'), ASSETS, name));
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
  if (!entry) throw new Error(`The part ${name} has no script.`);
  return `/${entry.fileName}`;
}

async function printSizes(): Promise<void> {
  const sizes = await measureAssets(ASSETS);
  for (const [name, { label, limit }] of Object.entries(BUDGETS)) {
    const bytes = sizes[name as keyof typeof BUDGETS];
    const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`;
    console.log(`${label.padEnd(38)} ${kilobytes(bytes).padStart(10)} of ${kilobytes(limit)}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outcome = await buildAssets({ force: process.argv.includes('--force') });
  console.log(outcome === 'built' ? 'Built dist/assets.' : 'dist/assets is up to date.');
  await printSizes();
  for (const sentence of oldSources(readJurisdictions({}), Date.now())) console.warn(sentence);
}
