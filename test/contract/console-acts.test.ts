import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { asksToType, endsSomething, findOptimism } from './console-acts.ts';
import { listFiles } from './source-files.ts';

const files = listFiles(['widget'])
  .filter((path) => /^widget\/console\/.*\.tsx?$/.test(path) && !path.endsWith('api/schema.ts'))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }));

describe('what is shown as done', () => {
  test('was answered by the server: nothing in the consoles is optimistic', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(files.flatMap(({ path, source }) => findOptimism(path, source))).toEqual([]);
  });

  test.each([
    'const a = useMutation({ onMutate: () => remember() });',
    'const [shown] = useOptimistic(rows);',
    "const add = () => answers.setQueryData(['keys'], [...rows, draft]);",
    "const save = async () => {\n  answers.setQueryData(['settings'], draft);\n  await send(draft);\n};",
    "const save = async () => {\n  const saved = draft;\n  await send(saved);\n  answers.setQueryData(['a'], saved);\n};",
  ])('would be found: %s', (source) => {
    expect(findOptimism('a.ts', source)).toHaveLength(1);
  });

  test('may be the answer itself', () => {
    const source =
      "const save = async () => {\n  const saved = await send(draft);\n  answers.setQueryData(['a'], saved);\n};";
    expect(findOptimism('a.ts', source)).toEqual([]);
  });
});

/** What another act gives back. */
const UNDONE: Record<string, string> = {
  'widget/console/dashboard/pages/team/invitations.tsx': 'another invitation takes its place',
  'widget/console/admin/pages/keys/rotate-dialog.tsx': 'a key is added, and none ends',
};

describe('what ends or deletes something', () => {
  const ending = files.filter(({ source }) => endsSomething(source));

  test('is typed first, unless another act gives it back', () => {
    const untyped = ending.filter(({ source }) => !asksToType(source)).map(({ path }) => path);
    expect(untyped).toEqual(Object.keys(UNDONE).toSorted());
  });

  test('is found wherever it is', () => {
    const names = ending.map(({ path }) => path.replace(/^.*\/(pages\/)?/, ''));
    expect(names).toEqual(
      expect.arrayContaining([
        'withdraw.tsx',
        'acts.tsx',
        'limits-card.tsx',
        'tenant-acts.tsx',
        'retention-card.tsx',
        'counting-switch.tsx',
        'erase-dialog.tsx',
        'revoke-dialog.tsx',
        'remove-dialog.tsx',
        'second-factor.tsx',
        'own-sessions.tsx',
      ]),
    );
    const dialog = 'onConfirm={() => client.DELETE(path)}';
    expect([endsSomething(dialog), asksToType(dialog)]).toEqual([true, false]);
  });
});
