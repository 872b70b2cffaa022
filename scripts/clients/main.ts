// `npm run clients`: checks the API description that the service serves with Spectral, generates
// clients in Python and Go from it, compiles them, and sends seven calls with each client. The
// script needs python3 with venv, java, go and npm, and access to their registries, so it is not
// part of `npm test`.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startAlone, type ServiceAlone } from '../demo/alone.ts';
import { endTogether, type ProcessGroup } from '../process-group.ts';

const run = promisify(execFile);
const FOLDER = resolve('.cache/clients');
const HERE = 'scripts/clients';
const PYTHON = join(FOLDER, 'venv/bin/python');
/** The name of the Go module, which calls.go imports. */
const MODULE = { host: 'agate.example', user: 'generated', repository: 'client' };
const SPECTRAL = '6.16.3';
const PORT = Number(process.env['PORT'] || 8796);
/**
 * The maximum output of a program, in bytes. It is large because the client generator prints a line
 * for everything it does.
 */
const MAX_OUTPUT = 64 * 1024 * 1024;

const groups: ProcessGroup[] = [];

/** @throws Error with the program's output if the program fails */
async function execute(
  [program = '', ...args]: readonly string[],
  cwd = process.cwd(),
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const command = `${program} ${args.join(' ')}`;
  const { stdout } = await run(program, args, { cwd, env, maxBuffer: MAX_OUTPUT }).catch(
    (error: unknown) => {
      const { stdout: said = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} failed.\n${said}${stderr}`);
    },
  );
  return stdout;
}

/** @throws Error that names the missing programs */
function requirePrograms(): void {
  const missing = ['python3', 'java', 'go', 'npm'].filter(
    (program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0,
  );
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(', ')}.`);
}

/** @returns the path of the generator's jar, which is part of the wheel on PyPI */
async function installGenerator(): Promise<string> {
  if (!existsSync(PYTHON)) await execute(['python3', '-m', 'venv', join(FOLDER, 'venv')]);
  await execute([PYTHON, '-m', 'pip', 'install', '-q', '-r', join(HERE, 'requirements.txt')]);
  const [jar] = globSync(
    join(FOLDER, 'venv/lib/*/site-packages/openapi_generator_cli/openapi-generator.jar'),
  );
  if (jar === undefined) throw new Error('openapi-generator-cli has no openapi-generator.jar.');
  return jar;
}

/** @throws Error that lists every problem, including warnings */
async function checkRules(description: string): Promise<void> {
  const folder = join(FOLDER, 'spectral');
  const install = ['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await execute([...install, `@stoplight/spectral-cli@${SPECTRAL}`], folder);
  const ruleset = resolve(HERE, 'spectral.yaml');
  const spectral = join(folder, 'node_modules/.bin/spectral');
  await execute([spectral, 'lint', `--ruleset=${ruleset}`, '--fail-severity=warn', description]);
  console.log('description: Spectral has nothing to say');
}

async function generate(jar: string, language: 'go' | 'python', origin: string): Promise<string> {
  const folder = join(FOLDER, language);
  rmSync(folder, { recursive: true, force: true });
  const description = join(FOLDER, 'openapi.json');
  const { user, host, repository } = MODULE;
  const asked = ['generate', '-i', description, '-g', language, '-o', folder];
  const named = ['--git-host', host, '--git-user-id', user, '--git-repo-id', repository];
  const name = language === 'go' ? 'agate' : 'agate_client';
  await execute([
    'java',
    '-jar',
    jar,
    ...asked,
    ...named,
    `--additional-properties=packageName=${name}`,
  ]);
  console.log(`${language}: generated from ${origin}/openapi.json`);
  return folder;
}

/** @param environment the environment variables that calls.py reads */
async function callFromPython(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  await execute([PYTHON, '-m', 'pip', 'install', '-q', '-r', join(folder, 'requirements.txt')]);
  return execute([PYTHON, join(HERE, 'calls.py')], undefined, {
    ...environment,
    PYTHONPATH: folder,
  });
}

async function callFromGo(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  mkdirSync(join(folder, 'calls'));
  cpSync(join(HERE, 'calls.go'), join(folder, 'calls/main.go'));
  // The generated tests are stubs. Deleting them also removes the dependency on the module that
  // they import.
  rmSync(join(folder, 'test'), { recursive: true });
  await execute(['go', 'mod', 'tidy'], folder);
  await execute(['go', 'vet', '.', './calls'], folder);
  await execute(['go', 'build', '-o', 'build/calls', './calls'], folder);
  return execute([join(folder, 'build/calls')], folder, environment);
}

const environmentOf = ({ origin, state }: ServiceAlone): NodeJS.ProcessEnv => ({
  ...process.env,
  AGATE_URL: origin,
  AGATE_TEST_SECRET_KEY: state.tenant.test_secret_key,
  AGATE_EMAIL: state.dashboard.email,
  AGATE_PASSWORD: state.dashboard.password,
});

async function tryClients(): Promise<void> {
  requirePrograms();
  mkdirSync(FOLDER, { recursive: true });
  const jar = await installGenerator();
  const command = (port: number) => `PORT=${port} npm run clients`;
  const service = await startAlone({ folder: FOLDER, port: PORT, command }, groups);
  const answer = await fetch(`${service.origin}/openapi.json`);
  writeFileSync(join(FOLDER, 'openapi.json'), await answer.text());
  await checkRules(join(FOLDER, 'openapi.json'));
  const environment = environmentOf(service);
  for (const [language, call] of [
    ['python', callFromPython],
    ['go', callFromGo],
  ] as const) {
    const said = await call(await generate(jar, language, service.origin), environment);
    console.log(said.trim().replaceAll(/^/gm, `${language}: `));
  }
  console.log('Both clients compile, and took every answer.');
}

const { end, isEnding } = endTogether(groups);

try {
  await tryClients();
  await end(0);
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
