// The Vite configurations that build the browser's pages into static assets. scripts/build.ts uses
// them after it has copied the models, whose URLs and sizes become constants in the hosted page.
import type { InlineConfig, Plugin } from 'vite';
import type { CopiedFile, CopiedModels } from '../scripts/models.ts';
import { appAtOnce, consoleParts } from './console-parts.ts';
import { firstView } from './first-view.ts';

const TARGET = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

/** The options of builds that write into the folder of all static assets. */
const FILES = {
  // The folder also contains the models and the docs, so it must not be emptied.
  emptyOutDir: false,
  // The content security policy forbids data: scripts and styles.
  assetsInlineLimit: 0,
  modulePreload: false,
  target: TARGET,
} as const;

/** The options of all builds: no config file, and no public folder unless a build sets one. */
const ofSources = (root: string) =>
  ({
    root,
    configFile: false,
    base: '/',
    logLevel: 'warn',
    publicDir: false,
  }) satisfies InlineConfig;

/**
 * @param root the absolute path of widget/
 * @param outDir the absolute path of the static assets
 * @param copied the files that copyModels has copied to /models/
 * @param parts the URLs of the scripts that partBuild wrote
 */
export function pageBuild(
  root: string,
  outDir: string,
  copied: CopiedModels,
  parts: Readonly<Record<PartName, string>>,
): InlineConfig {
  const asset = ({ copy, bytes }: CopiedFile) => ({ url: `/models/${copy}`, bytes });
  const files = Object.values(copied.models).flat();
  return {
    ...ofSources(root),
    publicDir: 'public',
    define: {
      MODEL_ASSETS: JSON.stringify(Object.fromEntries(files.map((f) => [f.file, asset(f)]))),
      ENGINE_WASM: JSON.stringify(asset(copied.wasm)),
      CAPTURE_PART: JSON.stringify({ url: parts.capture }),
      DOCUMENT_PART: JSON.stringify({ url: parts.document }),
      WALLET_PART: JSON.stringify({ url: parts.wallet }),
      PASSES_PART: JSON.stringify({ url: parts.passes }),
      KEY_PART: JSON.stringify({ url: parts.key }),
    },
    plugins: [plainImports, firstView((languages) => openingBuild(root, languages))],
    worker: { format: 'es' },
    build: {
      outDir,
      ...FILES,
      rolldownOptions: {
        input: { hosted: `${root}/hosted/index.html` },
      },
      chunkSizeWarningLimit: 1_000,
    },
  };
}

/** The entry of each part of the page that is loaded on demand. */
const PARTS = {
  capture: 'capture/part.ts',
  document: 'document/mount.tsx',
  wallet: 'wallet/mount.tsx',
  passes: 'passes/mount.tsx',
  key: 'key/mount.tsx',
} as const;
export type PartName = keyof typeof PARTS;

/**
 * Returns the configuration that builds one of the parts that load on demand: a separate script
 * with everything that it needs, so that the page's single document shares no code with the part
 * and stays small.
 *
 * @param root the absolute path of widget/
 * @param outDir the absolute path of the static assets
 */
export function partBuild(root: string, outDir: string, name: PartName): InlineConfig {
  return {
    ...ofSources(root),
    plugins: [plainImports],
    worker: { format: 'es' },
    build: {
      outDir,
      ...FILES,
      rolldownOptions: {
        input: { [name]: `${root}/hosted/${PARTS[name]}` },
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: `assets/${name}-[name]-[hash].js`,
        },
      },
    },
  };
}

/**
 * Replaces Vite's preload helper for dynamic imports (0.6 kB). The helper would first load a part's
 * style sheets and dependencies, but no part has any.
 */
const plainImports: Plugin = {
  name: 'agate:plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
};

/**
 * Returns the configuration that builds the docs' script and style sheet; scripts/docs-site writes
 * the pages.
 *
 * @param root the absolute path of widget/
 * @param outDir the absolute path of the static assets
 */
