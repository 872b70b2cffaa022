// `npm run generate:sdk`: generates the SDK's wire types from the OpenAPI document, which is generated from the routes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { wireTypes, type ApiDescription } from './wire-types.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

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
  const description = describeApi(app, 'https://verify.example', 'Agate') as ApiDescription;
  writeFileSync(`${ROOT}sdk/src/wire.ts`, wireTypes(description));
} finally {
  await vite.close();
}
