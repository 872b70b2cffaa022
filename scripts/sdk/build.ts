// `npm pack ./sdk` runs this script. It builds the library for both module systems, each with its
// own types, and the command-line program as one file that includes the QR code library, so that
// the package has no dependencies.
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
// Replaces `.ts` with `.js` in the imports of declaration files, because only newer compilers
// accept `.ts` there.
for (const path of globSync(`${DIST}*/*.d.ts`))
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'),
  );
// Without this file, Node and TypeScript would treat the files in this folder as ES modules,
// because that is the type that the package declares.
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
