// Each page of the consoles links to its documentation, and states which data it shows: live, test,
// or both.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUIDES } from '../../scripts/docs-site/chapters.ts';
import { anchorsOf, readPage } from './documents.ts';

const ROUTE = /\{\s*path: '(?<path>\/[^']*)',(?<rest>.*?import\('(?<file>[^']+)'\).*?)\}/gs;

const routesOf = (name: string) =>
  [...readFileSync(`widget/console/${name}/inside.tsx`, 'utf8').matchAll(ROUTE)].map(
    ({ groups: { path = '', rest = '', file = '' } = {} }) => ({
      path,
      file: `widget/console/${name}/${file}`,
      docs: /docs: '([^']+)'/.exec(rest)?.[1],
      modes: /modes: '([^']+)'/.exec(rest)?.[1],
    }),
  );

const dashboard = routesOf('dashboard');
const sources = new Map(
  GUIDES.flatMap(({ pages }) => pages).map(({ slug, source }) => [slug, source]),
);

describe.each([
  ['dashboard', dashboard],
  ['admin', routesOf('admin')],
])('each page of the %s console', (_, routes) => {
  it('links to an existing page of the docs, and to a heading there', () => {
    expect(routes.length).toBeGreaterThan(14);
    const astray = routes.filter(({ docs = '' }) => {
      const [slug = '', anchor] = docs.replace(/^\/docs\//, '').split('#');
      const source = docs.startsWith('/docs/') ? sources.get(slug) : undefined;
      if (source === undefined) return true;
      return anchor !== undefined && !anchorsOf(readPage(source)).has(anchor);
    });
    expect(astray.map(({ path, docs }) => [path, docs])).toEqual([]);
  });
});

/**
 * Which mode's data each page shows: the mode chosen with the switch (`chosen`), items that each
 * state their own mode (`said`), data that is the same for both modes (`shared`), or always one
 * fixed mode.
 */
const MODES: Readonly<Record<string, string>> = {
  '/': 'chosen',
  '/sessions': 'chosen',
  '/sessions/:token': 'said',
  '/try': 'test',
  '/try/:token': 'test',
  '/reviews': 'chosen',
  '/reviews/:id': 'said',
  '/keys': 'chosen',
  '/webhooks': 'said',
  '/webhooks/:id': 'said',
  '/team': 'shared',
  '/single-sign-on': 'shared',
  '/audit': 'shared',
  '/usage': 'live',
  '/security': 'shared',
  '/clients': 'live',
  '/clients/:id': 'live',
  '/faces': 'chosen',
  '/blocked-faces': 'chosen',
  '/truth': 'live',
  '/events': 'chosen',
  '/requests': 'chosen',
  '/policy': 'live',
  '/law': 'live',
  '/appearance': 'shared',
};

/**
 * Pages that read the chosen mode but have no switch. After a decision, they request the next item
 * in that mode. They display the mode of the current item.
 */
const ASKS_FOR_MORE = ['/reviews/:id'];

describe('the switch between live and test', () => {
  it('is on the pages that the table lists', () => {
    expect(Object.fromEntries(dashboard.map(({ path, modes }) => [path, modes]))).toEqual(MODES);
  });

  it('is on the pages that query by the chosen mode, and on no others', () => {
    const asking = dashboard.filter(({ file }) =>
      readdirSync(dirname(file)).some((name) =>
        /\buseMode\(/.test(readFileSync(`${dirname(file)}/${name}`, 'utf8')),
      ),
    );
    expect(asking.map(({ path }) => path).filter((path) => !ASKS_FOR_MORE.includes(path))).toEqual(
      dashboard.filter(({ modes }) => modes === 'chosen').map(({ path }) => path),
    );
  });
});
