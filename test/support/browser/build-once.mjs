// Every process of the tests' demo loads this file. Wrangler makes its bundler look for changed
// sources ten times a second, which costs a thirtieth of a core per demo. No source changes while
// tests run, so this file makes the bundler build only once.
import { createRequire } from 'node:module';

const CLI = /wrangler-dist\/cli\.js$/;

if (CLI.test(process.argv[1] ?? '')) {
  const require = createRequire(process.argv[1]);
  const path = require.resolve('esbuild');
  const esbuild = require(path);
  const context = async (options) => {
    const made = await esbuild.context(options);
    return { ...made, watch: async () => void (await made.rebuild()) };
  };
  require.cache[path].exports = { ...esbuild, context };
}
