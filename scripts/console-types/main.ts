// `npm run generate:console`: generates the types of the consoles' calls from the OpenAPI document, and what they show: samples and
// recipes. The generator's packages are in this folder's own node_modules, installed when they are missing.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDescription } from '../load-description.ts';
import { consolePart, headOf } from './console-part.ts';
import { consoleRecipes } from './recipes.ts';
import { consoleSamples } from './samples.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('./', import.meta.url));
const GENERATOR = `${HERE}node_modules/openapi-typescript/dist/index.mjs`;

if (!existsSync(GENERATOR)) execFileSync('npm', ['ci'], { cwd: HERE, stdio: 'inherit' });
const { default: openapiTS, astToString } = await import(GENERATOR);

const part = consolePart({ ...(await loadDescription()) });
const types = astToString(await openapiTS(structuredClone(part)));
writeFileSync(`${ROOT}widget/console/api/schema.ts`, `${await headOf(part)}\n${types}`);
writeFileSync(
  `${ROOT}widget/console/dashboard/pages/try/samples.json`,
  `${JSON.stringify(consoleSamples(), null, 2)}\n`,
);
writeFileSync(
  `${ROOT}widget/console/dashboard/pages/client/recipes.json`,
  `${JSON.stringify(consoleRecipes(), null, 2)}\n`,
);
