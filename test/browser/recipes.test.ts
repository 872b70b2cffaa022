// Runs the code in docs/sign-in.md as printed: its script, and the recipes whose libraries come
// from npm. `npm run recipes` also runs the recipes in other languages.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { registerClients } from '../../scripts/recipes/clients.ts';
import {
  NODE_RECIPES,
  prepare,
  RECIPES,
  SWITCHED_RECIPES,
  type Recipe,
} from '../../scripts/recipes/recipes.ts';
import { runRecipe } from '../../scripts/recipes/run.ts';
import { visit } from '../../scripts/recipes/visitor.ts';
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { readPage } from '../contract/documents.ts';

useDemoAccount();

const { base_url: service, account, dashboard } = inject('demo');
const ready: unknown[] = [];
let port: number;
let registered: Awaited<ReturnType<typeof registerClients>>;

beforeAll(async () => {
  for (const recipe of NODE_RECIPES) ready.push(await prepare(recipe));
  port = await findFreePort();
  registered = await registerClients(service, dashboard, `http://localhost:${port}`);
});
afterAll(() => registered.remove());

test.each(NODE_RECIPES.map((recipe) => [recipe.name, recipe] as const))(
  '%s signs in and reads the age',
  async (_name, recipe) => {
    const clients = { ...registered.clients };
    const claims = await runRecipe(recipe, { service, account, port, clients });
    expect(claims).toMatchObject({ sub: expect.stringMatching(/^xid_/), age_verified: true });
  },
);

test('the script of docs/sign-in.md works as printed', async () => {
  const folder = await readyFolder();
  const script = spawn(process.execPath, ['sign-in.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void script.kill());
  let said = '';
  for (const stream of [script.stdout, script.stderr])
    stream.on('data', (chunk) => void (said += String(chunk)));
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Open http');
  const { body } = await visit(new URL(/Open (\S+)/.exec(said)?.[1] ?? ''), service, account);
  expect(body).toContain('You are signed in.');
  await expect.poll(() => said).toContain("age_bracket: '18+'");
});

/**
 * Creates a folder like the one that a reader of docs/sign-in.md has: it contains
 * `.agate/demo.json`, the packages, and the script from that page.
 */
async function readyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-sign-in-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = /```js\n(.*?)```/s.exec(readPage('docs/sign-in.md'))?.[1] ?? '';
  await mkdir(join(folder, '.agate'));
  await writeFile(join(folder, '.agate/demo.json'), JSON.stringify(inject('demo')));
  await writeFile(join(folder, 'sign-in.mjs'), script);
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('each recipe reports which version of its library ran', () => {
  const version: unknown = expect.stringMatching(/^\d+\.\d+/);
  expect(ready).toEqual(NODE_RECIPES.map(({ start }) => ({ start, version })));
});

test('a recipe whose client is unknown reports that, and is stopped', async () => {
  const [recipe] = NODE_RECIPES;
  if (recipe === undefined) throw new Error('There is no recipe.');
  const clients = { CLIENT_ID: 'xoc_nobody', CLIENT_SECRET: 'xocs_nothing' };
  await expect(runRecipe(recipe, { service, account, port, clients })).rejects.toThrow(/^400 at/);
  expect(await findFreePort(port)).toBe(port);
});

test('the page names every recipe: at least ten, in at least six languages', () => {
  const page = readPage('docs/sign-in.md');
  for (const { name } of RECIPES) expect(page).toContain(`| ${name} `);
  for (const { name } of SWITCHED_RECIPES) expect(page).toContain(`| ${name}`);
  expect(RECIPES.length).toBeGreaterThanOrEqual(10);
  expect(new Set(RECIPES.map(({ folder }) => folder)).size).toBeGreaterThanOrEqual(6);
});

describe('a recipe that cannot be run here says why', () => {
  const [known] = NODE_RECIPES;
  if (known === undefined) throw new Error('There is no recipe.');
  const absent: Recipe = { ...known, installed: 'no-such-file', install: [['false']] };

  test('a missing program is named', async () => {
    expect(await prepare({ ...absent, needs: ['sh', 'no-such-tool'] })).toEqual({
      missing: 'no-such-tool not installed',
    });
    expect(await prepare({ ...absent, installers: ['no-such-tool'] })).toEqual({
      missing: 'no-such-tool not installed',
    });
  });

  test('an unreachable registry is named, and with a reachable one a failed install is an error', async () => {
    const silent = `http://localhost:${await findFreePort()}/`;
    expect(await prepare({ ...absent, registry: silent })).toEqual({
      missing: `${new URL(silent).host} does not answer`,
    });
    await expect(prepare({ ...absent, registry: service })).rejects.toThrow(/false {2}failed/);
  });

  test('a library that the system or the caller provides needs no registry', async () => {
    const brought = { check: ['true'], start: ['sh'], version: ['echo', '7'] };
    const recipe = { ...absent, registry: 'http://localhost:1/', brought };
    expect(await prepare(recipe)).toEqual({ start: ['sh'], version: '7' });
    const without = { ...recipe, brought: { ...brought, check: ['false'] } };
    expect(await prepare(without)).toEqual({ missing: 'localhost:1 does not answer' });
  });
});

/** @param wanted a specific port, or 0 for any free port */
function findFreePort(wanted = 0): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on('error', reject).listen(wanted, 'localhost', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
}
