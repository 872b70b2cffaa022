// `npm run generate:console`: generates the types of the consoles' calls from the OpenAPI document, and the samples.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDescription } from '../load-description.ts';
import { consolePart, headOf } from './console-part.ts';
import { typesOf } from './generator.ts';
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
