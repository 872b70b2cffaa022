// Runs a Worker in workerd for a test, bundled the way `npm run deploy` bundles it.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { bundleWorker, ROOT } from '../../../scripts/bundle.ts';

const TYPES = { '.wasm': 'CompiledWasm', '.bin': 'Data' } as const;

/**
 * @param config the name of the configuration file in the repository's root
 * @param folder the folder for the bundle
 * @returns options for Miniflare
 */
async function bundleForMiniflare(config: string, folder: string) {
  await bundleWorker({ config, folder });
  const files = await readdir(folder);
  const modules = Object.entries(TYPES).flatMap(([end, type]) =>
    files.filter((name) => name.endsWith(end)).map((name) => ({ type, path: join(folder, name) })),
  );
  return {
    ...unstable_getMiniflareWorkerOptions(join(ROOT, config)).workerOptions,
    modulesRoot: folder,
    modules: [{ type: 'ESModule' as const, path: join(folder, 'index.js') }, ...modules],
  };
}

interface Behind {
  /** Name of the configuration file in the repository's root. */
  config: string;
  /** Folder for the bundle. */
  folder: string;
  /** The Worker's name. `binding` is the name of the caller's binding to it. */
  worker: string;
  binding: string;
  /** The source code of the calling Worker's module. */
  caller: string;
  /** Port for the runtime's inspector, if one is wanted. */
  inspectorPort?: number | undefined;
}

/**
 * Runs a bundled Worker behind a second Worker that calls it.
 * @returns the caller's origin, and a function that stops both Workers
 */
export async function startBehindCaller({ config, folder, ...behind }: Behind) {
  const { worker, binding, caller, inspectorPort } = behind;
  const bundled = await bundleForMiniflare(config, folder);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...(inspectorPort !== undefined && { inspectorPort }),
      handleStructuredLogs: () => {},
      workers: [
        {
          name: 'caller',
          modules: true,
          script: caller,
          compatibilityDate: '2026-11-01',
          serviceBindings: { [binding]: worker },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
        { ...bundled, name: worker },
      ],
    }),
  );
  await miniflare.ready;
  const { origin } = await miniflare.unsafeGetDirectURL('caller');
  return { origin, stop: () => miniflare.dispose() };
}

/**
 * @param folder the folder of a bundle
 * @returns sorted SHA-256 hashes of its WebAssembly files, in hexadecimal
 */
export async function hashBundledPrograms(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.wasm'));
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name))));
  return contents.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted();
}
