import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AssetSizes, BUDGETS, measureAssets } from '../../scripts/asset-sizes.ts';
import { buildAssets } from '../../scripts/build.ts';
import { consoleFiles } from '../../scripts/console-files.ts';
import { parse } from 'acorn';
import languages from '../../widget/locales/languages.json' with { type: 'json' };
import { ICON_PATHS } from '../../widget/icon-paths.ts';

const ASSETS = fileURLToPath(new URL('../../dist/assets', import.meta.url));

describe('built page', () => {
  let sizes: AssetSizes;
  let html: string;

  beforeAll(async () => {
    await buildAssets();
    sizes = await measureAssets(ASSETS);
    html = await readFile(join(ASSETS, 'hosted/index.html'), 'utf8');
  }, 120_000);

  it.each(Object.keys(BUDGETS) as (keyof typeof BUDGETS)[])(
    'stays within the budget: %s',
    (name) => {
      expect(sizes[name]).toBeGreaterThan(0);
      expect(sizes[name]).toBeLessThanOrEqual(BUDGETS[name].limit);
    },
  );

  it('is one document, so that nothing else must load before something is visible', () => {
    expect(html).not.toMatch(/<script[^>]*\ssrc=|rel="(?:stylesheet|preload|modulepreload)"/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    const [opening, sheet, skeleton, main] = [
      '<script>',
      '<style>',
      '<div class="page" data-page="loading"',
      '<script type="module">',
    ].map((part) => html.indexOf(part));
    expect([opening, sheet, skeleton, main].toSorted((a, b) => a! - b!)).toEqual([
      html.indexOf('<script'),
      sheet,
      skeleton,
      main,
    ]);
  });

  it('needs at most six scripts up to the sign-in of a console, as many as a browser has connections', async () => {
    const { signIn } = await consoleFiles(ASSETS);
    for (const files of signIn)
      expect(files.filter((name) => name.endsWith('.js')).length).toBeLessThanOrEqual(6);
  });

  it('counts every file of the consoles with the page that loads it, even lazily, in one language', async () => {
    const text = await readFile(join(ASSETS, '../console-manifest.json'), 'utf8');
    const built = Object.values(JSON.parse(text) as Record<string, { file: string; src?: string }>);
    const { pages } = await consoleFiles(ASSETS);
    const counted = new Set(pages.flat());
    expect(built.filter(({ file }) => !counted.has(file))).toEqual([]);
    const languageOf = new Map(
      built.map(({ file, src }) => [file, /\/([a-z]{2})\.json$/.exec(src ?? '')?.[1]]),
    );
    for (const files of pages) {
      const spoken = files.map((file) => languageOf.get(file)).filter((each) => each !== undefined);
      expect(new Set(spoken).size).toBe(1);
    }
  });

  it('loads no dialogs, lists or query cache before somebody is signed in', async () => {
    const { signIn } = await consoleFiles(ASSETS);
    for (const name of new Set(signIn.flat().filter((each) => each.endsWith('.js')))) {
      const script = await readFile(join(ASSETS, name), 'utf8');
      expect(script).not.toMatch(/data-react-aria|staleTime|querySerializer/);
    }
  });

  it('contains no inline style or handler that its policy does not allow', () => {
    const markup = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '');
    expect(markup).not.toMatch(/<(?:script|style)|\sstyle=|\son[a-z]+=/);
  });

  it('draws the skeleton with the same globe icon as the page', () => {
    expect(html).toContain(`d="${ICON_PATHS.globe}"`);
  });

  it('references only files of its own origin', () => {
    const markup = html.replaceAll(/<script\b.*?<\/script>/gs, '');
    expect(markup).not.toMatch(/(?:src|href)="(?!\/)|url\(|@import/);
  });

  it('tells a browser that cannot run its scripts so, in old JavaScript and in its language', () => {
    const [tooOld = ''] = html.match(/(?<=<script>).*?(?=<\/script>)/s) ?? [];
    expect(() => parse(tooOld, { ecmaVersion: 5 })).not.toThrow();
    expect(() => parse('a?.b', { ecmaVersion: 5 })).toThrow(SyntaxError);
    const [, texts = ''] = /<div id="too-old" hidden>(.*?)<\/div><\/div>/s.exec(html) ?? [];
    for (const tag of Object.keys(languages)) expect(texts).toContain(`lang="${tag}"`);
  });

  it('requests the visitor’s language before its script is loaded', async () => {
    const opening = html.match(/<script>(.*?)<\/script>/gs)?.[1] ?? '';
    const names = await readdir(join(ASSETS, 'assets'));
    for (const tag of Object.keys(languages).filter((each) => each !== 'en')) {
      const [, name = ''] = new RegExp(`\\b${tag}:./assets/([\\w.-]+)`).exec(opening) ?? [];
      expect(names).toContain(name);
      expect(name).toMatch(new RegExp(`^${tag}-`));
    }
  });

  it('finds the files of its script from any address', async () => {
    const names = [...html.matchAll(/\bimport\(`([^`]+)`\)/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(12);
    for (const name of names) {
      expect(name).toMatch(/^\/assets\//);
      await expect(stat(join(ASSETS, name))).resolves.toBeTruthy();
    }
    expect(html).not.toMatch(/\b(?:import|from)\s*\(?["'`]\.\//);
  });

  it('caches hashed files forever, and the page not at all', async () => {
    const headers = await readFile(join(ASSETS, '_headers'), 'utf8');
    const block = (path: string) => headers.split('\n\n').find((text) => text.includes(path)) ?? '';
    expect(block('/assets/*')).toContain('immutable');
    expect(block('/models/*')).toContain('immutable');
    expect(block('/hosted/*')).toContain('no-store');
    for (const folder of ['assets', 'models']) {
      const files = await readdir(join(ASSETS, folder));
      expect(files.filter((name) => !/-[\w-]{8}\.\w+$/.test(name))).toEqual([]);
    }
  });
});
