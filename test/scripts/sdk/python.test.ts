// The Python SDK as a wheel in a clean environment: its own tests, its types, and calls to a
// running service.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPython, NO_PYTHON } from '../../../scripts/check/find-python.ts';
import { startDemo, type RunningDemo } from '../../support/browser/running-demo.ts';

const python = findPython();
const folder = mkdtempSync(join(tmpdir(), 'agate-python-'));
const inEnvironment = (name: string) => join(folder, 'env/bin', name);
let running: RunningDemo | undefined;

const ask = promisify(execFile);
async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const own = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  const options = { cwd: folder, env: { ...own, ...env }, maxBuffer: 10_000_000 };
  return ask(command, args, options).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  });
}

/**
 * Builds a wheel from sdk/python and installs it in a virtual environment, with the packages that
 * its tests need.
 */
async function install(command: string): Promise<void> {
  cpSync(resolve('sdk/python'), join(folder, 'source'), { recursive: true });
  await run(command, ['-m', 'venv', 'env']);
  const pip = ['-m', 'pip', '--quiet'];
  await run(inEnvironment('python'), [
    ...pip,
    'wheel',
    '--no-deps',
    '--wheel-dir',
    'dist',
    './source',
  ]);
  const [wheel = ''] = readdirSync(join(folder, 'dist'));
  await run(inEnvironment('python'), [...pip, 'install', `./dist/${wheel}[test]`]);
  // The tests must import the installed wheel, not the source folder.
  rmSync(join(folder, 'source/src'), { recursive: true });
}

beforeAll(async () => {
  if (python !== undefined) [running] = await Promise.all([startDemo(), install(python)]);
});
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true });
});

if (python === undefined) console.error(NO_PYTHON);

describe.skipIf(python === undefined)('the Python SDK', () => {
  test('the wheel contains types and its licence, and has the version of the npm package', async () => {
    const { stdout } = await run(inEnvironment('python'), [
      '-m',
      'zipfile',
      '--list',
      `dist/${readdirSync(join(folder, 'dist'))[0]}`,
    ]);
    for (const name of ['agate_sdk/py.typed', 'agate_sdk/wire.py', 'licenses/LICENSE'])
      expect(stdout).toContain(name);
    const { version } = (await import('../../../sdk/package.json', { with: { type: 'json' } }))
      .default;
    const code =
      'import agate_sdk, importlib.metadata as m; print(agate_sdk.__version__, m.version("agate-sdk"))';
    expect((await run(inEnvironment('python'), ['-c', code])).stdout).toBe(
      `${version} ${version}\n`,
    );
  });

  test('its own tests pass, and its calls to a running service succeed', async () => {
    if (running === undefined) throw new Error('There is no service.');
    const { base_url: url, tenant } = running.demo;
    const { stdout } = await run(
      inEnvironment('pytest'),
      ['-q', '-p', 'no:cacheprovider', 'source/tests'],
      {
        AGATE_URL: url,
        AGATE_SECRET_KEY: tenant.test_secret_key,
      },
    );
    expect(stdout).toMatch(/\d{3} passed in/);
    expect(stdout).not.toContain('skipped');
  });

  test('a typed program compiles only with the service’s types', async () => {
    const head = 'from agate_sdk import Agate, AsyncAgate\nagate = Agate("sk_test_a")\n';
    const right = `${head}
def check(token: str) -> bool:
    made = agate.verifications.init(
        callback_url="https://shop.example/return", min_age=18, verification_mode="document"
    )
    agate.sandbox.settle(made["token"], status="success")
    for event in agate.events.all():
        if event["type"] == "session.success":
            print(event["data"]["token"])
    return agate.verifications.result(token)["verified"]

async def same(client: AsyncAgate, token: str) -> list[str]:
    return [one["token"] async for one in client.verifications.all(external_user_id="u-1")]
`;
    const wrong = [
      'agate.verifications.init(min_age=18)',
      'agate.verifications.init(callback_url="a", verification_mode="selfie")',
      'agate.sandbox.settle("xit_1", status="gone")',
      'agate.verifications.result("xtk_1")["age"]',
      'agate.webhooks.send_test(kind="session.success")',
    ];
    const mypy = (file: string) =>
      ask(inEnvironment('mypy'), ['--strict', '--cache-dir', join(folder, 'mypy'), file], {
        cwd: folder,
      })
        .then(({ stdout }) => stdout)
        .catch(({ stdout }: { stdout: string }) => stdout);
    writeFileSync(join(folder, 'right.py'), right);
    writeFileSync(join(folder, 'wrong.py'), `${head}${wrong.join('\n')}\n`);
    expect(await mypy('right.py')).toContain('Success: no issues found');
    const lines = Array.from(
      (await mypy('wrong.py')).matchAll(/wrong\.py:(\d+): error/g),
      ([, line]) => Number(line),
    );
    expect([...new Set(lines)]).toEqual(wrong.map((_, at) => at + 3));
    expect(await mypy('source/tests')).toContain('Success: no issues found');
  });
});
