import { expect, test } from 'vitest';
import { anchorsOf, targetExists, linksIn, PAGES, proseOf, readPage } from './documents.ts';

test.each(PAGES)('every link in %s leads to an existing file and heading', (page) => {
  const links = linksIn(readPage(page));
  expect(links.filter((target) => !targetExists(page, target))).toEqual([]);
});

test('every page of docs/ can be reached from the README, and every theme of decisions from their index', () => {
  const linked = [
    ...linksIn(readPage('README.md')),
    ...linksIn(readPage('docs/decisions/README.md')).map((target) => `docs/decisions/${target}`),
  ].map((target) => target.split('#')[0]);
  const unreachable = PAGES.filter((page) => page.startsWith('docs/') && !linked.includes(page));
  expect(unreachable).toEqual([]);
});

test('a missing file, a missing heading and a place outside the repository are found', () => {
  const markdown = [
    '[a](no-such-page.md) ![b](pictures/none.png) <img src="pictures/no.png">',
    '[c](quickstart.md#no-such-heading) [d](#nor-this) [e](../../elsewhere.md)',
    '[f](quickstart.md) [g](https://example.com/no.md) `[h](code.md)`',
  ].join('\n');
  const broken = linksIn(markdown).filter((target) => !targetExists('docs/interface.md', target));
  expect(broken).toEqual([
    'no-such-page.md',
    'pictures/none.png',
    'pictures/no.png',
    'quickstart.md#no-such-heading',
    '#nor-this',
    '../../elsewhere.md',
  ]);
});

test('headings become the same anchors as on GitHub', () => {
  const markdown =
    '# D-1. One JSON `envelope`, please\n```sh\n# no heading\n```\n## Twice\n## Twice';
  expect([...anchorsOf(markdown)]).toEqual(['d-1-one-json-envelope-please', 'twice', 'twice-1']);
  expect(proseOf('a\n```sh\n[b](c)\n```\nd')).toBe('a\n\nd');
});
