// Checks the built SDK in workerd, the runtime of Cloudflare Workers, after `npm run sdk:build`.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const SDK = path('../../../sdk/dist/esm/');
const module = (name, file) => ({
  type: 'ESModule',
  path: name,
  contents: readFileSync(file, 'utf8'),
});

const ENTRY = `import * as sdk from './sdk/index.js';
import { check } from './check.mjs';
export default { fetch: async () => Response.json(await check(sdk)) };`;

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    name: 'sdk',
    compatibilityDate: '2026-11-01',
    modulesRoot: '/',
    modules: [
      { type: 'ESModule', path: '/entry.mjs', contents: ENTRY },
      module('/check.mjs', path('./check.mjs')),
      ...readdirSync(SDK)
        .filter((name) => name.endsWith('.js'))
        .map((name) => module(`/sdk/${name}`, SDK + name)),
    ],
  }),
);
try {
  const response = await miniflare.dispatchFetch('http://localhost/');
  if (!response.ok) throw new Error(await response.text());
  for (const line of await response.json()) console.log(`ok: ${line}`);
} finally {
  await miniflare.dispose();
}
