// A Vite plugin that puts the hosted page into one document, because every additional file would
// cost a round trip before anything is visible. First comes the opening script, which requests the
// session; then the style sheet and the skeleton, which are on screen while the main script at the
// end is still loading.
import { readFile } from 'node:fs/promises';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const PAGE = 'hosted/index.html';
const SHEET = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/;
const MAIN = /\s*<script type="module"[^>]* src="\/([^"]+)"><\/script>/;
/** The document must begin with this element; otherwise browsers guess the encoding. */
const CHARSET = '<meta charset="utf-8" />\n';

/** Matches a language's file in locales/, which is the only module in that language's chunk. */
const LANGUAGE = /\/locales\/([\w-]+)\.json$/;

/**
 * @param opening returns the build configuration of the opening script, given the URL of each
 *   language's chunk by language tag
 * @throws at build time, when the page does not refer to exactly one style sheet and one script, or
 *   when the script shares code with another file
 */
export function firstView(opening: (languages: Record<string, string>) => InlineConfig): Plugin {
  return {
    name: 'agate:first-view',
    generateBundle: {
      // Runs after every plugin that still changes the script.
      order: 'post',
      handler: async (_options, bundle) =>
        putTogether(bundle, {
          opening: await buildScript(opening(languagesOf(bundle))),
          tooOld: await readTooOld(),
        }),
    },
  };
}

interface Early {
  opening: string;
  tooOld: TooOld;
}

function putTogether(bundle: Rolldown.OutputBundle, { opening, tooOld }: Early): void {
  const page = bundle[PAGE];
  if (page?.type !== 'asset') throw new Error('The page was not built.');
  const html = String(page.source);
  const sheet = takeSheet(bundle, nameIn(html, SHEET));
  const main = takeScript(bundle, nameIn(html, MAIN));
  page.source = withoutLayout(html)
    .replace(SHEET, '')
    .replace(MAIN, '')
    .replace(
      CHARSET,
      () =>
        `${CHARSET}<script>${inScript(tooOld.script)}</script>\n<script>${inScript(opening)}</script>\n`,
    )
    .replace('</head>', () => `  <style>${sheet}</style>\n  </head>`)
    .replace(
      '</body>',
      () => `${tooOld.texts}<script type="module">${inScript(main)}</script>\n</body>`,
    );
}

/** The content that the document shows in browsers that cannot run the page's scripts. */
interface TooOld {
  script: string;
  /** The message in all languages; the script shows one. */
  texts: string;
}

const LOCALES = new URL('locales/', import.meta.url);

const readJson = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(new URL(name, LOCALES), 'utf8')) as T;

async function readTooOld(): Promise<TooOld> {
  const script = await readFile(new URL('hosted/too-old.js', import.meta.url), 'utf8');
  const languages = await readJson<Record<string, { dir: string }>>('languages.json');
  const texts = await Promise.all(
    Object.entries(languages).map(async ([tag, { dir }]) => {
      const words = await readJson<Texts>(`${tag}.json`);
      const title = inText(words['blocked.unsupported.title']);
      const text = inText(words['blocked.unsupported.text']);
      return `<div lang="${tag}" dir="${dir}"><p>${title}</p><p>${text}</p></div>`;
    }),
  );
  return {
    script: withoutComments(script),
    texts: `<div id="too-old" hidden>${texts.join('')}</div>`,
  };
}

type Texts = Record<'blocked.unsupported.title' | 'blocked.unsupported.text', string>;

const withoutComments = (code: string): string =>
  code.replaceAll(/^\s*\/\/.*\n/gm, '').replaceAll(/\n\s*/g, '\n');

const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Removes comments and indentation, which only help people who read the source. This saves 0.1 kB.
 */
const withoutLayout = (html: string): string =>
  html.replaceAll(/\s*<!--.*?-->/gs, '').replaceAll(/\n\s+/g, '\n');

function languagesOf(bundle: Rolldown.OutputBundle): Record<string, string> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  return Object.fromEntries(
    chunks.flatMap(({ facadeModuleId, fileName }) => {
      const tag = LANGUAGE.exec(facadeModuleId ?? '')?.[1];
      return tag === undefined ? [] : [[tag, `/${fileName}`] as const];
    }),
  );
}

function nameIn(html: string, link: RegExp): string {
  const [found, ...more] = html.match(new RegExp(link, 'g')) ?? [];
  const name = link.exec(found ?? '')?.[1];
  if (name === undefined || more.length > 0) throw new Error(`The page names ${more.length + 1}.`);
  return name;
}

/**
 * Removes the style sheet from the bundle, so that it is not written as a file, and returns its
 * text.
 */
function takeSheet(bundle: Rolldown.OutputBundle, name: string): string {
  const asset = bundle[name];
  if (asset?.type !== 'asset') throw new Error(`${name} is no sheet.`);
  delete bundle[name];
  return String(asset.source).trim();
}

/**
 * Removes the script from the bundle, so that it is not written as a file, and returns its text.
 * Its imports are made absolute, so that they work from any URL.
 */
function takeScript(bundle: Rolldown.OutputBundle, name: string): string {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk') throw new Error(`${name} is no script.`);
  delete bundle[name];
  for (const other of Object.values(bundle))
    if (chunk.imports.length > 0 || (other.type === 'chunk' && other.imports.includes(name)))
      throw new Error(`${name} shares code with ${other.fileName}.`);
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return chunk.code.replaceAll(/\bimport\((["'`])\.\//g, `import($1/${folder}`);
}

async function buildScript(config: InlineConfig): Promise<string> {
  const built = await build(config);
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk] = chunks;
  if (chunk?.type !== 'chunk' || chunks.length > 1)
    throw new Error('The opening is not one script.');
  return chunk.code;
}

/**
 * @throws when the code still contains a Vite placeholder, or when its `script` element would not
 *   end where the code ends (HTML 13.2.5.15 and following)
 */
function inScript(code: string): string {
  if (/<!--|<\/?script|__VITE_/i.test(code))
    throw new Error('The script cannot be put into the document.');
  return code.trim();
}
