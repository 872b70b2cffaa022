import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the migrations add up to the schema: drizzle-kit finds nothing to generate', () => {
  // The output folder is inside the repository because drizzle-kit silently gives up when --out is
  // an absolute path.
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync('.cache/migrations-');
  try {
    cpSync('migrations', folder, { recursive: true });
    const before = readdirSync(folder);
    const said = execFileSync(
      process.execPath,
      [
        'node_modules/drizzle-kit/bin.cjs',
        'generate',
        '--dialect=sqlite',
        '--schema=./src/db/schema/index.ts',
        `--out=./${folder}`,
      ],
      { stdio: 'pipe', encoding: 'utf8' },
    );
    expect(said).toContain('No schema changes');
    expect(readdirSync(folder)).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every migration in the folder is in the journal, and none is missing', async () => {
  const { default: journal } = await import('../../migrations/meta/_journal.json', {
    with: { type: 'json' },
  });
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  expect(files.sort()).toEqual(journal.entries.map(({ tag }) => `${tag}.sql`));
});

test('only the newest snapshot of the schema is kept, which is all that drizzle-kit reads', () => {
  const snapshots = readdirSync('migrations/meta').filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  const newest = readdirSync('migrations').findLast((name) => name.endsWith('.sql'));
  expect(snapshots).toEqual([`${newest?.slice(0, 4)}_snapshot.json`]);
});
