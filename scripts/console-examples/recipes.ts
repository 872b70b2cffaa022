// The recipes that the console shows next to an OAuth client: unchanged copies of those recipes in
// docs/sign-in.md that have been run.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NAMED =
  /^\| (?<name>\S.*?) +\| (?<language>\S+) +\|.*\]\(\.\.\/(?<path>examples\/recipes\/\S+)\) +\|$/gm;
/** The settings file of the recipes that have one. */
const SETTINGS = 'src/main/resources/application.properties';
/** The callback paths of libraries that use a path other than `/callback`, by library. */
const CALLBACKS: Record<string, string> = {
  'Auth.js': '/auth/callback/agate',
  omniauth_openid_connect: '/auth/agate/callback',
};

interface ConsoleRecipe {
  name: string;
  language: string;
  /** The library's version when the recipe was last run. */
  version: string;
  /** Whether the recipe is for clients without a secret. */
  isPublic: boolean;
  callback: string;
  files: { name: string; code: string }[];
}

/** @returns the content of widget/console/dashboard/pages/client/recipes.json */
export function consoleRecipes(): ConsoleRecipe[] {
  const page = readFileSync(join(ROOT, 'docs/sign-in.md'), 'utf8');
  return [...page.matchAll(NAMED)].flatMap(({ groups }) => {
    const { name = '', language = '', path = '' } = groups ?? {};
    const version = versionOf(page, name);
    if (version === undefined) return [];
    const folder = path.split('/').slice(0, 3).join('/');
    const files = [join(folder, SETTINGS), path]
      .filter((file) => existsSync(join(ROOT, file)))
      .map((file) => ({
        name: file.slice(dirname(file).length + 1),
        code: readFileSync(join(ROOT, file), 'utf8').trimEnd(),
      }));
    const isPublic = files.some(({ code }) => code.includes('PUBLIC_CLIENT_ID'));
    return [{ name, language, version, isPublic, callback: CALLBACKS[name] ?? '/callback', files }];
  });
}

/** @returns undefined for a recipe that has never been run */
function versionOf(page: string, name: string): string | undefined {
  const row = page
    .split('\n')
    .find((line) => line.startsWith(`| ${name} `) && /\| \d+\.\d/.test(line));
  return row?.split('|')[2]?.trim();
}
