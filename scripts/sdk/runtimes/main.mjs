// Checks the built SDK in the runtime that runs this file: `node`, `bun` or `deno run
// --allow-read`, after `npm run sdk:build`.
import * as sdk from '../../../sdk/dist/esm/index.js';
import { check } from './check.mjs';

for (const line of await check(sdk)) console.log(`ok: ${line}`);
