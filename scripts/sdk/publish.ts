// `npm run sdk:publish`: publishes the SDK to npm with provenance. All arguments except
// `--repository`, such as `--dry-run`, are passed to npm.
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stagePackage, toRepository } from './stage.ts';

const FOLDER = fileURLToPath(new URL('../../.cache/sdk-package', import.meta.url));
const OPTION = '--repository=';

/**
 * Determines the SDK's repository: from `--repository`, from GitHub's build environment, or from
 * git.
 * @throws Error when none of these states it
 */
function findRepository(args: readonly string[]): string {
  const given = args.find((one) => one.startsWith(OPTION))?.slice(OPTION.length);
  if (given !== undefined) return toRepository(given);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (server !== undefined && name !== undefined) return toRepository(`${server}/${name}`);
  try {
    return toRepository(
      execFileSync('git', ['remote', 'get-url', 'origin'], { encoding: 'utf8', stdio: 'pipe' }),
    );
  } catch {
    throw new Error(
      'The repository is missing: npm run sdk:publish -- --repository=https://github.com/owner/agate',
    );
  }
}

const args = process.argv.slice(2);
stagePackage(FOLDER, findRepository(args));
const rest = args.filter((one) => !one.startsWith(OPTION));
const { status } = spawnSync('npm', ['publish', FOLDER, ...rest], { stdio: 'inherit' });
process.exitCode = status ?? 1;
