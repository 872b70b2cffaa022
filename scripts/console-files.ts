// The files that a console downloads for its sign-in and for each of its pages, according to the
// build's manifest.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Chunk {
  file: string;
  imports?: string[];
  /**
   * Chunks that are loaded later: pages when they are visited, texts in the user's language, and
   * code that is needed only after a button is pressed.
   */
  dynamicImports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

const CONSOLES = ['dashboard', 'admin'] as const;
const LANGUAGES = ['en', 'de', 'ar'] as const;
const PAGE = /^console\/.*\/pages\//;
const TEXTS = /(?:^|\/)([a-z]{2})\.json$/;

/**
 * @param assets the path of the built static assets
 * @returns `signIn` has one list of files for each console and language: everything that is loaded
 *   up to the sign-in. `pages` has one list for each console, language and page: everything that
 *   the page loads while it is open
 */
export async function consoleFiles(
  assets: string,
): Promise<{ signIn: string[][]; pages: string[][] }> {
  const text = await readFile(join(assets, '../console-manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const signIn: string[][] = [];
  const pages: string[][] = [];
  for (const console of CONSOLES)
    for (const language of LANGUAGES) {
      const document = `console/${console}.html`;
      const first = [document, 'console/app.tsx', `console/locales/shared/${language}.json`];
      signIn.push([
        document,
        ...filesOf(
          manifest,
          reached(manifest, first, () => false),
        ),
      ]);
      const isIncluded = (name: string) =>
        !PAGE.test(name) && (TEXTS.exec(name)?.[1] ?? language) === language;
      const frame = reached(manifest, [document], isIncluded);
      const own = [...frame].flatMap((name) => chunkOf(manifest, name).dynamicImports ?? []);
      for (const page of own.filter((name) => PAGE.test(name))) {
        const names = reached(manifest, [document, page], isIncluded);
        pages.push([document, ...filesOf(manifest, names)]);
      }
    }
  return { signIn, pages };
}

/**
 * @param isIncluded whether to include a chunk that is loaded later
 * @returns the names of the entries and of all chunks that they import, directly or indirectly
 */
function reached(
  manifest: Manifest,
  entries: readonly string[],
  isIncluded: (name: string) => boolean,
): Set<string> {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    const { imports = [], dynamicImports = [] } = chunkOf(manifest, name);
    for (const each of [...imports, ...dynamicImports.filter(isIncluded)]) add(each);
  };
  for (const entry of entries) add(entry);
  return names;
}

const filesOf = (manifest: Manifest, names: ReadonlySet<string>): Set<string> =>
  new Set(
    [...names].flatMap((name) => {
      const { file, css = [] } = chunkOf(manifest, name);
      return [file, ...css];
    }),
  );

/**
 * @throws Error when the manifest lacks the chunk, which means that this file no longer matches the
 *   build
 */
function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`The build has no ${name}.`);
  return chunk;
}
