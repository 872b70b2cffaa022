import { expect, test } from 'vitest';
import { GROUPS } from '../../scripts/fuzz/groups.ts';
import { describeOnce } from './description.ts';

test('`npm run fuzz` covers every operation once (D-145)', async () => {
  const { paths } = await describeOnce();
  const groupsOf = (path: string): string[] =>
    GROUPS.filter((group) => new RegExp(group.paths).test(path)).map(({ name }) => name);
  const wrong = Object.keys(paths).filter((path) => groupsOf(path).length !== 1);
  expect(wrong).toEqual([]);
});
