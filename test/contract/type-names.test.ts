import { expect, test } from 'vitest';
import { declarationsOf, findTwins, NAMES_OF_THE_WIRE, readTexts } from './type-names.ts';

const declared = declarationsOf(readTexts(['src', 'widget', 'sdk']));

test('no two exported types share a name', () => {
  expect(declared.size).toBeGreaterThan(500);
  const others = [...declared].filter(([name]) => !(name in NAMES_OF_THE_WIRE));
  expect(findTwins(new Map(others))).toEqual([]);
});

test('each exception is named by the wire and still needed', () => {
  const single = Object.keys(NAMES_OF_THE_WIRE).filter(
    (name) => (declared.get(name)?.length ?? 0) < 2,
  );
  expect(single).toEqual([]);
});

test('a duplicate is found wherever it is declared, and not where it is only used', () => {
  const files = [
    { path: 'src/a.ts', text: 'export interface Face {}\nexport type Age = 1;' },
    { path: 'widget/b.tsx', text: 'export class Face {}\ntype Age = 2;\n// export type Age = 3;' },
    { path: 'sdk/src/wire.ts', text: 'export type Age = 4;' },
  ];
  expect(findTwins(declarationsOf(files))).toEqual(['Face: src/a.ts, widget/b.tsx']);
});
