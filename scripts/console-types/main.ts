// `npm run generate:console`: generates the types of the consoles' calls from the OpenAPI document, and what they show: samples and
// recipes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDescription } from '../load-description.ts';
import { consolePart, headOf } from './console-part.ts';
import { typesOf } from './generator.ts';
import { consoleRecipes } from './recipes.ts';
import { consoleSamples } from './samples.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const part = consolePart({ ...(await loadDescription()) });
writeFileSync(
  `${ROOT}widget/console/api/schema.ts`,
  `${await headOf(part)}\n${await typesOf(part)}`,
);
writeFileSync(
  `${ROOT}widget/console/dashboard/pages/try/samples.json`,
  `${JSON.stringify(consoleSamples(), null, 2)}\n`,
);
writeFileSync(
  `${ROOT}widget/console/dashboard/pages/client/recipes.json`,
  `${JSON.stringify(consoleRecipes(), null, 2)}\n`,
);
