// The walk of docs/dashboard-api.md, as printed, in a shell of its own against the running service.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { expect, inject, test } from 'vitest';

/** @returns the page's first shell block */
function commandsOf(page: string): string {
  const [, block] = /```sh\n([^]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  if (block === undefined) throw new Error(`${page} shows no commands.`);
  return block;
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

/** @returns what it printed, and how it ended */
async function runShell(commands: string): Promise<{ said: string; exitCode: number | null }> {
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', commands], {
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

test('signs up, makes a key, settles a session, receives its webhook, reads the feed and replays', async () => {
  const port = String(await freePort());
  const walk = commandsOf('docs/dashboard-api.md')
    .replace('http://localhost:8787', inject('demo').base_url)
    .replaceAll('8789', port);
  const { said, exitCode } = await runShell(walk);
  expect([exitCode, said]).toEqual([0, expect.not.stringContaining('"success":false')]);
  const told = [
    ...said.matchAll(/session\.success for order-1842, signed by Agate \((evt_\S+)\)/g),
  ];
  expect(new Set(told.map(([, id]) => id)).size).toBe(1);
  expect(told).toHaveLength(2);
  expect(said).toContain(`{"id":"${told[0]?.[1]}","type":"session.success"`);
  expect(said).toContain('"type":"webhook"');
});
