// `npm run recipes`: signs in to the service that `npm start` runs, once with each library in
// docs/sign-in.md whose tools are installed, and lists the recipes that were not run.
import { existsSync, readFileSync } from 'node:fs';
import { registerClients } from './clients.ts';
import { prepare, RECIPES, SWITCHED_RECIPES, type Recipe } from './recipes.ts';
import { runRecipe } from './run.ts';

const PORT = 9876;
const ALL = [...RECIPES, ...SWITCHED_RECIPES];
const FILE = process.env['DEMO_FILE'] || '.agate/demo.json';

interface Demo {
  base_url: string;
  account: { email: string; password: string };
  dashboard: { email: string; password: string };
}

/**
 * @returns the recipes named on the command line, or all recipes when none is named
 * @throws Error when a name belongs to no recipe
 */
function choose(names: readonly string[]): readonly Recipe[] {
  const unknown = names.find((name) => !ALL.some((recipe) => recipe.name === name));
  if (unknown !== undefined)
    throw new Error(`No recipe is called ${unknown}: ${ALL.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? ALL : ALL.filter(({ name }) => names.includes(name));
}

async function runAll(): Promise<boolean> {
  const chosen = choose(process.argv.slice(2));
  if (!existsSync(FILE)) throw new Error(`There is no ${FILE}: run npm start, and this beside it.`);
  const demo = JSON.parse(readFileSync(FILE, 'utf8')) as Demo;
  const { clients, remove } = await registerClients(
    demo.base_url,
    demo.dashboard,
    `http://localhost:${PORT}`,
  );
  const world = {
    service: demo.base_url,
    account: demo.account,
    port: PORT,
    clients: { ...clients },
  };
  let isGood = true;
  let passed = 0;
  try {
    for (const recipe of chosen) {
      try {
        const ready = await prepare(recipe);
        if ('missing' in ready) {
          console.log(`not run  ${recipe.name}: ${ready.missing}`);
          continue;
        }
        const { start, version } = ready;
        const { sub, age_verified: age } = await runRecipe({ ...recipe, start }, world);
        // Some libraries convert all claims to strings.
        if (typeof sub !== 'string' || !/^true$/i.test(String(age)))
          throw new Error('It shows no subject and age.');
        console.log(`passed   ${recipe.name} ${version}`);
        passed += 1;
      } catch (error) {
        isGood = false;
        console.log(`FAILED   ${recipe.name}: ${error instanceof Error ? error.message : ''}`);
      }
    }
  } finally {
    await remove();
  }
  console.log(`${passed} of ${chosen.length} were run and passed.`);
  return isGood;
}

try {
  process.exitCode = (await runAll()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
