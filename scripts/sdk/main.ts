// `npm run generate:sdk`: generates the SDK's wire types from the OpenAPI document, which is generated from the routes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDescription } from '../load-description.ts';
import { wireTypes } from './wire-types.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

writeFileSync(`${ROOT}sdk/src/wire.ts`, wireTypes(await loadDescription()));
