// Run by `npm pack ./sdk`: the command-line program as one file, with the QR code's library in it, so that the package
// depends on nothing.
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url));

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
chmodSync(`${SDK}dist/cli.js`, 0o755);
