// `npm run sdk:publish`: publishes the SDK to npm, unless npm has this version already, so that an
// interrupted release can be repeated. All arguments except `--repository`, such as `--dry-run`,
// are passed to npm.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findRepository, otherArguments } from '../repository.ts';
import { stagePackage } from './stage.ts';

const FOLDER = fileURLToPath(new URL('../../.cache/sdk-package', import.meta.url));

/** @throws Error when npm does not respond */
function isPublished(): boolean {
  const { name, version } = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8')) as {
    name: string;
    version: string;
  };
  const found = spawnSync('npm', ['view', `${name}@${version}`, 'version', '--json'], {
    encoding: 'utf8',
  });
  // npm answers E404 for a package or a version that it does not know.
  if (found.status !== 0 && !found.stdout.includes('E404'))
    throw new Error(`npm does not say whether it has ${name}@${version}: ${found.stderr}`);
  const isThere = found.status === 0 && found.stdout.includes(version);
  if (isThere) console.log(`npm has ${name}@${version} already.`);
  return isThere;
}

const args = process.argv.slice(2);
const repository = findRepository(args);
if (repository === undefined)
  throw new Error(
    'The repository is missing: npm run sdk:publish -- --repository=https://github.com/owner/agate',
  );
stagePackage(FOLDER, repository);
if (args.includes('--dry-run') || !isPublished()) {
  const published = spawnSync('npm', ['publish', FOLDER, ...otherArguments(args)], {
    stdio: 'inherit',
  });
  process.exitCode = published.status ?? 1;
}
