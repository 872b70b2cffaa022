// A Worker as `npm run deploy` bundles it, in workerd, for a test.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { bundleWorker, ROOT } from '../../../scripts/bundle.ts';

const TYPES = { '.wasm': 'CompiledWasm', '.bin': 'Data' } as const;

/** @param config name of the file at the root @param folder for the bundle @returns options of Miniflare */
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
  /** Name of the file at the root. */
  config: string;
  /** For the bundle. */
  folder: string;
  /** The Worker's name, and how the caller's binding is named. */
  worker: string;
  binding: string;
  /** Module of the caller. */
  caller: string;
  /** Of the runtime's inspector, when it is wanted. */
  inspectorPort?: number | undefined;
}

/** A bundled Worker behind one that calls it. @returns where the caller listens */
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

/** @param folder of a bundle @returns SHA-256 of each WebAssembly file in it, hexadecimal, sorted */
export async function hashBundledPrograms(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.wasm'));
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name))));
  return contents.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted();
}
