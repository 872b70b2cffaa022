// Generates the OpenAPI document from the routes themselves.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import type { ApiDocument } from './docs-site/description.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** A placeholder that an installation replaces with its own URL (widget/docs/samples.ts). */
const EXAMPLE_BASE_URL = 'https://verify.example';

/** @returns the document that an installation at EXAMPLE_BASE_URL would serve */
export async function loadDescription(): Promise<ApiDocument> {
  // The routes are TypeScript and JSX, which Vite can load but Node cannot.
  const vite = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const { app } = await vite.ssrLoadModule('/src/app.ts');
    const { describeApi } = await vite.ssrLoadModule('/src/routes/docs.ts');
    return describeApi(app, EXAMPLE_BASE_URL, 'Agate') as ApiDocument;
  } finally {
    await vite.close();
  }
}
