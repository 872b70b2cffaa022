// `npm run release:version` moves the changesets into CHANGELOG.md and sets the resulting version
// in every package. `npm run release:notes` checks that all packages have the same version and
// prints the changelog's section about that version, for use as release notes, with links that lead
// to the repository (`--repository`, or where git or the build machine say that it is).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bundle.ts';
import { findRepository, withAddresses } from '../repository.ts';
import { notesOf, oneVersion, writeVersion } from './versions.ts';

function applyChangesets(): void {
  execFileSync(process.execPath, ['node_modules/@changesets/cli/bin.js', 'version'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  writeVersion(ROOT, version);
  console.log(`Every package has the version ${version}.`);
}

function printNotes(args: readonly string[]): void {
  const notes = notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), oneVersion(ROOT));
  const repository = findRepository(args);
  console.log(
    repository === undefined ? notes : withAddresses(notes, { repository, file: 'CHANGELOG.md' }),
  );
}

try {
  const [act, ...args] = process.argv.slice(2);
  if (act === 'version') applyChangesets();
  else if (act === 'notes') printNotes(args);
  else if (act === 'number') console.log(oneVersion(ROOT));
  else throw new Error('npm run release:version, or npm run release:notes');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
