// The recipes of docs/sign-in.md: which programs each needs, and how it is installed and started.
// Each recipe is a site that signs people in at `/login` and shows their claims as JSON.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REGISTRY_TIMEOUT_MS = 10_000;
const FOLDER = fileURLToPath(new URL('../../examples/recipes/', import.meta.url));

export interface Recipe {
  /** The library's name in docs/sign-in.md. */
  name: string;
  folder: string;
  /** The programs that must be installed. */
  needs: readonly string[];
  /** The registry that `install` gets packages from. */
  registry: string;
  /**
   * The programs that are needed only for the installation, which runs if `installed` is missing
   * from `folder`.
   */
  installers: readonly string[];
  install: readonly (readonly string[])[];
  installed: string;
  start: readonly string[];
  /** The command that prints the library's version. */
  version: readonly string[];
  /**
   * How the recipe runs without `install` when `check` finds the library already installed: as a
   * system package, or from a path that the user has set.
   */
  brought?: { check: readonly string[] } & Pick<Recipe, 'start' | 'version'>;
}

const node = (name: string, file: string, library: string): Recipe => ({
  name,
  folder: `${FOLDER}node`,
  needs: [],
  registry: 'https://registry.npmjs.org/',
  installers: ['npm'],
  install: [['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error']],
  installed: 'node_modules/.package-lock.json',
  start: [process.execPath, file],
  version: [process.execPath, '-p', `require('./node_modules/${library}/package.json').version`],
});

/** The recipes whose libraries come from npm; they are part of `npm test`. */
export const NODE_RECIPES: readonly Recipe[] = [
  node('openid-client', 'openid-client.mjs', 'openid-client'),
  node('Passport', 'passport.mjs', 'passport'),
  node('express-openid-connect', 'express-openid-connect.mjs', 'express-openid-connect'),
  node('Auth.js', 'auth-js.mjs', '@auth/express'),
  node('oidc-client-ts', 'oidc-client-ts.mjs', 'oidc-client-ts'),
];

const OMNIAUTH_VERSION = [
  'ruby',
  '-e',
  'require "omniauth_openid_connect"; puts OmniAuth::OpenIDConnect::VERSION',
];
/**
 * The command that checks that the installed library is the original: Debian's package of the same
 * name is a fork without PKCE.
 */
const OMNIAUTH_CHECK = [
  'ruby',
  '-e',
  'require "sinatra/base"; require "omniauth_openid_connect"; exit OmniAuth::Strategies::OpenIDConnect.default_options.key?("pkce")',
];

/** A recipe in Ruby, which uses Debian's packages or Bundler. */
const ruby = (
  name: string,
  file: string,
  { check, version }: { check: readonly string[]; version: readonly string[] },
): Recipe => ({
  name,
  folder: `${FOLDER}ruby`,
  needs: ['ruby'],
  registry: 'https://rubygems.org/',
  installers: ['bundle'],
  install: [['bundle', 'install', '--quiet']],
  installed: 'Gemfile.lock',
  start: ['bundle', 'exec', 'ruby', file],
  version: ['bundle', 'exec', ...version],
  brought: { check, start: ['ruby', file], version },
});

/** @param library the library's name on PyPI */
const python = (name: string, folder: string, file: string, library: string): Recipe => ({
  name,
  folder: `${FOLDER}${folder}`,
  needs: ['python3'],
  registry: 'https://pypi.org/',
  installers: [],
  install: [
    ['python3', '-m', 'venv', '.venv'],
    ['.venv/bin/pip', 'install', '-q', '-r', 'requirements.txt'],
  ],
  installed: '.venv/bin/flask',
  start: ['.venv/bin/python', file],
  version: [
    '.venv/bin/python',
    '-c',
    `from importlib.metadata import version; print(version("${library}"))`,
  ],
});

const go = (name: string, folder: string, library: string): Recipe => ({
  name,
  folder: `${FOLDER}${folder}`,
  needs: ['go'],
  registry: 'https://proxy.golang.org/',
  installers: [],
  install: [['go', 'build', '-o', 'build/recipe', '.']],
  installed: 'build/recipe',
  start: ['build/recipe'],
  version: ['go', 'list', '-m', '-f', '{{.Version}}', library],
});

