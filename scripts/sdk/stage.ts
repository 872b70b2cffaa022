// Prepares the folder that is published: the SDK with the URL of its repository, which only the
// publisher knows. Without the URL, npm shows no source and refuses provenance, and the README's
// links lead nowhere.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SDK = `${ROOT}sdk/`;

/**
 * @param text an https, ssh or scp-like address, as `git remote` prints it
 * @returns the https URL of the repository, without `.git`
 * @throws Error when the text is not such an address
 */
export function toRepository(text: string): string {
  const [, host = '', path = ''] =
    /^(?:git\+)?(?:https:\/\/|ssh:\/\/git@|git@)([\w.-]+)[:/]([\w./-]+?)(?:\.git)?\/?$/.exec(
      text.trim(),
    ) ?? [];
  if (!path.includes('/'))
    throw new Error(`"${text}" is not an address such as https://github.com/owner/agate.`);
  return `https://${host}/${path}`;
}

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

/** @returns the Markdown with relative links replaced by URLs in the repository */
const withAddresses = (markdown: string, repository: string): string =>
  markdown.replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, (_link, target: string) => {
    const { pathname, hash } = new URL(target, 'file:///sdk/README.md');
    return `](${repository}/blob/HEAD${pathname}${hash})`;
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
  writeFileSync(`${folder}/README.md`, withAddresses(readme, repository));
}
