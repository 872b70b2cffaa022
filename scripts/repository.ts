// The address of this repository, which only the machine that publishes knows, and links to it.
import { execFileSync } from 'node:child_process';

const OPTION = '--repository=';

/**
 * Determines the repository: from `--repository`, from GitHub's build environment, or from git.
 * @param args arguments of a command
 * @returns undefined when none of these states it
 * @throws Error when the address that is stated is not one
 */
export function findRepository(args: readonly string[]): string | undefined {
  const given = args.find((one) => one.startsWith(OPTION))?.slice(OPTION.length);
  if (given !== undefined) return toRepository(given);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (server !== undefined && name !== undefined) return toRepository(`${server}/${name}`);
  try {
    return toRepository(
      execFileSync('git', ['remote', 'get-url', 'origin'], { encoding: 'utf8', stdio: 'pipe' }),
    );
  } catch {
    return undefined;
  }
}

/** @returns the arguments without `--repository` */
export const otherArguments = (args: readonly string[]): string[] =>
  args.filter((one) => !one.startsWith(OPTION));

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
 * @param file the path of the Markdown file in the repository
 * @returns the Markdown with relative links replaced by URLs in the repository
 */
export const withAddresses = (
  markdown: string,
  { repository, file }: { repository: string; file: string },
): string =>
  markdown.replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, (_link, target: string) => {
    const { pathname, hash } = new URL(target, `file:///${file}`);
    return `](${repository}/blob/HEAD${pathname}${hash})`;
  });
