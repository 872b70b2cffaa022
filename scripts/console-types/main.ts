// `npm run generate:console`: generates the types of the consoles' calls from the OpenAPI document. The generator's packages are
// in this folder's own node_modules, installed when they are missing.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { consolePart, headOf, type Description } from './console-part.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('./', import.meta.url));
const GENERATOR = `${HERE}node_modules/openapi-typescript/dist/index.mjs`;

if (!existsSync(GENERATOR)) execFileSync('npm', ['ci'], { cwd: HERE, stdio: 'inherit' });
const { default: openapiTS, astToString } = await import(GENERATOR);

// The routes are written in TypeScript and JSX, which Vite can load and Node alone cannot.
const vite = await createServer({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
});
try {
  const { app } = await vite.ssrLoadModule('/src/app.ts');
  const { describeApi } = await vite.ssrLoadModule('/src/routes/docs.ts');
  const part = consolePart(describeApi(app, 'https://verify.example', 'Agate') as Description);
  const types = astToString(await openapiTS(structuredClone(part)));
  writeFileSync(`${ROOT}widget/console/api/schema.ts`, `${await headOf(part)}\n${types}`);
} finally {
  await vite.close();
}
