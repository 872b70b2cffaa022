// The recipes of docs/sign-in.md that npm installs, against the service; `npm run recipes` runs those of other languages too.
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { registerClients } from '../../scripts/recipes/clients.ts';
import { install, missingFor, NODE_RECIPES, RECIPES } from '../../scripts/recipes/recipes.ts';
import { runRecipe } from '../../scripts/recipes/run.ts';
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { readPage } from '../contract/documents.ts';

useDemoAccount();

const { base_url: service, account, dashboard } = inject('demo');
let port: number;
let registered: Awaited<ReturnType<typeof registerClients>>;

beforeAll(async () => {
  for (const recipe of NODE_RECIPES) install(recipe);
  port = await findFreePort();
  registered = await registerClients(service, dashboard, `http://localhost:${port}`);
});
afterAll(() => registered.remove());

test.each(NODE_RECIPES.map((recipe) => [recipe.name, recipe] as const))(
  '%s signs in, and reads the age',
  async (_name, recipe) => {
    const clients = { ...registered.clients };
    const claims = await runRecipe(recipe, { service, account, port, clients });
    expect(claims).toMatchObject({ sub: expect.stringMatching(/^xid_/), age_verified: true });
  },
);

test('a recipe whose client is not known says so, and is stopped', async () => {
  const [recipe] = NODE_RECIPES;
  if (recipe === undefined) throw new Error('There is no recipe.');
  const clients = { CLIENT_ID: 'xoc_nobody', CLIENT_SECRET: 'xocs_nothing' };
  await expect(runRecipe(recipe, { service, account, port, clients })).rejects.toThrow(/^400 at/);
  expect(await findFreePort(port)).toBe(port);
});

test('the page names every recipe, ten and more in six languages and more', () => {
  const page = readPage('docs/sign-in.md');
  for (const { name } of RECIPES) expect(page).toContain(`| ${name} `);
  expect(RECIPES.length).toBeGreaterThanOrEqual(10);
  expect(new Set(RECIPES.map(({ folder }) => folder)).size).toBeGreaterThanOrEqual(6);
});

test('a tool that is not there is named', () => {
  const [recipe] = NODE_RECIPES;
  if (recipe === undefined) throw new Error('There is no recipe.');
  expect(missingFor({ ...recipe, needs: ['sh', 'no-such-tool'] })).toEqual(['no-such-tool']);
});

/** @param wanted this one; any without */
function findFreePort(wanted = 0): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on('error', reject).listen(wanted, 'localhost', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
}
