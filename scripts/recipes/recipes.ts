// The recipes of docs/sign-in.md: which programs each needs, and how it is installed and started. Each signs people in at
// `/login` and shows their claims as JSON.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../examples/recipes/', import.meta.url));

export interface Recipe {
  /** As docs/sign-in.md names it. */
  name: string;
  folder: string;
  /** Programs that have to be there. */
  needs: readonly string[];
  /** Commands, when `installed` is missing in its folder. */
  install: readonly (readonly string[])[];
  installed: string;
  start: readonly string[];
}

const node = (name: string, file: string): Recipe => ({
  name,
  folder: `${FOLDER}node`,
  needs: ['npm'],
  install: [['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error']],
  installed: 'node_modules/.package-lock.json',
  start: [process.execPath, file],
});

/** Of npm: part of `npm test`. */
export const NODE_RECIPES: readonly Recipe[] = [
  node('openid-client', 'openid-client.mjs'),
  node('Passport', 'passport.mjs'),
  node('express-openid-connect', 'express-openid-connect.mjs'),
  node('Auth.js', 'auth-js.mjs'),
  node('oidc-client-ts', 'oidc-client-ts.mjs'),
];

export const RECIPES: readonly Recipe[] = [
  ...NODE_RECIPES,
  {
    name: 'Authlib',
    folder: `${FOLDER}python`,
    needs: ['python3'],
    install: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/pip', 'install', '-q', '-r', 'requirements.txt'],
    ],
    installed: '.venv/bin/flask',
    start: ['.venv/bin/python', 'flask-site.py'],
  },
  {
    name: 'go-oidc',
    folder: `${FOLDER}go`,
    needs: ['go'],
    install: [['go', 'build', '-o', 'build/recipe', '.']],
    installed: 'build/recipe',
    start: ['build/recipe'],
  },
  {
    name: 'Spring Security',
    folder: `${FOLDER}java`,
    needs: ['java', 'mvn'],
    install: [['mvn', '-q', '-B', 'package']],
    installed: 'target/recipe-1.jar',
    start: ['java', '-jar', 'target/recipe-1.jar'],
  },
  {
    name: 'openid-connect-php',
    folder: `${FOLDER}php`,
    needs: ['php', 'composer'],
    install: [['composer', 'install', '--quiet']],
    installed: 'vendor/autoload.php',
    start: ['sh', '-c', 'exec php -S "localhost:$PORT" index.php'],
  },
  {
    name: 'omniauth_openid_connect',
    folder: `${FOLDER}ruby`,
    needs: ['ruby', 'bundle'],
    install: [['bundle', 'install', '--quiet']],
    installed: 'Gemfile.lock',
    start: ['bundle', 'exec', 'ruby', 'app.rb'],
  },
  {
    name: 'ASP.NET Core',
    folder: `${FOLDER}csharp`,
    needs: ['dotnet'],
    install: [['dotnet', 'build', '--nologo', '-v', 'quiet', '-o', 'build']],
    installed: 'build/recipe.dll',
    start: ['dotnet', 'build/recipe.dll'],
  },
];

/** @returns the programs that a recipe needs and this machine has not */
export const missingFor = ({ needs }: Recipe): string[] =>
  needs.filter((program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0);

/** Does nothing when it was done before. @throws Error with what the installer said */
export function install({ name, folder, installed, install: commands }: Recipe): void {
  if (existsSync(`${folder}/${installed}`)) return;
  for (const [program = '', ...args] of commands) {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0)
      throw new Error(`${name}: ${program} ${args.join(' ')} failed.\n${stdout}${stderr}`);
  }
}
