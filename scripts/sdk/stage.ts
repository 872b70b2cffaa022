// Prepares the folder that is published: the SDK with the URL of its repository, which only the
// publisher knows. Without the URL, npm shows no source and refuses provenance, and the README's
// links lead nowhere.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withAddresses } from '../repository.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SDK = `${ROOT}sdk/`;

/**
 * @returns the package's manifest with the fields that npm shows and checks: for provenance, npm
 *   compares `repository` with the repository in which the package was built
 */
const manifestFor = (manifest: object, repository: string): object => ({
  ...manifest,
  repository: { type: 'git', url: `git+${repository}.git`, directory: 'sdk' },
  homepage: `${repository}/tree/HEAD/sdk#readme`,
  bugs: { url: `${repository}/issues` },
});

/**
 * Builds the SDK, and writes the package into `folder`.
 * @param repository the result of toRepository
 */
export function stagePackage(folder: string, repository: string): void {
  execFileSync(process.execPath, [`${ROOT}scripts/sdk/build.ts`], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(`${SDK}dist`, `${folder}/dist`, { recursive: true });
  cpSync(`${SDK}LICENSE`, `${folder}/LICENSE`);
  const { scripts: _built, ...manifest } = JSON.parse(
    readFileSync(`${SDK}package.json`, 'utf8'),
  ) as { scripts: object };
  writeFileSync(
    `${folder}/package.json`,
    `${JSON.stringify(manifestFor(manifest, repository), null, 2)}\n`,
  );
  const readme = readFileSync(`${SDK}README.md`, 'utf8');
  writeFileSync(
    `${folder}/README.md`,
    withAddresses(readme, { repository, file: 'sdk/README.md' }),
  );
}
