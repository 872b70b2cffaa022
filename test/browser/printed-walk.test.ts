// Commands of the documents, as printed, in a shell of their own against the running service.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';

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

/** A folder as a reader has it: with the demo's file. */
async function readersFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-printed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, '.agate'));
  await writeFile(join(folder, '.agate/demo.json'), JSON.stringify(inject('demo')));
  return folder;
}

/** @returns what it printed, and how it ended */
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

test('docs/dashboard-api.md signs up, makes a key, settles a session, receives its webhook, reads the feed and replays', async () => {
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

test('docs/operate.md signs in with a code, makes a passkey, and reads people, audit and figures', async () => {
  const folder = await readersFolder();
  const walk = commandsOf('docs/operate.md', 'npm run -s totp')
    .replace('http://localhost:8787', inject('demo').base_url)
    .replaceAll('./.agate/demo.json', join(folder, '.agate/demo.json'))
    // Other files sign in to the demo account meanwhile.
    .replace(/^.*accounts\/1\/(un)?suspend.*$/gm, '');
  const { said, exitCode } = await runShell(
    `export DEMO_FILE="${folder}/.agate/demo.json"\n${walk}`,
  );
  expect([exitCode, said]).toEqual([0, expect.not.stringContaining('"success":false')]);
  expect(said).toContain('recovery_codes');
  expect(said.match(/"success":true/g)).toHaveLength(5);
});

test.each(['README.md', 'docs/quickstart.md'])(
  '%s announces a visitor and reads the result',
  async (page) => {
    const setUp = commandsOf(page, 'BASE=');
    const commands = [
      setUp.replace('http://localhost:8787', inject('demo').base_url),
      `ANSWER=$(${commandsOf(page, '/verify/v1/init')})`,
      // The token of init reads the same result as that of the callback, which takes a visitor.
      `TOKEN=$(node -p 'JSON.parse(process.argv[1]).data.token' "$ANSWER")`,
      commandsOf(page, '/verify/v1/result').replace('xtk_…', '$TOKEN'),
    ];
    const { said, exitCode } = await runShell(commands.join('\n'), await readersFolder());
    expect([exitCode, said]).toEqual([0, expect.stringContaining('"status":"pending"')]);
    expect(said).toContain('"external_user_id":"customer-1842"');
  },
);
