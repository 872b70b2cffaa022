// Runs the documentation's commands, exactly as printed, in a shell against the running service.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openConsole } from '../support/browser/console.ts';
import { press, see } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

/** @returns the page's first shell block that contains `part` */
function commandsOf(page: string, part: string): string {
  const blocks = readFileSync(page, 'utf8').matchAll(/```sh\n([^]*?)```/g);
  const [, found] = [...blocks].find(([, block]) => block?.includes(part)) ?? [];
  if (found === undefined) throw new Error(`${page} shows no commands with ${part}.`);
  return found;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/**
 * Creates a folder like the one in which a reader of the documentation runs the commands: it
 * contains `.agate/demo.json`.
 */
async function readersFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-printed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, '.agate'));
  await writeFile(join(folder, '.agate/demo.json'), JSON.stringify(inject('demo')));
  return folder;
}

/** @returns the shell's output and exit code */
async function runShell(
  commands: string,
  cwd = '.',
): Promise<{ said: string; exitCode: number | null }> {
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', commands], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk) => said.push(String(chunk)));
  const exitCode = await new Promise<number | null>((resolve) => {
    shell.once('close', resolve);
  });
  return { said: said.join(''), exitCode };
}

test('docs/dashboard-api.md works as printed: sign up, create a key, settle a session, receive its webhook, read the feed and replay', async () => {
  const port = String(await freePort());
  const walk = commandsOf('docs/dashboard-api.md', 'receiver.mjs')
    .replace('http://localhost:8787', inject('demo').base_url)
    .replaceAll('8789', port);
  const { said, exitCode } = await runShell(walk);
  expect([exitCode, said]).toEqual([0, expect.not.stringContaining('"success":false')]);
  const told = [
    ...said.matchAll(/session\.success for customer-1842, signed by Agate \((evt_\S+)\)/g),
  ];
  expect(new Set(told.map(([, id]) => id)).size).toBe(1);
  expect(told).toHaveLength(2);
  expect(said).toContain(`{"id":"${told[0]?.[1]}","type":"session.success"`);
  expect(said).toContain('"type":"webhook"');
});

test('docs/operate.md works as printed: sign in with a code, create a passkey, and read people, audit and figures', async () => {
  const folder = await readersFolder();
  const walk = commandsOf('docs/operate.md', 'npm run -s totp')
    .replace('http://localhost:8787', inject('demo').base_url)
    .replaceAll('./.agate/demo.json', join(folder, '.agate/demo.json'))
    // Leaves out suspending the account, since other test files use the demo account at the same
    // time.
    .replace(/^.*accounts\/1\/(un)?suspend.*$/gm, '');
  const { said, exitCode } = await runShell(
    `export DEMO_FILE="${folder}/.agate/demo.json"\n${walk}`,
  );
  expect([exitCode, said]).toEqual([0, expect.not.stringContaining('"success":false')]);
  expect(said).toContain('recovery_codes');
  expect(said.match(/"success":true/g)).toHaveLength(5);
});

/** Replaces the printed addresses with those of the running demo. */
const withAddresses = (commands: string): string =>
  commands
    .replaceAll('http://localhost:8787', inject('demo').base_url)
    .replaceAll('http://localhost:8788', inject('demo').shop_url);

describe.each([
  { page: 'README.md', isShortened: true },
  { page: 'docs/quickstart.md', isShortened: false },
])('the first steps of $page', ({ page, isShortened }) => {
  const step = (part: string) => withAddresses(commandsOf(page, part));

  test('end with a verified result, without a browser', async () => {
    const walk = ['BASE=', '/verify/v1/init', '/outcome', '/verify/v1/result'].map(step).join('\n');
    const { said, exitCode } = await runShell(walk, await readersFolder());
    expect([exitCode, said]).toEqual([0, expect.not.stringContaining('"success":false')]);
    const result = said.slice(said.lastIndexOf('{"success"'));
    expect(JSON.parse(result)).toMatchObject({
      data: { status: 'success', reason: 'test_mode', verified: true, test: true },
    });
    // The result matches the one printed in the documentation, member by member.
    const shown =
      /^```json\n(\{\n {2}"success": true,\n {2}"data": \{\n {4}"token": "xtk[^]*?)```/m;
    const printed = JSON.parse(shown.exec(readFileSync(page, 'utf8'))?.[1] ?? '{}').data;
    const { data } = JSON.parse(result);
    expect(data).toMatchObject({ ...printed, ...TOLD_APART(data) });
    const members = Object.keys(data).filter((name) => !isShortened || name in printed);
    expect(members.toSorted()).toEqual(Object.keys(printed).toSorted());
  });

  test('end on a page that says what to read and how, in a browser', async () => {
    const folder = await readersFolder();
    const setUp = `${step('BASE=')}\n`;
    const { said } = await runShell(`${setUp}${step('/verify/v1/init')}`, folder);
    const { context } = await openConsole(browser());
    const visitor = await context.newPage();
    await visitor.goto(JSON.parse(said).data.verify_url);
    await see(visitor, 'welcome', 60_000);
    await press(visitor, 'sandbox.success');
    await visitor.getByRole('heading', { name: 'The check has ended' }).waitFor();
    await inspect(visitor, 'quickstart-ended');
    const command = await visitor.locator('pre').textContent();
    const read = await runShell(`${setUp}${command}`, folder);
    expect(read.said).toContain('"verified":true');
  });
});

/**
 * The members of `data` whose values differ from session to session and therefore cannot match the
 * printed values.
 */
const TOLD_APART = (data: Record<string, unknown>) =>
  Object.fromEntries(
    ['token', 'created_at', 'completed_at', 'expires_at', 'receipt', 'ip_country']
      .filter((name) => name in data)
      .map((name) => [name, data[name]]),
  );
