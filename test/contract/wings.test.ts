// The order of the wings of src/domain (architecture 1), checked against the code.
import { describe, expect, test } from 'vitest';
import { parseSource, readSourceFiles } from './source-files.ts';
import { findClimbs, findFolderCircles, measureWings, WINGS } from './wings.ts';

const domain = readSourceFiles(['src']).filter(({ path }) => path.startsWith('src/domain/'));
const { rooms, floors, arrows, circles } = measureWings(domain);

describe('src/domain, type imports included', () => {
  test(`has ${rooms} rooms (at most 10) on ${floors} floors (7) with ${arrows} arrows (50) and ${circles.length} cycles (0)`, () => {
    expect(rooms).toBe(WINGS.length);
    expect(rooms).toBeLessThanOrEqual(10);
    expect(floors).toBeLessThanOrEqual(7);
    expect(arrows).toBeLessThanOrEqual(50);
    expect(circles).toEqual([]);
  });

  test('no wing imports a wing above it, not even types, and every file belongs to a wing', () => {
    expect(findClimbs(domain)).toEqual([]);
  });

  test('folders form no cycle at run time', () => {
    expect(findFolderCircles(domain)).toEqual([]);
  });
});

test.each([
  ['src/domain/terms/locale.ts', "import type { A } from '../accounts/account.ts';"],
  ['src/domain/openid/grants/a.ts', "import type { A } from '../../signing-in/sessions/b.ts';"],
  ['src/domain/novelty/thing.ts', ''],
])('a climb or a file without a wing is found in %s: %s', (path, source) => {
  expect(findClimbs([parseSource(path, source)])).toHaveLength(1);
});

test('rooms, floors, arrows and cycles are counted correctly', () => {
  const files = [
    parseSource('src/domain/openid/a.ts', "import type { B } from '../accounts/b.ts';"),
    parseSource('src/domain/openid/grants/c.ts', "import { b } from '../../accounts/b.ts';"),
    parseSource('src/domain/accounts/b.ts', "import { d } from '../terms/d.ts';"),
    parseSource('src/domain/terms/d.ts', "import type { A } from '../openid/a.ts';"),
  ];
  expect(measureWings(files.slice(0, 3))).toEqual({
    rooms: 2,
    floors: 3,
    arrows: 2,
    circles: [],
  });
  expect(measureWings(files)).toMatchObject({
    rooms: 3,
    arrows: 3,
    circles: ['accounts > terms > openid > accounts'],
  });
});

const GRANTS = parseSource('src/domain/openid/grants/a.ts', "import { a } from '../logout/b.ts';");

test.each([
  ["import { a } from '../grants/a.ts';", ['openid/grants > openid/logout > openid/grants']],
  ["export { a } from '../grants/rules/c.ts';", ['openid/grants > openid/logout > openid/grants']],
  ["const a = await import('../grants/a.ts');", ['openid/grants > openid/logout > openid/grants']],
  ["import type { A } from '../grants/a.ts';", []],
  ["import { a } from './c.ts';", []],
])(
  'a cycle between two folders is found only for run-time imports of files: `%s`',
  (source, found) => {
    const logout = parseSource('src/domain/openid/logout/b.ts', source);
    expect(findFolderCircles([GRANTS, logout])).toEqual(found);
  },
);

test('a cycle of three folders is found once', () => {
  const files = [
    GRANTS,
    parseSource('src/domain/openid/logout/b.ts', "import { a } from '../clients/c.ts';"),
    parseSource('src/domain/openid/clients/c.ts', "import { a } from '../grants/a.ts';"),
  ];
  expect(findFolderCircles(files)).toEqual([
    'openid/clients > openid/grants > openid/logout > openid/clients',
  ]);
});