export function docsBuild(root: string, outDir: string): InlineConfig {
  return {
    ...ofSources(root),
    build: {
      outDir,
      ...FILES,
      rolldownOptions: {
        input: { docs: `${root}/docs/docs.ts` },
        output: {
          entryFileNames: 'docs/files/docs-[hash].js',
          chunkFileNames: 'docs/files/[name]-[hash].js',
          assetFileNames: 'docs/files/docs-[hash][extname]',
        },
      },
    },
  };
}

/**
 * Returns the configuration that builds the script inside the hosted page's document, which is not
 * written to a file.
 *
 * @param root the absolute path of widget/
 * @param languages the languages' URLs by tag
 */
const openingBuild = (root: string, languages: Record<string, string>): InlineConfig => ({
  ...ofSources(root),
  define: { LANGUAGE_FILES: JSON.stringify(languages) },
  build: {
    write: false,
    target: TARGET,
    lib: { entry: `${root}/hosted/opening.ts`, name: 'opening', formats: ['iife'] },
  },
});

/**
 * Returns the configuration that builds the style sheet and the script of the pages that the server
 * renders. The file names are fixed, because the server writes them into its pages. Browsers check
 * each time whether the files are still current (public/_headers).
 *
 * @param root the absolute path of widget/
 * @param outDir the absolute path of the static assets
 */
export function portalBuild(root: string, outDir: string): InlineConfig {
  return {
    ...ofSources(root),
    // The passes worker is loaded from this path.
    base: '/portal/',
    worker: { format: 'es' },
    plugins: [plainImports],
    build: {
      outDir: `${outDir}/portal`,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: TARGET,
      cssCodeSplit: false,
      rolldownOptions: {
        input: `${root}/portal/portal.ts`,
        output: {
          entryFileNames: 'portal.js',
          chunkFileNames: '[name].js',
          assetFileNames: 'portal[extname]',
        },
      },
    },
  };
}

/**
 * Returns the configuration that builds the script that customers put into their pages: one classic
 * script under a fixed name, which defines `Agate`.
 *
 * @param root the absolute path of widget/
 * @param outDir the absolute path of the static assets
 */
export function embedBuild(root: string, outDir: string): InlineConfig {
  return {
    ...ofSources(root),
    build: {
      outDir,
      emptyOutDir: false,
      target: TARGET,
      lib: {
        entry: `${root}/embed/embed.ts`,
        name: 'Agate',
        formats: ['iife'],
        fileName: () => 'embed.js',
      },
    },
  };
}

/**
 * Returns the configuration that builds the consoles for customers and operators. The consoles use
 * React and are built into separate files, so that React never gets into a visitor's page.
 *
 * @param root the absolute path of widget/
 * @param outDir the absolute path of the static assets
 */
export function consoleBuild(root: string, outDir: string): InlineConfig {
  return {
    ...ofSources(root),
    plugins: [consoleLanguages, appAtOnce],
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    build: {
      outDir,
      ...FILES,
      modulePreload: { polyfill: false },
      manifest: 'console/manifest.json',
      rolldownOptions: {
        input: {
          dashboard: `${root}/console/dashboard.html`,
          admin: `${root}/console/admin.html`,
        },
        output: {
          entryFileNames: 'assets/console-[name]-[hash].js',
          chunkFileNames: 'assets/console-[name]-[hash].js',
          assetFileNames: 'assets/console-[name]-[hash][extname]',
          codeSplitting: {
            groups: consoleParts(root),
          },
        },
        onLog(level, log, report) {
          // Hides warnings about the directives that libraries use to mark modules as running only
          // in the browser, because all modules of the consoles run only there.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
        },
      },
    },
  };
}

/**
 * Leaves out React Aria's own texts in languages that the consoles do not support. They come in
 * thirty languages.
 */
const consoleLanguages: Plugin = {
  name: 'agate:console-languages',
  enforce: 'pre',
  load: (id) =>
    /node_modules\/react-(aria|stately|aria-components)\/.*\/intl\/.*\/(?!en-US|de-DE|ar-AE)[a-z]{2}-[A-Z]{2}\.m?js$/.test(
      id,
    )
      ? 'export default {};'
      : null,
};
