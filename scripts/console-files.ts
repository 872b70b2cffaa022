// Which files a console downloads: for its sign-in, and for each of its pages, as the build's manifest says.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

const CONSOLES = ['dashboard', 'admin'] as const;
const LANGUAGES = ['en', 'de', 'ar'] as const;

/** @param assets path of the built static assets @returns one list of files for each console, page and language */
export async function consoleFiles(
  assets: string,
): Promise<{ signIn: string[][]; pages: string[][] }> {
  const text = await readFile(join(assets, '../console-manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const named = Object.keys(manifest);
  const signIn: string[][] = [];
  const pages: string[][] = [];
  for (const console of CONSOLES)
    for (const language of LANGUAGES) {
      const first = [
        `console/${console}.html`,
        'console/app.tsx',
        `console/locales/shared/${language}.json`,
      ];
      const inside = [
        ...first,
        `console/locales/${console}/${language}.json`,
        `console/${console}/inside.tsx`,
      ];
      signIn.push([`console/${console}.html`, ...filesOf(manifest, first)]);
      const own = named.filter((name) => name.startsWith(`console/${console}/pages/`));
      for (const page of own)
        pages.push([`console/${console}.html`, ...filesOf(manifest, [...inside, page])]);
    }
  return { signIn, pages };
}

/** @throws when the build does not know one of them: then this list is no longer how the consoles are built */
function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const entry of entries) add(entry);
  return [...files];
}
