// How Vite builds the browser's pages into static assets. scripts/build.ts calls it after it has copied
// the models, whose addresses and sizes become constants of the page.
import type { InlineConfig } from 'vite';
import type { CopiedFile, CopiedModels } from '../scripts/models.ts';

/**
 * @param root absolute path of widget/
 * @param outDir absolute path of the static assets
 * @param copied what copyModels put under /models/
 */
export function pageBuild(root: string, outDir: string, copied: CopiedModels): InlineConfig {
  const asset = ({ copy, bytes }: CopiedFile) => ({ url: `/models/${copy}`, bytes });
  const files = Object.values(copied.models).flat();
  return {
    root,
    configFile: false,
    base: '/',
    logLevel: 'warn',
    publicDir: 'public',
    define: {
      MODEL_ASSETS: JSON.stringify(Object.fromEntries(files.map((f) => [f.file, asset(f)]))),
      ENGINE_WASM: JSON.stringify(asset(copied.wasm)),
    },
    worker: { format: 'es' },
    build: {
      outDir,
      // The folder also holds the models and the description page.
      emptyOutDir: false,
      // The content security policy allows no data: scripts or styles.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
      rolldownOptions: {
        input: {
          hosted: `${root}/hosted/index.html`,
          reference: `${root}/reference/index.html`,
        },
      },
      chunkSizeWarningLimit: 1_000,
    },
  };
}
