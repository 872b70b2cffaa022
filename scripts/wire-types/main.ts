// `npm run generate:wire`: generates the API types for the SDKs, the consoles and the hosted page
// from the routes. It also writes the examples that the consoles show: calls in five languages,
// webhook receivers, and recipes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { consoleRecipes } from '../console-examples/recipes.ts';
import { consoleReceivers } from '../console-examples/receivers.ts';
import { consoleSamples } from '../console-examples/samples.ts';
import { loadDescription } from '../load-description.ts';
import { wireTypes } from './wire-types.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = 'widget/console/dashboard/pages';

const files = {
  ...(await wireTypes(await loadDescription())),
  [`${PAGES}/try/samples.json`]: `${JSON.stringify(consoleSamples(), null, 2)}\n`,
  [`${PAGES}/webhook/receivers.json`]: `${JSON.stringify(consoleReceivers(), null, 2)}\n`,
  [`${PAGES}/client/recipes.json`]: `${JSON.stringify(consoleRecipes(), null, 2)}\n`,
};
for (const [path, text] of Object.entries(files)) writeFileSync(`${ROOT}${path}`, text);
