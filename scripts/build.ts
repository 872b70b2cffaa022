// `npm run build`: copies the models, builds the pages into dist/assets, and prints the download sizes.
// Does nothing when its inputs are unchanged; `--force` builds anyway.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import {
  consoleBuild,
  documentBuild,
  embedBuild,
  pageBuild,
  portalBuild,
  referenceBuild,
} from '../widget/vite.config.ts';
import { BUDGETS, measureAssets } from './asset-sizes.ts';
import { copyFaceModels, copyModels } from './models.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ASSETS = join(ROOT, 'dist/assets');
/** What wrangler.face.toml deploys. */
const FACE_MODELS = join(ROOT, 'dist/face-models');
const HASH_FILE = join(ROOT, 'dist/.build-hash');
const INPUTS = [
  'widget/**/*',
  'src/engine/**/*',
  'src/documents-engine/**/*',
  'data/line-reader.bin',
  'src/language/**/*',
  'src/routes/hosted/schemas.ts',
  'src/domain/*/rights.ts',
  'scripts/build.ts',
  'scripts/models.ts',
  'package-lock.json',
];

/** Builds the static assets unless they are up to date with their inputs. */
export async function buildAssets({ force = false } = {}): Promise<'built' | 'unchanged'> {
  const hash = await hashInputs();
  const previous = await readFile(HASH_FILE, 'utf8').catch(() => '');
  const isThere =
    ['hosted/index.html', 'console/dashboard.html', 'portal/portal.css', 'embed.js'].every((name) =>
      existsSync(join(ASSETS, name)),
    ) && existsSync(FACE_MODELS);
  if (!force && isThere && previous === hash) return 'unchanged';
  for (const folder of ['assets', 'console', 'hosted', 'models', 'reference']) {
    await rm(join(ASSETS, folder), { recursive: true, force: true });
  }
  const copied = await copyModels(join(ASSETS, 'models'));
  await copyFaceModels(FACE_MODELS);
  const documentPart = await buildDocumentPart();
  await build(pageBuild(join(ROOT, 'widget'), ASSETS, copied, documentPart));
  await build(referenceBuild(join(ROOT, 'widget'), ASSETS));
  await build(portalBuild(join(ROOT, 'widget'), ASSETS));
  await build(consoleBuild(join(ROOT, 'widget'), ASSETS));
  // For measuring; nobody has to download it.
  await rename(join(ASSETS, 'console/manifest.json'), join(ROOT, 'dist/console-manifest.json'));
  await build(embedBuild(join(ROOT, 'widget'), ASSETS));
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await writeFile(HASH_FILE, hash);
  return 'built';
}

/** @returns the address of its script */
async function buildDocumentPart(): Promise<string> {
  const built = await build(documentBuild(join(ROOT, 'widget'), ASSETS));
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
  if (!entry) throw new Error('The document step has no script.');
  return `/${entry.fileName}`;
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for await (const entry of glob(INPUTS, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(await readFile(file));
  return hash.digest('hex');
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
}
