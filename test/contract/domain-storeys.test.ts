import { expect, test } from 'vitest';
import { findFolderCircles, findHomelessFolders, storeyOf } from './domain-storeys.ts';
import { parseSource, readSourceFiles } from './source-files.ts';

const domain = readSourceFiles(['src']).filter(({ path }) => path.startsWith('src/domain/'));

test('folders of the domain form no circle: 0 folder circles', () => {
  expect(new Set(domain.map(({ path }) => path.split('/')[2])).size).toBeGreaterThan(8);
  expect(findFolderCircles(domain)).toEqual([]);
});

test('every folder of the domain is of a storey', () => {
  expect(findHomelessFolders(domain)).toEqual([]);
  expect(findHomelessFolders([parseSource('src/domain/novelty/thing.ts', '')])).toEqual([
    'novelty',
  ]);
});

test('no folder imports upwards, not even types', () => {
  const upwards = domain.flatMap(({ path, imports }) =>
    imports
      .filter(({ to }) => to.startsWith('src/domain/') && storeyOf(to) > storeyOf(path))
      .map(({ to }) => `${path} > ${to}`),
  );
  expect(upwards).toEqual([]);
  expect(storeyOf('src/domain/integration/webhooks/event.ts')).toBeGreaterThan(
    storeyOf('src/domain/verification/rules/age/age.ts'),
  );
});

const GRANTS = parseSource(
  'src/domain/openid/grants/a.ts',
  "import { a } from '../sessions/b.ts';",
);

test.each([
  ["import { a } from '../grants/a.ts';", ['grants > sessions > grants']],
  ["export { a } from '../grants/rules/c.ts';", ['grants > sessions > grants']],
  ["const a = await import('../grants/a.ts');", ['grants > sessions > grants']],
  ["import type { A } from '../grants/a.ts';", []],
  ["import { a } from './c.ts';", []],
])('beside a folder that imports it, `%s` in sessions', (source, circles) => {
  const sessions = parseSource('src/domain/signing-in/sessions/b.ts', source);
  expect(findFolderCircles([GRANTS, sessions])).toEqual(circles);
});

test('a circle of three folders is found once', () => {
  const files = [
    GRANTS,
    parseSource('src/domain/signing-in/sessions/b.ts', "import { a } from '../clients/c.ts';"),
    parseSource('src/domain/openid/clients/rules/c.ts', "import { a } from '../../grants/a.ts';"),
  ];
  expect(findFolderCircles(files)).toEqual(['clients > grants > sessions > clients']);
});
