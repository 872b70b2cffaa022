import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AssetSizes, BUDGETS, measureAssets } from '../../scripts/asset-sizes.ts';
import { buildAssets } from '../../scripts/build.ts';

const ASSETS = fileURLToPath(new URL('../../dist/assets', import.meta.url));

describe('built page', () => {
  let sizes: AssetSizes;
  let html: string;

  beforeAll(async () => {
    await buildAssets();
    sizes = await measureAssets(ASSETS);
    html = await readFile(join(ASSETS, 'hosted/index.html'), 'utf8');
  }, 120_000);

  it.each(Object.keys(BUDGETS) as (keyof typeof BUDGETS)[])('keeps the budget: %s', (name) => {
    expect(sizes[name]).toBeGreaterThan(0);
    expect(sizes[name]).toBeLessThanOrEqual(BUDGETS[name].limit);
  });

  it('has no inline script and no inline style, which its policy would block', () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
  });

  it('names only files of its own origin', async () => {
    expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
    const names = await readdir(join(ASSETS, 'assets'));
    const styles = names.filter((name) => name.endsWith('.css'));
    for (const name of styles) {
      expect(await readFile(join(ASSETS, 'assets', name), 'utf8')).not.toMatch(/url\(|@import/);
    }
  });

  it('caches what carries a hash for ever, and the page not at all', async () => {
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
