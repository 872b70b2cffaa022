// Run by `npm pack ./sdk`: builds the library for both module systems, each with its own types, and
// the command-line program as one file that includes the QR code library, so that the package has
// no dependencies.
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SDK = `${ROOT}sdk/`;
const DIST = `${SDK}dist/`;

rmSync(DIST, { recursive: true, force: true });
for (const configuration of ['tsconfig.json', 'tsconfig.cjs.json'])
  execFileSync(`${ROOT}node_modules/.bin/tsc`, ['-p', SDK + configuration], { stdio: 'inherit' });
// Declarations keep the file extensions of the sources, which only newer compilers accept.
for (const path of globSync(`${DIST}*/*.d.ts`))
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'),
  );
// Without this file, Node and TypeScript would read the files as ES modules, because the package is
// one.
writeFileSync(`${DIST}cjs/package.json`, '{ "type": "commonjs" }\n');

await build({
  root: SDK,
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: 'cli/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'cli.js' } },
  },
});
chmodSync(`${DIST}cli.js`, 0o755);