export const RECIPES: readonly Recipe[] = [
  ...NODE_RECIPES,
  python('Authlib', 'python', 'flask-site.py', 'Authlib'),
  go('go-oidc', 'go', 'github.com/coreos/go-oidc/v3'),
  {
    name: 'Spring Security',
    folder: `${FOLDER}java`,
    needs: ['java'],
    registry: 'https://repo.maven.apache.org/maven2/',
    installers: ['mvn'],
    install: [['mvn', '-q', '-B', 'package']],
    installed: 'target/recipe-1.jar',
    start: ['java', '-jar', 'target/recipe-1.jar'],
    version: [
      'sh',
      '-c',
      'jar tf target/recipe-1.jar | sed -n "s/.*spring-security-oauth2-client-\\(.*\\).jar/\\1/p"',
    ],
  },
  {
    name: 'openid-connect-php',
    folder: `${FOLDER}php`,
    needs: ['php'],
    registry: 'https://repo.packagist.org/packages.json',
    installers: ['composer'],
    install: [['composer', 'install', '--quiet']],
    installed: 'vendor/autoload.php',
    start: ['sh', '-c', 'exec php -S "localhost:$PORT" index.php'],
    version: [
      'php',
      '-r',
      'require "vendor/autoload.php"; echo Composer\\InstalledVersions::getPrettyVersion("jumbojett/openid-connect-php");',
    ],
  },
  ruby('openid_connect', 'openid-connect.rb', {
    check: ['ruby', '-e', 'require "sinatra/base"; require "openid_connect"'],
    version: ['ruby', '-e', 'require "openid_connect"; puts OpenIDConnect::VERSION'],
  }),
  ruby('omniauth_openid_connect', 'app.rb', { check: OMNIAUTH_CHECK, version: OMNIAUTH_VERSION }),
  {
    name: 'ASP.NET Core',
    folder: `${FOLDER}csharp`,
    needs: ['dotnet'],
    registry: 'https://api.nuget.org/v3/index.json',
    installers: [],
    install: [['dotnet', 'build', '--nologo', '-v', 'quiet', '-o', 'build']],
    installed: 'build/recipe.dll',
    start: ['dotnet', 'build/recipe.dll'],
    version: ['dotnet', '--version'],
  },
];

const switchedNode = (name: string, library = name): Recipe => ({
  ...node(name, `${library}.mjs`, library),
  folder: `${FOLDER}switches-node`,
});

/**
 * Recipes for libraries that work as described in their own documentation once one setting is
 * changed: the switch that docs/sign-in.md names for each library.
 */
export const SWITCHED_RECIPES: readonly Recipe[] = [
  switchedNode('passport-openidconnect'),
  switchedNode('next-auth 4', 'next-auth'),
  switchedNode('simple-oauth2'),
  python('flask-oidc', 'switches-python', 'flask-oidc-site.py', 'flask-oidc'),
  python('mozilla-django-oidc', 'switches-python', 'mozilla-django-oidc.py', 'mozilla-django-oidc'),
  python('social-auth (Django, …)', 'switches-python', 'social-auth.py', 'social-auth-app-django'),
  python('requests-oauthlib', 'switches-python', 'requests-oauthlib.py', 'requests-oauthlib'),
  go('zitadel/oidc', 'switches-go', 'github.com/zitadel/oidc/v3'),
];

/**
 * The start command and the library's version if the recipe can run, otherwise the reason why it
 * cannot.
 */
type Readiness = { start: readonly string[]; version: string } | { missing: string };

const succeeds = ([program = '', ...args]: readonly string[], folder: string): boolean =>
  spawnSync(program, args, { cwd: folder, stdio: 'ignore' }).status === 0;

const isThere = (program: string): boolean => succeeds(['which', program], FOLDER);

const reach = async (registry: string): Promise<boolean> =>
  fetch(registry, { signal: AbortSignal.timeout(REGISTRY_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

/**
 * Installs the recipe's packages unless they are installed.
 * @returns how to start the recipe, or the reason why it cannot run
 * @throws Error with the installer's output
 */
export async function prepare(recipe: Recipe): Promise<Readiness> {
  const { folder, needs, installers, installed, registry, brought } = recipe;
  const isInstalled = existsSync(`${folder}/${installed}`);
  const missing = needs.filter((program) => !isThere(program));
  if (missing.length > 0) return { missing: `${missing.join(' and ')} not installed` };
  if (!isInstalled && brought !== undefined && succeeds(brought.check, folder))
    return { start: brought.start, version: versionOf(brought.version, folder) };
  if (!isInstalled) {
    const without = installers.filter((program) => !isThere(program));
    if (without.length > 0) return { missing: `${without.join(' and ')} not installed` };
    if (!(await reach(registry))) return { missing: `${new URL(registry).host} does not answer` };
    await install(recipe);
  }
  return { start: recipe.start, version: versionOf(recipe.version, folder) };
}

function versionOf([program = '', ...args]: readonly string[], folder: string): string {
  const { stdout } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return (stdout ?? '').trim();
}

/**
 * Runs the recipe's installation commands, asynchronously: if this process were blocked, it would
 * not notice that idle connections had been closed, and would send its next request over one of
 * them.
 * @throws Error with the installer's output
 */
async function install({ name, folder, install: commands }: Recipe): Promise<void> {
  for (const [program = '', ...args] of commands)
    await run(program, args, { cwd: folder }).catch((error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${name}: ${program} ${args.join(' ')} failed.\n${stdout}${stderr}`);
    });
}
