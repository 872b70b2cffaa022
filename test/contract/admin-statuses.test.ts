import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ADMIN_STATUSES } from './admin-statuses.ts';

const proofs = ADMIN_STATUSES.flatMap(({ method, path, statuses }) =>
  Object.entries(statuses).map(([status, [file, title]]) => ({
    row: `${method.toUpperCase()} ${path} ${status}`,
    file,
    title,
  })),
);

describe('each row of spec 4.1 to 4.3', () => {
  test('appears once', () => {
    const rows = ADMIN_STATUSES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows).toHaveLength(30);
  });

  test.each(proofs)('$row is shown by "$title" in $file', ({ file, title }) => {
    const source = readFileSync(`test/routes/admin/${file}.test.ts`, 'utf8');
    const titles = [...source.matchAll(/(?:\bit|\]\s*as const\)|\]\))\(\s*['`]([^'`]+)['`]/g)];
    expect(titles.filter(([, one]) => one?.includes(title))).not.toEqual([]);
  });
});
