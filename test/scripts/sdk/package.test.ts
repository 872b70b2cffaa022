// The npm package as published: the results of package checkers, and the package's use in programs
// that install it.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toRepository } from '../../../scripts/repository.ts';
import { stagePackage } from '../../../scripts/sdk/stage.ts';

const REPOSITORY = 'https://git.example/quarry/agate';
const folder = mkdtempSync(join(tmpdir(), 'agate-sdk-'));
const staged = join(folder, 'staged');
const project = join(folder, 'project');
const tarball = join(folder, 'agate-sdk-0.1.0.tgz');
const installed = join(project, 'node_modules/agate-sdk');

const run = (command: string, args: string[], cwd = project) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });

beforeAll(() => {
  stagePackage(staged, REPOSITORY);
  run('npm', ['pack', staged, '--pack-destination', folder], folder);
  run('mkdir', [project], folder);
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true }');
  const flags = ['--no-audit', '--no-fund', '--offline', '--ignore-scripts'];
  run('npm', ['install', ...flags, tarball]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the package', () => {
  test('names its licence, its source and where to report bugs, and has no dependency', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({
      license: 'Apache-2.0',
      repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: 'sdk' },
      homepage: `${REPOSITORY}/tree/HEAD/sdk#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
      publishConfig: { access: 'public', provenance: true },
    });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('scripts');
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
    expect(readFileSync('sdk/LICENSE', 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      packages: object;
    };
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/agate-sdk']);
  });

  test('has no broken link', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = Array.from(readme.matchAll(/\]\(([^)]+)\)/g), ([, target = '']) => target);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      const [, path = ''] = link.split(`${REPOSITORY}/blob/HEAD/`);
      expect([link, existsSync(path.split('#')[0] ?? '')]).toEqual([link, true]);
    }
  });

  test('passes publint and "are the types wrong"', async () => {
    const { messages } = await publint({ pkgDir: staged, level: 'suggestion', strict: true });
    expect(messages).toEqual([]);
    const attw = spawnSync(resolve('node_modules/.bin/attw'), [tarball, '--format', 'json'], {
      encoding: 'utf8',
    });
    const { problems } = JSON.parse(attw.stdout) as { problems: object };
    expect([attw.status, problems]).toEqual([0, {}]);
  });
});

test.each([
  ['git@github.com:quarry/agate.git', 'https://github.com/quarry/agate'],
  ['ssh://git@git.example/a/b/agate', 'https://git.example/a/b/agate'],
  ['https://github.com/quarry/agate.git\n', 'https://github.com/quarry/agate'],
])('the repository address of %j is %s', (text, address) => {
  expect(toRepository(text)).toBe(address);
});

test.each(['', '/work/agate', 'https://github.com/', 'https://user:pass@github.com/a/b'])(
  '%j is refused as a repository',
  (text) => {
    expect(() => toRepository(text)).toThrow('is not an address such as');
  },
);

/**
 * The Node version that runs the tests, and the first Node on the machine's PATH, which may be
 * older.
 */
const NODES = [
  process.execPath,
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .map((place) => join(place, 'node'))
    .filter((path) => existsSync(path))
    .slice(0, 1),
];

const PROGRAM = `new Agate({ secretKey: 'sk_test_a', baseUrl: 'http://127.0.0.1:1', retries: 0 })
  .verifications.result('xtk_a')
  .catch((error) => console.log(error instanceof AgateConnectionError, error.name));`;

describe.each(NODES)('a program on %s', (node) => {
  /**
   * The option that keeps CommonJS programs in Node 22 and newer from loading ES modules, which
   * would hide a missing CommonJS build.
   */
  const without = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
    ? ['--no-experimental-require-module']
    : [];
  const version = Number(run(node, ['-p', 'process.versions.node.split(".")[0]'], folder));

  test.each([
    ['main.mjs', `import { Agate, AgateConnectionError } from 'agate-sdk';`],
    ['main.cjs', `const { Agate, AgateConnectionError } = require('agate-sdk');`],
  ])('imports it in %s', (name, imports) => {
    writeFileSync(join(project, name), `${imports}\n${PROGRAM}\n`);
    const flags = version >= 22 ? without : [];
    expect(run(node, [...flags, name])).toBe('true AgateConnectionError\n');
  });

  test('runs its command line', () => {
    const program = join(installed, 'dist/cli.js');
    const said = run(node, [program, 'open', 'https://a.example/v/xit_a']);
    expect(said).toContain('/v/xit_a\n');
  });
});

const TYPED = `
export async function check(secretKey: string | undefined): Promise<boolean> {
  const agate = new Agate({ secretKey });
  const request: VerificationRequest = {
    callback_url: 'https://shop.example/return',
    min_age: 18,
    verification_mode: 'document',
  };
  // @ts-expect-error There is no such mode.
  const wrong: VerificationRequest = { ...request, verification_mode: 'selfie' };
  const { token } = await agate.verifications.init(request);
  await agate.sandbox.settle(token, { status: 'success' });
  const staff = new AgateDashboard({ accessToken: () => 'token' });
  await staff.webhooks.create({ url: 'https://shop.example/hooks', events: ['session.success'] });
  try {
    return (await agate.verifications.result(token)).verified;
  } catch (error) {
    return error instanceof AgateError && error.code === 'NOT_FOUND' && wrong === undefined;
  }
}
`;
const IMPORT = `import { Agate, AgateDashboard, AgateError, type VerificationRequest } from 'agate-sdk';`;
const NEW = resolve('node_modules/typescript/bin/tsc');
/**
 * The compiler that @arethetypeswrong/core ships: the last version that resolves modules as Node 10
 * does.
 */
const OLD = createRequire(resolve('node_modules/@arethetypeswrong/core/package.json')).resolve(
  'typescript/bin/tsc',
);

describe('TypeScript accepts its types', () => {
  test.each([
    ['nodenext, ES modules', NEW, 'nodenext', 'nodenext', 'mts'],
    ['nodenext, CommonJS', NEW, 'nodenext', 'nodenext', 'cts'],
    ['bundler', NEW, 'esnext', 'bundler', 'ts'],
    ['node16 of TypeScript 5, ES modules', OLD, 'node16', 'node16', 'mts'],
    ['node16 of TypeScript 5, CommonJS', OLD, 'node16', 'node16', 'cts'],
    ['node10 of TypeScript 5', OLD, 'commonjs', 'node10', 'ts'],
  ])('with %s', (name, compiler, module, moduleResolution, extension) => {
    const file = `${name.replaceAll(/\W+/g, '-')}.${extension}`;
    writeFileSync(join(project, file), `${IMPORT}\n${TYPED}`);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      module,
      moduleResolution,
    };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: [file] }),
    );
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', project], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });
});
